// Ghosts: the drawing of a move before it is made, and what it would score.
import { byId } from "./dom.js";
import { showParts } from "./foresight.js";
import { gainText } from "./gains.js";
import { layGhost } from "./picture.js";
import { prefs } from "./prefs.js";
import { board, stage, table } from "./state.js";
/** @import { Choice } from "./types.js" */

const MOST = 200; // ghosts kept
const CARD_ROOM = 240; // pixels for the card with the points

/**
 * Draw what a choice would do and show its gain; null clears the board.
 * @param {Choice | null} choice
 * @param {Choice[]} others the same move with the piece turned in other ways
 */
export async function showGhost(choice, others) {
  byId("turn").hidden = others.length < 2;
  clear();
  table.ghost = choice;
  if (!choice) return;
  const drawn = await drawingOf(choice);
  if (table.ghost !== choice || !drawn) return;
  clear();
  const layer = layGhost(board, drawn);
  if (!layer) return;
  showGain(choice, layer);
  showParts(choice);
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

/**
 * @param {Choice} choice
 * @param {Element} layer
 */
function showGain(choice, layer) {
  const gain = byId("gain");
  byId("gain-sum").textContent = choice.gain ? gainText(choice.gain) : "";
  byId("gain-parts").replaceChildren();
  gain.hidden = !choice.gain || !prefs.gains;
  const box = layer.getBoundingClientRect();
  const around = stage.getBoundingClientRect();
  const isRight = box.right - around.left < around.width - CARD_ROOM; // there is room on this side of the ghost
  gain.classList.toggle("left", !isRight);
  gain.style.left = `${Math.max((isRight ? box.right : box.left) - around.left, 20)}px`;
  gain.style.top = `${Math.max(box.top - around.top, 20)}px`;
}
