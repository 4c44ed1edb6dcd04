// Boxes beside a place on the board: reasons beside the finger, explanations beside the piece.
import { board } from "./state.js";
import { partIn, placeOf } from "./picture.js";

const GAP = 12; // pixels between the place and the box
const EDGE = 8;

/**
 * Place a box beside a rectangle of the screen, where there is room; without a rectangle, at the bottom of the stage.
 * @param {HTMLElement} box
 * @param {DOMRect | null} place
 * @param {DOMRect | null} [other] another box, which it does not cover
 */
export function placeBeside(box, place, other = null) {
  box.classList.toggle("docked", !place);
  box.style.removeProperty("left");
  box.style.removeProperty("top");
  if (!place) return;
  const room = roomOf(box);
  const { width, height } = box.getBoundingClientRect();
  const middleX = place.x + place.width / 2 - width / 2;
  const middleY = place.y + place.height / 2 - height / 2;
  const spots = [
    { left: place.right + GAP, top: middleY, fits: place.right + GAP + width <= room.right },
    { left: place.left - GAP - width, top: middleY, fits: place.left - GAP - width >= room.left },
    { left: middleX, top: place.bottom + GAP, fits: place.bottom + GAP + height <= room.bottom },
    { left: middleX, top: place.top - GAP - height, fits: place.top - GAP - height >= room.top },
  ];
  const free = spots
    .filter(({ fits }) => fits)
    .map(({ left, top }) => new DOMRect(clamp(left, room.left, room.right - width), clamp(top, room.top, room.bottom - height), width, height))
    .find((spot) => !other || !overlap(spot, other));
  box.classList.toggle("docked", !free);
  if (!free) return;
  box.style.left = `${free.left}px`;
  box.style.top = `${free.top}px`;
}

/**
 * @param {DOMRect} one
 * @param {DOMRect} other
 */
const overlap = (one, other) => one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/** @param {HTMLElement} box */
function roomOf(box) {
  const around = box.closest(".play")?.getBoundingClientRect();
  return {
    left: (around?.left ?? 0) + EDGE,
    right: (around?.right ?? innerWidth) - EDGE,
    top: EDGE,
    bottom: innerHeight - EDGE,
  };
}

/**
 * @param {number} value
 * @param {number} least
 * @param {number} most
 */
const clamp = (value, least, most) => Math.max(least, Math.min(value, most));

/**
 * The rectangle around these elements of the picture; null if none of them is on the screen.
 * @param {string[]} ids
 */
export function rectangleAround(ids) {
  const parts = ids.map((id) => partIn(board, id)).filter((part) => part !== null);
  const boxes = parts.map(placeOf);
  if (!boxes.length) return null;
  const left = Math.min(...boxes.map((box) => box.left));
  const top = Math.min(...boxes.map((box) => box.top));
  const right = Math.max(...boxes.map((box) => box.right));
  const bottom = Math.max(...boxes.map((box) => box.bottom));
  if (bottom < 0 || top > innerHeight) return null;
  return new DOMRect(left, top, right - left, bottom - top);
}
