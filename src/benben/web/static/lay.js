// Laying out a match from a real table: each touch goes to the server, which knows the game and keeps nothing.
import { byId, element, parseSvg, targetOf } from "./dom.js";
import { Refusal, post } from "./net.js";
import { newPad, savePad } from "./pad_store.js";
import { say } from "./words.js";
import { workQueue } from "./work_queue.js";
/** @import { Entries, Line } from "./types.js" */

/**
 * @typedef {object} Laid
 * @property {string} text
 * @property {string} picture
 * @property {string} prompt
 * @property {string[]} names of the players who can be laid out
 * @property {Line[]} lines
 * @property {string} sheet the score sheet that the entries are for
 * @property {Entries} entries
 */

/** @type {{ game: string }} */
const data = JSON.parse(byId("lay-data", HTMLScriptElement).text);
const KEY = `laid-${data.game}`;
const board = byId("lay-board");
const players = [...byId("lay-players").querySelectorAll("button")];

let text = kept();
/** @type {Laid | null} */
let laid = null;
/** what the line touched last lights up @type {Element[]} */
const shining = [];
const inTurn = workQueue(board); // the next touch needs the text that the last one led to

function kept() {
  try {
    return localStorage.getItem(KEY) ?? "";
  } catch {
    return "";
  }
}

/** @param {string} touched the id of an element; empty: only look */
function touch(touched) {
  return inTurn(() => send(touched));
}

/** @param {string} touched */
async function send(touched) {
  const problem = byId("lay-problem");
  try {
    laid = /** @type {Laid} */ (await post(`/api/v1/layouts/${data.game}`, { text, touch: touched }));
    text = laid.text;
    try {
      localStorage.setItem(KEY, text);
    } catch {
      // storage is full or switched off: the layout lives as long as the page
    }
    problem.hidden = true;
    show(laid);
  } catch (error) {
    problem.replaceChildren(`${error instanceof Refusal ? error.message : say("lay-offline")} `);
    if (error instanceof Refusal && error.rule) problem.append(ruleLink(error.rule));
    problem.hidden = false;
    if (!laid && error instanceof Refusal) text = ""; // what was kept cannot be read any more
  }
}

/** @param {string} rule */
const ruleLink = (rule) => element("a", rule, "rule", { href: `/rules/${data.game}#${rule}` });

/** @param {Laid} now */
function show(now) {
  const focused = document.activeElement?.id ?? "";
  board.replaceChildren(parseSvg(now.picture));
  for (const can of board.querySelectorAll(".can")) {
    can.setAttribute("tabindex", "0");
    can.setAttribute("role", "button");
  }
  const again = focused && board.querySelector(`[id="${CSS.escape(focused)}"]`);
  if (again instanceof SVGElement) again.focus();
  byId("lay-prompt").textContent = now.prompt;
  const seat = Number(/player (\d)[^\n]*(?:\nhold|$)/.exec(now.text)?.[1] ?? 1);
  for (const [number, player] of players.entries()) {
    player.setAttribute("aria-pressed", String(number + 1 === seat));
    player.textContent = now.names[number] ?? "";
    player.hidden = number >= now.names.length;
  }
  byId("lay-to-pad").hidden = !now.sheet || !now.lines.length;
  showLines(now, seat - 1);
}

/** @param {Laid} now @param {number} seat */
function showLines({ lines }, seat) {
  const sums = new Map();
  const ofNobody = lines.filter((line) => typeof line.seat !== "number"); // how far the task of a team is
  for (const line of lines) if (typeof line.seat === "number") sums.set(line.seat, (sums.get(line.seat) ?? 0) + (line.points ?? 0));
  byId("lay-lines").replaceChildren(
    ...ofNobody.map(lineItem),
    ...[...sums].flatMap(([of, sum]) => {
      const own = lines.filter((line) => line.seat === of);
      const head = element("li", "", "lay-sum");
      head.append(element("b", players[of].textContent ?? ""), element("b", String(sum)));
      return [head, ...(of === seat ? own.map(lineItem) : [])];
    }),
  );
}

/** A line lights up its pieces. @param {Line} line */
function lineItem(line) {
  const item = element("li");
  const made = element("button", "", "lay-line", { type: "button" });
  made.append(element("span", line.text), element("b", String(line.points ?? "")));
  made.addEventListener("click", () => {
    for (const cell of shining.splice(0)) cell.classList.remove("lit");
    for (const cell of line.cells) shining.push(...board.querySelectorAll(`[id="${CSS.escape(cell)}"]`));
    for (const cell of shining) cell.classList.add("lit");
    board.scrollIntoView({ block: "nearest" });
  });
  item.append(made);
  if (line.rule) item.append(ruleLink(line.rule));
  return item;
}

board.addEventListener("click", (event) => {
  const touched = targetOf(event)?.closest(".can");
  if (touched) touch(touched.id);
});
board.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" && event.key !== " ") return;
  const touched = targetOf(event)?.closest(".can");
  if (!touched) return;
  event.preventDefault();
  touch(touched.id);
});
for (const player of players) player.addEventListener("click", () => touch(`player-${player.dataset.player}`));
byId("lay-new").addEventListener("click", () => {
  text = "";
  touch("player-1");
});
byId("lay-to-pad").addEventListener("click", () => {
  if (!laid) return;
  const columns = Math.max(...Object.values(laid.entries).map((row) => row.length));
  const pad = newPad(data.game, laid.sheet, columns);
  pad.entries = laid.entries;
  savePad(pad);
  location.assign(`/pad/${data.game}#${pad.id}`);
});

await touch(text ? "" : "player-1");
document.body.classList.add("interactive");
