// Replaces the picture and shows what has moved: as motion, or as a cross-fade for people who want no motion.
import { parseSvg } from "./dom.js";
import { copyAbove, labelTitles, pictureIn } from "./picture.js";
import { moves, prefs } from "./prefs.js";
import { stage, table } from "./state.js";

const TIMING = { duration: 380, easing: "cubic-bezier(.22, 1, .36, 1)" };
const NEAR = 3; // pixels: what moves less lies still
const SPOT = 12; // pixels: pieces are not drawn alike in all sizes
const MOST = 60; // elements that move at once
const LIFT = 5; // pixels above the board
const SHADOW = 14; // pixels below a lifted piece
const MOST_SHADOWS = 12; // pieces that are lifted at once: phones draw shadows slowly

/** @typedef {{ x: number, y: number }} Point */
/** @typedef {Point & { wide: number }} Place where a part is, and its width */

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
  /** @type {Map<string, Place>} */
  const places = new Map();
  for (const part of picture.querySelectorAll("[id]")) places.set(part.id, placeOn(part, lens));
  return places;
}

/**
 * Did a part lie at the same spot of its group before, when the group had perhaps another size?
 * @param {Place | undefined} before
 * @param {Place | undefined} group before
 * @param {Place} to
 * @param {Place} onto the group now
 * @param {number} scale pixels of the screen in a unit of the picture
 */
function isFixed(before, group, to, onto, scale) {
  if (!before || !group || !group.wide) return false;
  const larger = onto.wide / group.wide;
  const x = (before.x - group.x) * larger - (to.x - onto.x);
  const y = (before.y - group.y) * larger - (to.y - onto.y);
  return Math.hypot(x, y) * scale < SPOT;
}

/**
 * The id of what a part was in the picture before.
 * @param {Element} part
 * @param {Map<string, Place>} places
 */
function sourceOf(part, places) {
  const from = part.getAttribute("data-from") ?? "";
  return places.has(from) ? from : part.id;
}

/**
 * The group with an id that a part lies in.
 * @param {Element} part
 */
const groupOf = (part) => part.parentElement?.closest("[id]");

/**
 * The middle of an element, and its width, in the picture's own units: the page may move and scale the picture at the
 * same time.
 * @param {Element} part
 * @param {DOMMatrix} lens
 * @returns {Place}
 */
function placeOn(part, lens) {
  const box = part.getBoundingClientRect();
  const [x, y] = [(box.x + box.width / 2 - lens.e) / lens.a, (box.y + box.height / 2 - lens.f) / lens.d];
  return { x, y, wide: box.width / lens.a };
}

/**
 * Animate the elements from their old places to their new ones. A part of a moving group moves by its own way less the
 * way of the group. What is fixed on a group stays on it: the group may have another size now.
 * @param {SVGSVGElement} picture
 * @param {Map<string, Place>} places
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
    const group = groupOf(part) ?? picture;
    const to = placeOn(part, lens);
    const around = ways.get(group) ?? { x: 0, y: 0 };
    const before = places.get(sourceOf(part, places));
    const isCarried = moved.has(group) && isFixed(before, places.get(sourceOf(group, places)), to, placeOn(group, lens), lens.a);
    const from = isCarried ? undefined : before;
    const way = from ? { x: from.x - to.x, y: from.y - to.y } : around;
    ways.set(part, way);
    const own = { x: way.x - around.x, y: way.y - around.y };
    if (Math.hypot(own.x, own.y) * lens.a > NEAR) moved.set(part, own);
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
