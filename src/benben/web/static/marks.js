// Frames over the picture: what can be touched, what is held, what is at fault. Each kind has its own shape, not only
// its own colour. Phones draw a hundred frames fast enough, a hundred filters not.
import { partIn, pictureIn } from "./picture.js";

const SVG = "http://www.w3.org/2000/svg";
const ROOM = 3; // between an element and its frame, in the picture's units

/**
 * Frame these elements, and no others, with marks of this kind.
 * @param {Element} board
 * @param {string} kind
 * @param {Iterable<string>} ids
 */
export function mark(board, kind, ids) {
  const picture = pictureIn(board);
  picture.querySelector(`:scope > .marks-${kind}`)?.remove();
  const layer = document.createElementNS(SVG, "g");
  layer.setAttribute("class", `marks marks-${kind}`);
  layer.setAttribute("aria-hidden", "true");
  const toPicture = picture.getScreenCTM()?.inverse();
  if (!toPicture) return; // not on the screen
  for (const id of ids) {
    const part = partIn(board, id);
    if (part) layer.append(frame(part, toPicture));
  }
  if (layer.childElementCount) picture.append(layer);
}

/**
 * @param {SVGGraphicsElement} part
 * @param {DOMMatrix} toPicture
 */
function frame(part, toPicture) {
  const { x, y, width, height } = boxOf(part, toPicture);
  const made = document.createElementNS(SVG, "rect");
  const size = { x: x - ROOM, y: y - ROOM, width: width + 2 * ROOM, height: height + 2 * ROOM, rx: 8 };
  for (const [name, value] of Object.entries(size)) made.setAttribute(name, String(value));
  return made;
}

/**
 * The bounding box of an element, in the picture's own units.
 * @param {SVGGraphicsElement} part
 * @param {DOMMatrix} toPicture from the screen
 */
export function boxOf(part, toPicture) {
  const box = part.getBBox();
  const matrix = toPicture.multiply(part.getScreenCTM() ?? undefined);
  const corners = [
    [box.x, box.y],
    [box.x + box.width, box.y],
    [box.x, box.y + box.height],
    [box.x + box.width, box.y + box.height],
  ].map(([x, y]) => new DOMPoint(x, y).matrixTransform(matrix));
  const xs = corners.map((corner) => corner.x);
  const ys = corners.map((corner) => corner.y);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}
