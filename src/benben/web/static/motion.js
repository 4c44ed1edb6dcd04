// Replaces the picture and animates what has moved.
import { parseSvg } from "./dom.js";
import { pictureIn } from "./picture.js";
import { moves } from "./prefs.js";
import { table } from "./state.js";

const MILLISECONDS = 350;
const MOST = 60; // elements that move at once

/** @typedef {{ x: number, y: number }} Point */

/**
 * Replace the picture on the board. An element keeps its identity through its id; `data-from` names the element that a
 * new one came from. Returns the id of the element that had the focus.
 * @param {HTMLElement} board
 * @param {string} source
 */
export function replacePicture(board, source) {
  const old = pictureIn(board);
  const focused = document.activeElement?.closest("#board [id]")?.id;
  const isWaiting = table.places !== null; // two pictures within one frame: people saw the one before both
  if (!isWaiting && moves()) table.places = placesIn(old);
  board.replaceChildren(parseSvg(source));
  // One frame later, so that marks are laid where things come to rest.
  if (table.places && !isWaiting) requestAnimationFrame(() => settle(board));
  return focused;
}

/** @param {HTMLElement} board */
function settle(board) {
  const { places } = table;
  table.places = null;
  if (places) travel(pictureIn(board), places);
}

/** @param {SVGSVGElement} picture */
function placesIn(picture) {
  const lens = picture.getScreenCTM();
  if (!lens) return null; // not on the screen
  /** @type {Map<string, Point>} */
  const places = new Map();
  for (const part of picture.querySelectorAll("[id]")) places.set(part.id, middle(part, lens));
  return places;
}

/**
 * The middle of an element in the picture's own units: the page may move and scale the picture at the same time.
 * @param {Element} part
 * @param {DOMMatrix} lens
 * @returns {Point}
 */
function middle(part, lens) {
  const box = part.getBoundingClientRect();
  return { x: (box.x + box.width / 2 - lens.e) / lens.a, y: (box.y + box.height / 2 - lens.f) / lens.d };
}

/**
 * Animate the elements from their old places to their new ones.
 * @param {SVGSVGElement} picture
 * @param {Map<string, Point>} places
 */
function travel(picture, places) {
  const parts = [...picture.querySelectorAll("[id]")];
  const lens = picture.getScreenCTM();
  if (!lens) return;
  /** @type {Map<Element, Point>} */
  const moved = new Map();
  for (const part of parts) {
    const from = places.get(part.getAttribute("data-from") ?? "") ?? places.get(part.id);
    if (!from) continue;
    const to = middle(part, lens);
    const way = { x: from.x - to.x, y: from.y - to.y };
    if (Math.hypot(way.x, way.y) * lens.a > 3) moved.set(part, way);
  }
  if (moved.size > MOST || moved.size > parts.length / 2) return; // another layout, not a move
  for (const [part, way] of moved) {
    const parent = part.parentElement;
    const group = parent?.closest("[id]");
    const around = group && moved.get(group);
    if (around && Math.hypot(around.x - way.x, around.y - way.y) < 1) continue; // its group moves it
    const scale = parent instanceof SVGGraphicsElement ? parent.getScreenCTM() : null;
    if (!scale) continue;
    const x = (way.x * lens.a) / scale.a;
    const y = (way.y * lens.d) / scale.d;
    part.animate([{ translate: `${x}px ${y}px` }, { translate: "0 0" }], { duration: MILLISECONDS, easing: "ease-out" });
  }
}

/**
 * Finish all animations at once.
 * @param {Element} board
 */
export function skipMotion(board) {
  for (const animation of board.getAnimations({ subtree: true })) animation.finish();
}
