// Replaces the picture and shows what has moved: as motion, or as a cross-fade for people who want no motion.
import { parseSvg } from "./dom.js";
import { copyAbove, labelTitles, pictureIn } from "./picture.js";
import { moves, prefs } from "./prefs.js";
import { stage, table } from "./state.js";

const TIMING = { duration: 380, easing: "cubic-bezier(.22, 1, .36, 1)" };
const MOST = 60; // elements that move at once
const LIFT = 5; // pixels above the board
const SHADOW = 14; // pixels below a lifted piece
const MOST_SHADOWS = 12; // pieces that are lifted at once: phones draw shadows slowly

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
  labelTitles(board);
  if (!moves() && prefs.motion) fadeOut(old);
  // One frame later, so that marks are laid where things come to rest.
  if (table.places && !isWaiting) requestAnimationFrame(() => settle(board));
  return focused;
}

/**
 * Let a picture that was replaced fade away over the new one.
 * @param {SVGSVGElement} old
 */
function fadeOut(old) {
  stage.querySelector(".fading")?.remove();
  const layer = document.createElement("div");
  layer.className = "board fading";
  layer.setAttribute("aria-hidden", "true");
  for (const marks of old.querySelectorAll(".marks, .ghost-layer")) marks.remove();
  // The ids belong to the new picture; what the old one refers to is found there.
  for (const name of ["id", "tabindex"]) for (const part of old.querySelectorAll(`[${name}]`)) part.removeAttribute(name);
  layer.append(old);
  stage.append(layer);
  layer.addEventListener("animationend", () => layer.remove());
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
 * Animate the elements from their old places to their new ones. A part of a moving group moves by its own way less the
 * way of the group.
 * @param {SVGSVGElement} picture
 * @param {Map<string, Point>} places
 */
function travel(picture, places) {
  const lens = picture.getScreenCTM();
  if (!lens) return;
  const parts = [...picture.querySelectorAll("[id]")];
  /** @type {Map<Element, Point>} the way of each part, by itself or with its group */
  const ways = new Map();
  /** @type {Map<Element, Point>} */
  const moved = new Map();
  for (const part of parts) {
    const around = ways.get(part.parentElement?.closest("[id]") ?? picture) ?? { x: 0, y: 0 };
    const from = places.get(part.getAttribute("data-from") ?? "") ?? places.get(part.id);
    const to = middle(part, lens);
    const way = from ? { x: from.x - to.x, y: from.y - to.y } : around;
    ways.set(part, way);
    const own = { x: way.x - around.x, y: way.y - around.y };
    if (Math.hypot(own.x, own.y) * lens.a > 3) moved.set(part, own);
  }
  if (moved.size > MOST || moved.size > parts.length / 2) return; // another layout, not a move
  const roots = [...moved.keys()].filter((part) => ![...moved.keys()].some((other) => other !== part && other.contains(part)));
  for (const root of roots) {
    const layer = fly(picture, root, moved);
    if (layer && roots.length <= MOST_SHADOWS) setDown(layer, lens.a);
  }
}

/**
 * Move a part and the moving parts inside it, above everything else in the picture. Returns the layer they move in.
 * @param {SVGSVGElement} picture
 * @param {Element} root
 * @param {Map<Element, Point>} moved
 */
function fly(picture, root, moved) {
  if (!(root instanceof SVGGraphicsElement)) return;
  const { layer, copy } = copyAbove(picture, root);
  const originals = [root, ...root.querySelectorAll("*")];
  const copies = [copy, ...copy.querySelectorAll("*")];
  for (const [n, original] of originals.entries()) {
    const way = moved.get(original);
    if (way) shift(picture, original, copies[n], way);
  }
  root.style.opacity = "0"; // not `visibility`: it can be touched where it will be
  const [animation] = copy.getAnimations();
  animation?.finished
    .catch(() => {})
    .then(() => {
      root.style.removeProperty("opacity");
      layer.remove();
    });
  return layer;
}

/**
 * Lift what travels a little; as it lands, its shadow shortens.
 * @param {SVGElement} layer
 * @param {number} scale pixels of the screen in a unit of the picture
 */
function setDown(layer, scale) {
  const lifted = { translate: `0 ${-LIFT / scale}px`, filter: `drop-shadow(0 ${SHADOW / scale}px ${6 / scale}px rgb(20 12 0 / 45%))` };
  const landed = { translate: "0 0", filter: "drop-shadow(0 0 0 rgb(20 12 0 / 0%))" };
  layer.animate([landed, { ...lifted, offset: 0.3 }, landed], { duration: TIMING.duration, easing: "ease-in-out" });
}

/**
 * @param {SVGSVGElement} picture
 * @param {Element} original
 * @param {Element} copy
 * @param {Point} way in the picture's units
 */
function shift(picture, original, copy, way) {
  const lens = picture.getScreenCTM();
  const parent = original.parentElement;
  const scale = parent instanceof SVGGraphicsElement ? parent.getScreenCTM() : null;
  if (!lens || !scale) return;
  const x = (way.x * lens.a) / scale.a;
  const y = (way.y * lens.d) / scale.d;
  copy.animate([{ translate: `${x}px ${y}px` }, { translate: "0 0" }], TIMING);
}

/**
 * Finish all animations at once.
 * @param {Element} board
 */
export function skipMotion(board) {
  for (const animation of board.getAnimations({ subtree: true })) animation.finish();
}
