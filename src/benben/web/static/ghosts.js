// Ghosts: the drawing of a move before it is made, and a card that says what it would do.
import { byId } from "./dom.js";
import { sayOnCard } from "./foresight.js";
import { gainText } from "./gains.js";
import { layGhost, partIn, placeOf } from "./picture.js";
import { prefs } from "./prefs.js";
import { board, stage, table } from "./state.js";
/** @import { Choice } from "./types.js" */

const MOST = 200; // ghosts kept
const CARD_ROOM = 240; // pixels for the card
const HIGH = 0.45; // part of the stage: what is touched there has the card below it, at the foot of the stage

/**
 * Draw what a choice would do and say it; null clears the board.
 * @param {Choice | null} choice
 * @param {Choice[]} others the same move with the piece turned in other ways
 */
export async function showGhost(choice, others) {
  byId("turn").hidden = others.length < 2;
  clear();
  table.ghost = choice;
  if (!choice) return;
  const drawn = await drawingOf(choice);
  if (table.ghost !== choice) return;
  clear();
  const shown = layGhost(board, drawn)?.getBoundingClientRect() ?? placeTouched(choice);
  if (!shown) return;
  placeCard(shown);
  showGain(choice);
  sayOnCard(choice);
}

/**
 * Some moves change nothing that can be drawn: what is touched for them has the card beside it.
 * @param {Choice} choice
 */
function placeTouched({ path }) {
  const part = partIn(board, table.touch.over ?? path.at(-1) ?? "");
  return part && placeOf(part);
}

function clear() {
  layGhost(board, "");
  byId("gain").hidden = true;
}

/**
 * The drawing of a move as SVG; empty if the match has moved on.
 * @param {Choice} choice
 */
export function drawingOf({ move, then }) {
  const { ghosts, view } = table;
  if (!then && view.ghosts[move]) return Promise.resolve(view.ghosts[move]);
  const key = [view.number, view.seat, view.size, move, then].join(" ");
  let drawing = ghosts.get(key);
  if (!drawing) {
    if (ghosts.size > MOST) ghosts.clear();
    drawing = table.connection.ghost({ after: view.number, move, then });
    drawing = drawing.catch(() => (ghosts.delete(key), ""));
    ghosts.set(key, drawing);
  }
  return drawing;
}

/** @param {Choice} choice */
function showGain({ gain }) {
  byId("gain-sum").textContent = gain && prefs.gains ? gainText(gain) : "";
  byId("gain-intent").textContent = "";
  byId("gain-parts").replaceChildren();
  byId("gain").hidden = !gain || !prefs.gains;
}

/**
 * Beside the ghost; for fingers, which cover what is beside them, at that end of the stage which is farther away.
 * @param {DOMRect} ghost
 */
function placeCard(ghost) {
  const card = byId("gain");
  const around = stage.getBoundingClientRect();
  const isRight = ghost.right - around.left < around.width - CARD_ROOM; // there is room on this side of the ghost
  card.classList.toggle("left", !isRight);
  card.classList.toggle("low", ghost.top + ghost.height / 2 - around.top < HIGH * around.height);
  card.style.left = `${Math.max((isRight ? ghost.right : ghost.left) - around.left, 20)}px`;
  card.style.top = `${Math.max(ghost.top - around.top, 20)}px`;
}
