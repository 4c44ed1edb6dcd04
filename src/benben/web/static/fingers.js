// Fingers are broad: what they touch has a least size, and a loupe shows what they hide.
import { partIn, pictureIn } from "./picture.js";

export const LEAST = 40; // pixels of a target
const SIZE = 132; // of the loupe
const SCALE = 2;
const ABOVE = 26; // pixels between the finger and the loupe
const SVG = "http://www.w3.org/2000/svg";

export const hasFingers = () => matchMedia("(pointer: coarse)").matches;

/**
 * The shorter side of what is touched of an element, in pixels.
 * @param {SVGGraphicsElement} part
 */
export function sizeOf(part) {
  const shape = part.querySelector(":scope > .shape");
  const touched = shape instanceof SVGGraphicsElement ? shape : part;
  const { width, height } = touched.getBBox();
  const lens = touched.getScreenCTM();
  return lens ? Math.min(width, height) * Math.hypot(lens.a, lens.b) : 0;
}

/**
 * Elements without the small parts of others among them: a finger touches the whole, and turns it.
 * @param {Element} board
 * @param {Set<string>} ids
 */
export function withoutSmallParts(board, ids) {
  const parts = [...ids].map((id) => partIn(board, id)).filter((part) => part !== null);
  const isPart = (/** @type {SVGGraphicsElement} */ part) => parts.some((other) => other !== part && other.contains(part));
  const small = parts.filter((part) => sizeOf(part) < LEAST && isPart(part));
  return new Set([...ids].filter((id) => !small.some((part) => part.id === id)));
}

/**
 * Those elements that are large enough for a finger.
 * @param {Element} board
 * @param {Set<string>} ids
 */
export function large(board, ids) {
  const isLarge = (/** @type {SVGGraphicsElement | null} */ part) => part !== null && sizeOf(part) >= LEAST;
  return new Set([...ids].filter((id) => isLarge(partIn(board, id))));
}

export class Loupe {
  /** @param {Element} board */
  constructor(board) {
    this.board = board;
    this.glass = document.createElement("div");
    this.glass.className = "loupe";
    this.glass.setAttribute("aria-hidden", "true");
    this.glass.hidden = true;
    this.lens = document.createElementNS(SVG, "svg");
    this.copy = document.createElementNS(SVG, "use");
    this.lens.append(this.copy);
    this.glass.append(this.lens);
    document.body.append(this.glass);
  }

  /**
   * Show what is under a point of the screen, above the finger; at the top of the screen, below it.
   * @param {{ x: number, y: number }} point
   */
  show({ x, y }) {
    const picture = pictureIn(this.board);
    const lens = picture.getScreenCTM();
    if (!lens) return;
    picture.id = "whole-picture";
    const { width, height } = picture.viewBox.baseVal;
    for (const [name, value] of Object.entries({ href: "#whole-picture", width, height })) {
      this.copy.setAttribute(name, String(value));
    }
    const seen = SIZE / SCALE / lens.a;
    const middle = new DOMPoint(x, y).matrixTransform(lens.inverse());
    this.lens.setAttribute("viewBox", `${middle.x - seen / 2} ${middle.y - seen / 2} ${seen} ${seen}`);
    this.glass.hidden = false;
    const top = y - ABOVE - SIZE;
    this.glass.style.left = `${Math.min(Math.max(x - SIZE / 2, 4), innerWidth - SIZE - 4)}px`;
    this.glass.style.top = `${top > 4 ? top : y + 2 * ABOVE}px`;
  }

  hide() {
    if (this.glass.hidden) return;
    this.glass.hidden = true;
    this.copy.removeAttribute("href");
    pictureIn(this.board).removeAttribute("id");
  }
}
