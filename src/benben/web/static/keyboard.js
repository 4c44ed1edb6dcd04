// The keyboard on the board: arrow keys move the focus between the elements that can be touched; Enter and space touch.

import { targetOf } from "./dom.js";
import { mark } from "./marks.js";
/** @import { Touch } from "./touch.js" */

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @param {Touch} touch */
export function listenToKeys(touch) {
  const { board } = touch;
  board.addEventListener("focusin", (event) => onFocus(touch, targetOf(event)?.closest("[id]") ?? null));
  board.addEventListener("focusout", () => mark(board, "focus", []));
  board.addEventListener("keydown", (event) => onKey(touch, event));
}

/**
 * The focus shows what the pointer would show, unless the pointer set it.
 * @param {Touch} touch
 * @param {Element | null} part
 */
function onFocus(touch, part) {
  if (!part?.matches(":focus-visible")) return;
  touch.hover(part.id);
  mark(touch.board, "focus", [part.id]);
}

/**
 * @param {Touch} touch
 * @param {KeyboardEvent} event
 */
function onKey(touch, event) {
  const part = targetOf(event)?.closest("[id]") ?? null;
  if (event.key === "Enter" || event.key === " ") {
    if (part?.getAttribute("role") !== "button" || touch.asks) return;
    event.preventDefault();
    touch.pick(part.id);
    if (touch.isBusy && !touch.turning()) touch.focusFirst();
  } else if (event.key in ARROWS) {
    event.preventDefault();
    focusTowards(touch, ARROWS[event.key], part);
  }
}

/**
 * Focus the nearest element that can be touched, in the direction of an arrow key.
 * @param {Touch} touch
 * @param {[number, number]} direction
 * @param {Element | null} part the element that has the focus
 */
function focusTowards(touch, [dx, dy], part) {
  const [x, y] = part ? middleOf(part) : [0, 0];
  /** @type {SVGElement | null} */
  let best = null;
  let least = Infinity;
  for (const other of touch.board.querySelectorAll("[tabindex='0']")) {
    if (other === part || !(other instanceof SVGElement)) continue;
    const [ox, oy] = middleOf(other);
    const along = (ox - x) * dx + (oy - y) * dy;
    const across = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
    if (along <= 1) continue;
    const distance = along + 2.5 * across;
    if (distance < least) [best, least] = [other, distance];
  }
  best?.focus();
}

/** @param {Element} part */
function middleOf(part) {
  const box = part.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}
