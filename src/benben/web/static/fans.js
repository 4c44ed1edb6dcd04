// A stack under the pointer fans out, so that its pieces can be counted. The picture says by `data-fans` on which element
// it stands; its pieces follow each other from the bottom to the top.
import { targetOf } from "./dom.js";
import { moves } from "./prefs.js";
import { board } from "./state.js";

const LEAST = 3; // pieces
const STEP = 9; // units of the picture between two pieces, more than before

const state = {
  /** @type {Element | null} */
  stack: null,
};

/** @param {Element | null} target */
function fanOut(target) {
  const id = target?.closest("#board svg [id]")?.id ?? "";
  const stack = id ? board.querySelector(`[data-fans="${CSS.escape(id)}"]`) : null;
  if (stack === state.stack) return;
  spread(state.stack, 0);
  if (moves()) spread(stack, STEP);
  state.stack = stack;
}

/**
 * @param {Element | null} stack
 * @param {number} step
 */
function spread(stack, step) {
  const pieces = [...(stack?.querySelectorAll(":scope > .piece") ?? [])].filter((piece) => piece instanceof SVGElement);
  if (pieces.length < LEAST) return;
  for (const [n, piece] of pieces.entries()) piece.style.translate = step ? `0 ${-n * step}px` : "";
}

board.addEventListener("pointermove", (event) => {
  if (event.pointerType === "mouse") fanOut(targetOf(event));
});
board.addEventListener("pointerleave", () => fanOut(null));
