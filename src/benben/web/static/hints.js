// Hints: where to look, the move, and why, one step after the other; and whether the people at this table allow them.
import { cancel } from "./confirm_bar.js";
import { byId, element } from "./dom.js";
import { drawingOf } from "./ghosts.js";
import { bestSpot } from "./guide_place.js";
import { mark } from "./marks.js";
import { Refusal } from "./net.js";
import { tell, tellError } from "./notice.js";
import { ruleLink } from "./panels.js";
import { layGhost, partIn } from "./picture.js";
import { rectangleAround } from "./popover.js";
import { board, table } from "./state.js";
import { announce } from "./status.js";
import { look } from "./viewpoint.js";
import { say } from "./words.js";
/** @import { Hint, HintsHere } from "./types.js" */

const LAST = 3; // steps

/**
 * What the box says, what it is about, and its buttons: null for one that is not there.
 * @typedef {object} Box
 * @property {string} title
 * @property {string} text
 * @property {Hint["why"]["lines"]} lines
 * @property {string[]} cells
 * @property {string | null} next
 * @property {boolean} canChoose
 * @property {boolean} canRefuse
 */

const button = byId("ask-hint");
const state = {
  /** @type {Hint | null} */
  hint: null,
  step: 1,
  isOpen: false, // the hint, or the question that the player has asked for
  isAsking: false,
  dismissed: "", // the question of another player that was closed without an answer
  said: "",
};

/** The hint belongs to this view; it goes when somebody has moved, or another person looks. */
export function showHint() {
  const { choices, hint: here, live, number, seat, status } = table.view;
  if (state.hint && (number > state.hint.number || seat !== state.hint.seat)) {
    state.hint = null;
    state.isOpen = false;
  }
  button.hidden = !here || here.why === "lesson" || !live || !status.mine || !choices.length;
  button.setAttribute("aria-disabled", String(here?.why === "forbidden"));
  const box = live && here ? boxFor(here) : null;
  byId("hint").hidden = !box;
  mark(board, "hint", box?.cells ?? []);
  drawMove();
  if (box) fill(box);
  else state.said = "";
}

/**
 * @param {HintsHere} here
 * @returns {Box | null}
 */
function boxFor(here) {
  if (state.hint && state.isOpen) return table.view.number === state.hint.number ? boxOf(state.hint) : null;
  const blank = { title: say("hint-agree"), lines: [], cells: [], canChoose: false };
  if (here.asked && here.asked !== state.dismissed) return { ...blank, text: here.asked, next: say("hint-allow"), canRefuse: true };
  if (!state.isOpen || here.why !== "others") return null;
  const waits = here.agreed ? ` ${say("hint-missing", { names: here.missing.join(", ") })}` : "";
  return { ...blank, text: here.reason + waits, next: here.agreed ? null : say("hint-ask"), canRefuse: false };
}

/**
 * @param {Hint} found
 * @returns {Box}
 */
function boxOf({ look: where, move, why }) {
  const common = { title: say("hint-step", { n: state.step }), canRefuse: false };
  if (state.step === 1) return { ...common, text: where.text, lines: [], cells: where.cells, next: say("hint-to-move"), canChoose: false };
  if (state.step === 2) return { ...common, text: move.text, lines: [], cells: move.path, next: say("hint-to-why"), canChoose: true };
  return { ...common, text: why.text, lines: why.lines, cells: move.path, next: null, canChoose: true };
}

/** @param {Box} box */
function fill({ title, text, lines, cells, next, canChoose, canRefuse }) {
  byId("hint-title").textContent = title;
  byId("hint-text").textContent = text;
  byId("hint-lines").replaceChildren(...lines.map(lineRow));
  byId("hint-next").hidden = next === null;
  byId("hint-next").textContent = next;
  byId("hint-choose").hidden = !canChoose || !chosen();
  byId("hint-no").hidden = !canRefuse;
  place(cells);
  const labels = cells.map((id) => partIn(board, id)?.getAttribute("aria-label")).filter(Boolean);
  const words = [title, text, ...lines.map((line) => line.text), ...(state.step === 1 ? labels : [])].join(". ");
  if (words !== state.said) announce(words);
  state.said = words;
}

/** @param {Hint["why"]["lines"][number]} line */
function lineRow({ text, rule }) {
  const row = element("p", `${text} `, "hint-line");
  if (rule) row.append(ruleLink(rule));
  return row;
}

/**
 * Where it hides least of what it is about and of what can be touched.
 * @param {string[]} cells
 */
function place(cells) {
  const box = byId("hint");
  const { width, height } = box.getBoundingClientRect();
  const parts = cells.map((id) => partIn(board, id)?.getBoundingClientRect()).filter((part) => part !== undefined);
  const { left, top } = bestSpot(rectangleAround(cells), width, height, parts);
  box.style.left = `${left}px`;
  box.style.top = `${top}px`;
}

/** The choice that the hint means. */
function chosen() {
  const wanted = state.hint?.move.move;
  return table.view.choices.find((choice) => choice.move === wanted && !choice.then);
}

/** Lay the ghost of the move over the board, once it has been told. */
async function drawMove() {
  const isTold = () => state.isOpen && state.step > 1 && state.hint !== null && table.view.number === state.hint.number;
  const choice = isTold() ? chosen() : undefined;
  if (!choice) {
    layGhost(board, "", "hint-layer");
    return;
  }
  const drawn = await drawingOf(choice);
  if (isTold()) layGhost(board, drawn, "hint-layer");
}

/** Ask for a hint, or go on to its next step. */
export async function askHint() {
  const { hint: here, number, seat } = table.view;
  if (button.hidden || state.isAsking || !here) return;
  if (state.hint) goOn();
  else if (here.allowed) await fetchHint(number, seat);
  else if (here.why === "others") state.isOpen = !state.isOpen;
  else tell(here.reason);
  showHint();
}

function goOn() {
  if (state.isOpen) state.step = Math.min(state.step + 1, LAST);
  state.isOpen = true;
}

/**
 * @param {number} after
 * @param {number | null} seat
 */
async function fetchHint(after, seat) {
  cancel();
  setAsking(true);
  try {
    state.hint = await table.connection.hint({ after, seat });
    state.step = 1;
    state.isOpen = true;
  } catch (error) {
    tellError(error);
    if (error instanceof Refusal && error.code === "stale") look();
  } finally {
    setAsking(false);
  }
}

/** @param {boolean} asks */
function setAsking(asks) {
  state.isAsking = asks;
  button.setAttribute("aria-busy", String(asks));
}

/** Close the box; the hint can be opened again. True if it was open. */
export function closeHint() {
  if (byId("hint").hidden) return false;
  if (!state.isOpen) state.dismissed = table.view.hint?.asked ?? "";
  state.isOpen = false;
  showHint();
  return true;
}

/** @param {boolean} agree */
async function answer(agree) {
  try {
    await table.connection.agree({ agree, seat: table.view.seat });
  } catch (error) {
    tellError(error);
  }
}

button.addEventListener("click", askHint);
byId("hint-next").addEventListener("click", () => (state.hint && state.isOpen ? askHint() : answer(true)));
byId("hint-no").addEventListener("click", () => answer(false));
byId("hint-close").addEventListener("click", closeHint);
byId("hint-choose").addEventListener("click", () => {
  const choice = chosen();
  closeHint();
  if (choice) table.touch.restore(choice);
});
addEventListener("resize", () => !byId("hint").hidden && showHint());
