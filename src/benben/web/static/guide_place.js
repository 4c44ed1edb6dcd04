// The place of the bubble of a guided game: beside what it points at, over nothing that can be touched.
import { byId } from "./dom.js";
import { partIn, placeOf } from "./picture.js";
import { board } from "./state.js";

const GAP = 26; // pixels between the target and the bubble: room for the arrow
const EDGE = 8;
const CLOSE = 0.4; // part of the stage
const TARGET = 1000; // hiding what it points at is worse than hiding anything else

/**
 * Place the bubble and its arrow.
 * @param {string[]} ids of elements of the picture, or of the page; the first one that is shown gets the arrow
 */
export function placeGuide(ids) {
  const guide = byId("guide");
  const arrow = byId("guide-arrow");
  const targets = ids.map(shown).filter((part) => part !== null);
  for (const old of document.querySelectorAll(".guide-target")) {
    if (!targets.includes(old)) old.classList.remove("guide-target");
  }
  for (const part of targets) part.classList.add("guide-target");
  arrow.hidden = guide.hidden || !targets.length;
  if (guide.hidden) return;
  if (targets.length) bringIntoView(targets[0], ids[0]);
  const { width, height } = guide.getBoundingClientRect();
  const boxes = targets.map(placeOf);
  const target = boxes.length ? anchorOf(boxes) : null;
  const spot = bestSpot(target, width, height, boxes);
  guide.style.left = `${spot.left}px`;
  guide.style.top = `${spot.top}px`;
  if (target) pointAt(arrow, target, spot, width, height);
}

const last = { target: "" }; // that was brought into view

/**
 * Scroll to a new target that is not on the screen, or lies under the status line or the bar.
 * @param {Element} part
 * @param {string} id
 */
function bringIntoView(part, id) {
  if (id === last.target) return;
  last.target = id;
  const box = placeOf(part);
  const isSeen = box.top >= byId("status").getBoundingClientRect().bottom && box.bottom <= innerHeight - byId("bar").offsetHeight;
  if (!isSeen && part.closest("#board")) part.scrollIntoView({ block: "center" });
}

/**
 * What the arrow points at: all targets if they lie close together, else the first one.
 * @param {DOMRect[]} boxes
 */
function anchorOf(boxes) {
  const left = Math.min(...boxes.map((box) => box.left));
  const top = Math.min(...boxes.map((box) => box.top));
  const right = Math.max(...boxes.map((box) => box.right));
  const bottom = Math.max(...boxes.map((box) => box.bottom));
  const room = byId("stage").getBoundingClientRect();
  const isClose = right - left < room.width * CLOSE && bottom - top < room.height * CLOSE;
  return isClose ? new DOMRect(left, top, right - left, bottom - top) : boxes[0];
}

/**
 * The element with this id, if it is on the screen or can be scrolled to.
 * @param {string} id
 * @returns {Element | null}
 */
function shown(id) {
  const part = partIn(board, id) ?? document.getElementById(id);
  return part?.checkVisibility() ? part : null;
}

/**
 * The spot that hides least of what can be touched: beside the target, or at an edge of the stage.
 * @param {DOMRect | null} target
 * @param {number} width
 * @param {number} height
 * @param {DOMRect[]} targets
 */
export function bestSpot(target, width, height, targets) {
  const room = byId("stage").getBoundingClientRect();
  const right = Math.min(room.right, innerWidth) - width - EDGE;
  const left = Math.max(room.left, 0) + EDGE;
  const top = Math.max(room.top, byId("status").getBoundingClientRect().bottom) + EDGE;
  const bottom = innerHeight - height - EDGE;
  const within = (/** @type {{ left: number, top: number }} */ spot) => ({
    left: Math.max(left, Math.min(spot.left, right)),
    top: Math.max(top, Math.min(spot.top, bottom)),
  });
  const spots = target ? around(target, width, height) : [];
  spots.push({ left: (left + right) / 2, top: bottom }, { left, top: bottom }, { left: right, top: bottom }, { left: right, top }, { left, top });
  const kept = [...targets, ...[...board.querySelectorAll(".can")].map(placeOf), barArea()];
  const covers = (/** @type {{ left: number, top: number }} */ spot) =>
    kept.reduce((sum, box, n) => sum + overlap(spot, width, height, box) * (n < targets.length ? TARGET : 1), 0);
  return spots.map(within).reduce((best, spot) => (covers(spot) < covers(best) - 1 ? spot : best));
}

function barArea() {
  const bar = byId("bar").getBoundingClientRect();
  return new DOMRect(bar.x, bar.y, bar.width, bar.height);
}

/**
 * @param {DOMRect} target
 * @param {number} width
 * @param {number} height
 */
function around(target, width, height) {
  const middle = { left: target.x + target.width / 2 - width / 2, top: target.y + target.height / 2 - height / 2 };
  return [
    { left: target.right + GAP, top: middle.top },
    { left: target.left - GAP - width, top: middle.top },
    { left: middle.left, top: target.bottom + GAP },
    { left: middle.left, top: target.top - GAP - height },
  ];
}

/**
 * The area that a box at this spot hides of another, with a margin for the arrow.
 * @param {{ left: number, top: number }} spot
 * @param {number} width
 * @param {number} height
 * @param {DOMRect} box
 */
function overlap(spot, width, height, box) {
  const across = Math.min(spot.left + width, box.right) - Math.max(spot.left, box.left);
  const down = Math.min(spot.top + height, box.bottom) - Math.max(spot.top, box.top);
  return across > 0 && down > 0 ? across * down : 0;
}

/**
 * Put the arrow at the edge of the target that faces the bubble.
 * @param {HTMLElement} arrow
 * @param {DOMRect} target
 * @param {{ left: number, top: number }} spot
 * @param {number} width
 * @param {number} height
 */
function pointAt(arrow, target, spot, width, height) {
  const dx = spot.left + width / 2 - (target.x + target.width / 2);
  const dy = spot.top + height / 2 - (target.y + target.height / 2);
  const isAcross = Math.abs(dx) / (width + target.width) > Math.abs(dy) / (height + target.height);
  const side = isAcross ? (dx > 0 ? "right" : "left") : dy > 0 ? "below" : "above";
  const x = side === "right" ? target.right : side === "left" ? target.left : target.x + target.width / 2;
  const y = side === "below" ? target.bottom : side === "above" ? target.top : target.y + target.height / 2;
  arrow.dataset.side = side;
  arrow.style.left = `${x}px`;
  arrow.style.top = `${y}px`;
}
