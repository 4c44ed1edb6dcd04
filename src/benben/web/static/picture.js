// The SVG picture on the board, its parts by id, and what is laid over it.
import { parseSvg } from "./dom.js";

const SVG = "http://www.w3.org/2000/svg";

/** @param {Element} board */
export function pictureIn(board) {
  const picture = board.querySelector("svg");
  if (!picture) throw new Error("the board holds no picture");
  return picture;
}

/**
 * Our own tips say what a part is, to fingers and keyboards too: its title becomes a label.
 * @param {Element} picture
 */
export function labelTitles(picture) {
  for (const title of picture.querySelectorAll("svg > * title")) {
    const part = title.parentElement;
    if (!part?.hasAttribute("aria-label")) part?.setAttribute("aria-label", title.textContent ?? "");
    if (!part?.hasAttribute("role")) part?.setAttribute("role", "img");
    title.remove();
  }
}

/**
 * @param {Element} board
 * @param {string} id
 */
export function partIn(board, id) {
  const part = board.querySelector(`[id="${CSS.escape(id)}"]`);
  return part instanceof SVGGraphicsElement ? part : null;
}

/**
 * Lay the drawing of a move over the picture, in place of the one before of the same class; an empty one clears it.
 * @param {Element} board
 * @param {string} drawn
 * @returns {Element | null} the layer
 */
export function layGhost(board, drawn, className = "ghost-layer") {
  board.querySelector(`.${className}`)?.remove();
  const layer = drawn ? parseSvg(`<svg xmlns="http://www.w3.org/2000/svg">${drawn}</svg>`).firstElementChild : null;
  if (!layer) return null;
  for (const part of [layer, ...layer.querySelectorAll("[id]")]) part.removeAttribute("id");
  layer.classList.add(className);
  pictureIn(board).append(layer);
  return layer;
}

/**
 * A copy of a part at the end of the picture, so that it is drawn above all others, inside copies of its groups, so
 * that it keeps their transforms and styles.
 * @param {SVGSVGElement} picture
 * @param {SVGGraphicsElement} part
 */
export function copyAbove(picture, part) {
  const copy = /** @type {SVGGraphicsElement} */ (part.cloneNode(true));
  for (const inside of [copy, ...copy.querySelectorAll("*")]) {
    inside.classList.remove("can", "held");
    for (const name of ["id", "tabindex", "role"]) inside.removeAttribute(name);
  }
  /** @type {Element} */
  let inner = copy;
  for (let group = part.parentElement; group && group !== /** @type {Element} */ (picture); group = group.parentElement) {
    const outer = /** @type {Element} */ (group.cloneNode(false));
    for (const name of ["id", "clip-path", "mask", "tabindex", "role", "aria-label"]) outer.removeAttribute(name);
    outer.append(inner);
    inner = outer;
  }
  const layer = document.createElementNS(SVG, "g");
  layer.setAttribute("class", "flight");
  layer.setAttribute("aria-hidden", "true");
  layer.append(inner);
  picture.append(layer);
  return { layer, copy };
}

/**
 * Where an element is on the screen. One that lies on the board and is a button too, such as a row, is at its button.
 * @param {Element} part
 */
export function placeOf(part) {
  return (part.querySelector(":scope > .shape.face") ?? part).getBoundingClientRect();
}
