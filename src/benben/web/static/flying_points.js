// Points fly from the pieces that bring them to the total of their seat, one after the other, once the pieces lie.
import { element } from "./dom.js";
import { gainText } from "./gains.js";
import { rectangleAround } from "./popover.js";
import { moves } from "./prefs.js";
/** @import { Line } from "./types.js" */

const FIRST = 300; // milliseconds: the pieces are about to land
const EACH = 350; // between two
const TIME = 900;
const MOST = 4;
const RISE = 56; // pixels, where the total is not on the screen

/** @param {Line[]} lines of a move */
export function flyPoints(lines) {
  if (!moves()) return;
  const scored = lines.filter((line) => line.points && line.seat != null);
  for (const [n, line] of scored.slice(0, MOST).entries()) fly(line, FIRST + n * EACH);
}

/** Remove all that still fly. */
export function landPoints() {
  for (const made of document.querySelectorAll(".flying-points")) made.remove();
}

/**
 * @param {Line} line
 * @param {number} delay
 */
function fly({ cells, points, seat }, delay) {
  const from = middleOf(rectangleAround(cells));
  if (!from || !points) return;
  const to = middleOf(totalOf(seat)) ?? { x: from.x, y: from.y - RISE };
  const made = element("b", gainText(points), "flying-points", { ariaHidden: "true" });
  document.body.append(made);
  const [start, end] = [from, to].map(({ x, y }) => `${x}px ${y}px`);
  const frames = [
    { translate: start, scale: 0.5, opacity: 0 },
    { translate: start, scale: 1.2, opacity: 1, offset: 0.3 },
    { translate: end, scale: 0.9, opacity: 1, offset: 0.9 },
    { translate: end, scale: 0.9, opacity: 0 },
  ];
  const flight = made.animate(frames, { duration: TIME, delay, easing: "ease-in-out", fill: "both" });
  flight.finished.catch(() => {}).then(() => made.remove());
}

/**
 * The place of a seat's total, if it is on the screen.
 * @param {number | null | undefined} seat
 */
function totalOf(seat) {
  const box = document.querySelector(`#seats [data-seat="${seat}"] .seat-score`)?.getBoundingClientRect();
  return box?.width && box.bottom < innerHeight ? box : null;
}

/** @param {DOMRect | null} box */
const middleOf = (box) => box && { x: box.x + box.width / 2, y: box.y + box.height / 2 };
