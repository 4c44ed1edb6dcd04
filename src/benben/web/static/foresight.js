// What a chosen move would do: in words in the bar, and on a card beside the ghost.
import { byId, element, pause } from "./dom.js";
import { gainText } from "./gains.js";
import { prefs } from "./prefs.js";
import { mark } from "./marks.js";
import { placeNotice } from "./notice.js";
import { board, table } from "./state.js";
import { say } from "./words.js";
/** @import { Choice, Foresight } from "./types.js" */

const MOST = 200; // kept
const HOVERED = 120; // milliseconds: the pointer rests, and does not just pass

/** @type {Map<string, Promise<Foresight | null>>} */
const known = new Map();

/**
 * @param {Choice} choice
 * @returns {Promise<Foresight | null>}
 */
export function foresee({ move, then }) {
  const { number, seat } = table.view;
  const key = [number, seat, move, then].join(" ");
  let answer = known.get(key);
  if (!answer) {
    if (known.size > MOST) known.clear();
    answer = table.connection.foresee({ after: number, move, then }).catch(() => (known.delete(key), null));
    known.set(key, answer);
  }
  return answer;
}

/**
 * Say in the bar what the chosen move does.
 * @param {Choice} choice
 */
export async function sayInBar(choice) {
  const text = byId("bar-text");
  text.dataset.move = choice.move;
  text.classList.remove("open");
  byId("bar-intent").textContent = "…";
  byId("bar-more").replaceChildren();
  const told = await foresee(choice);
  if (table.pending !== choice) return;
  byId("bar-intent").textContent = told?.intent ?? choice.move;
  const parts = told && isTold(told) ? told.gains.map((gain) => chip(`${gainText(gain.points)} ${gain.row}`)) : [];
  const notes = told?.lines.map((line) => element("span", line.text)) ?? [];
  const dangers = told?.warning ? [element("span", `⚠ ${told.warning.text}`, "warning")] : [];
  if (told?.reveals) notes.push(element("span", say("reveals"), "warning reveals"));
  byId("bar-more").replaceChildren(...dangers, ...parts, ...notes);
  mark(board, "fault", told?.warning?.cells ?? []);
}

/**
 * Are its points said? What is lost always is.
 * @param {Foresight} told
 */
const isTold = (told) => prefs.gains || told.loses;

/** @param {string} text */
function chip(text) {
  return element("b", text, "gain-part");
}

/**
 * Say on the card beside the ghost what a touch would do: its danger, and where the points come from.
 * @param {Choice} choice
 */
export async function sayOnCard(choice) {
  await pause(HOVERED);
  if (table.ghost !== choice) return;
  const told = await foresee(choice);
  if (!told || table.ghost !== choice) return;
  const isShown = isTold(told);
  const parts = isShown ? told.gains.map((gain) => element("span", `${gainText(gain.points)} ${gain.row}`, "gain-row")) : [];
  const mine = told.lines.filter((line) => isShown && line.seat === table.view.seat).map((line) => element("span", line.text));
  const dangers = told.warning ? [element("span", `⚠ ${told.warning.text}`, "warning")] : [];
  byId("gain-intent").textContent = told.intent;
  byId("gain-parts").replaceChildren(...dangers, ...parts, ...mine.slice(0, 2));
  byId("gain").hidden = false;
  placeNotice();
}
