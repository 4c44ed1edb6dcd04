// Try again: the reader plays a decision of the review on its board, and the coach answers at once. The board is touched
// as at the table; the server decides what is legal.
import { byId, element } from "./dom.js";
import { mark } from "./marks.js";
import { Refusal, get, post } from "./net.js";
import { layGhost } from "./picture.js";
import { Touch } from "./touch.js";
import { say } from "./words.js";
/** @import { Choice, ReviewDecision } from "./types.js" */

/**
 * @typedef {object} Attempt
 * @property {string} match
 * @property {string} level
 * @property {number} ply
 * @property {string} name
 * @property {boolean} wide
 */

const board = byId("board");
const touch = new Touch(board);
/** @type {Attempt | null} */
let attempt = null;
/** @type {Choice[]} */
let choices = [];
/** @type {Choice | null} */
let shown = null;
/** @type {Map<string, Promise<string>>} drawings of moves */
const ghosts = new Map();

export const isTrying = () => attempt !== null;

/** @param {number} value */
export const rounded = (value) => value.toLocaleString(document.documentElement.lang, { maximumFractionDigits: 1 });

/** @param {number} share */
export const percent = (share) => rounded(100 * share);

/** @param {string} what */
const address = (what) => `/api/v1/matches/${attempt?.match}/review/${attempt?.ply}/${what}`;

/** @param {Attempt} wanted */
export async function startTrying(wanted) {
  if (board.dataset.ply !== String(wanted.ply)) return; // its board is not here yet
  attempt = wanted;
  byId("try").textContent = say("try-end");
  byId("moves").hidden = true;
  layGhost(board, "");
  ghosts.clear();
  try {
    const told = await get(address("choices"));
    if (attempt !== wanted) return;
    choices = told.choices;
    answer([element("p", say("try-ask", { name: wanted.name }), "verdict"), element("p", told.ask)]);
    touch.offer(choices);
    touch.focusFirst();
  } catch (error) {
    tell(error);
  }
}

export function endTrying() {
  if (!attempt) return;
  attempt = null;
  choices = [];
  touch.offer([]);
  mark(board, "fault", []);
  layGhost(board, "", "hint-layer");
  byId("try").textContent = say("try-start");
  showTurns([]);
}

/** @param {HTMLElement[]} rows */
function answer(rows) {
  byId("why").replaceChildren(...rows);
}

/** @param {unknown} error */
function tell(error) {
  if (!(error instanceof Refusal)) answer([element("p", say("review-offline"))]);
  else {
    answer([element("p", error.message, "verdict")]);
    mark(board, "fault", error.cells);
  }
}

/** @param {Choice[]} others */
function showTurns(others) {
  byId("try-turn").hidden = others.length < 2;
  byId("try-play").hidden = !shown || !others.length || !touch.turning();
}

/**
 * @param {Choice | null} choice
 * @param {Choice[]} others
 */
async function showGhost(choice, others) {
  shown = choice;
  showTurns(others);
  const drawn = choice && attempt ? await drawingOf(choice.move) : "";
  if (shown === choice && attempt) layGhost(board, drawn);
}

/** @param {string} move */
function drawingOf(move) {
  let drawing = ghosts.get(move);
  if (!drawing) {
    const query = new URLSearchParams({ move, wide: String(attempt?.wide) });
    drawing = get(`${address("ghost")}?${query}`).then(
      (told) => told.ghost,
      () => "",
    );
    ghosts.set(move, drawing);
  }
  return drawing;
}

/** @param {Choice} choice */
async function judge({ move }) {
  const tried = attempt;
  if (!tried) return;
  touch.offer([]); // until the answer is here
  answer([element("p", say("try-thinks"))]);
  try {
    /** @type {ReviewDecision} */
    const told = await post(address("try"), { move, level: tried.level });
    if (attempt !== tried) return;
    answer([element("p", verdict(told), `verdict ${told.verdict}`), element("p", say("try-tried", { move: told.played }))]);
    byId("why").scrollIntoView({ block: "nearest" });
    layGhost(board, await drawingOf(move), "hint-layer");
  } catch (error) {
    if (attempt === tried) tell(error);
  }
  if (attempt !== tried) return;
  touch.offer(choices);
  if (document.activeElement === document.body || document.activeElement === board) touch.focusFirst();
}

/** @param {ReviewDecision} told */
function verdict({ error, loss, verdict }) {
  const told = say("review-loss", { loss: percent(loss), error: percent(error) });
  return verdict === "forced" ? say("review-forced") : say(`try-${verdict}`, { loss: told });
}

touch.onShow(showGhost);
touch.onChoose((choice, explicit) => {
  mark(board, "fault", []);
  if (!choice || !explicit) return false;
  judge(choice);
  return true;
});
touch.onRefuse(async (path) => {
  const tried = attempt;
  if (!tried) return;
  try {
    await post(address("try"), { path, level: tried.level });
  } catch (error) {
    if (attempt === tried) tell(error);
  }
});
byId("try-turn").addEventListener("click", () => touch.turn());
byId("try-play").addEventListener("click", () => shown && judge(shown));
board.addEventListener("keydown", (event) => {
  if (event.key.toLowerCase() === "r") touch.turn();
});
