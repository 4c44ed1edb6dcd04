// Frames over the picture: what can be touched, what is held, what is at fault. A frame follows the shape of its element.
// Each kind has its own line, not only its own colour; what is lit stands in a light, and the rest of the picture in the dark. Phones draw a hundred frames fast enough, a hundred filters not.
import { partIn, pictureIn } from "./picture.js";

const SVG = "http://www.w3.org/2000/svg";
const ROOM = 3; // between an element and its frame, in the picture's units
const MANY = 14; // from this number of frames on, they are drawn thin

/**
 * Frame these elements, and no others, with marks of this kind.
 * @param {Element} board
 * @param {string} kind
 * @param {Iterable<string>} ids
 */
export function mark(board, kind, ids) {
  const picture = pictureIn(board);
  picture.querySelector(`:scope > .marks-${kind}`)?.remove();
  if (kind === "lit") picture.querySelector(":scope > .spotlight")?.remove();
  const layer = document.createElementNS(SVG, "g");
  layer.setAttribute("class", `marks marks-${kind}`);
  layer.setAttribute("aria-hidden", "true");
  const toPicture = picture.getScreenCTM()?.inverse();
  if (!toPicture) return; // not on the screen
  for (const id of ids) {
    const part = partIn(board, id);
    if (part) layer.append(outline(part, toPicture) ?? frame(part, toPicture));
  }
  layer.classList.toggle("many", layer.childElementCount > MANY);
  if (!layer.childElementCount) return;
  if (kind === "lit") picture.append(spotlight(picture, layer));
  picture.append(layer);
}

/**
 * Darkness over the whole picture but for the marked elements. A mask is drawn once, it does not move.
 * @param {SVGSVGElement} picture
 * @param {SVGGElement} marks
 */
function spotlight(picture, marks) {
  const { x, y, width, height } = picture.viewBox.baseVal;
  const around = { x: x - width, y: y - height, width: 3 * width, height: 3 * height }; // the picture may be narrower than its stage
  const made = document.createElementNS(SVG, "g");
  made.setAttribute("class", "marks spotlight");
  made.setAttribute("aria-hidden", "true");
  const mask = document.createElementNS(SVG, "mask");
  mask.id = "spotlight";
  mask.setAttribute("maskUnits", "userSpaceOnUse");
  for (const [name, value] of Object.entries(around)) mask.setAttribute(name, String(value));
  const holes = /** @type {SVGGElement} */ (marks.cloneNode(true));
  holes.setAttribute("class", "holes");
  mask.append(sheet(around), holes);
  const dark = sheet(around);
  dark.setAttribute("class", "dark");
  dark.setAttribute("mask", "url(#spotlight)");
  made.append(mask, dark);
  return made;
}

/** @param {{ x: number, y: number, width: number, height: number }} size */
function sheet(size) {
  const made = document.createElementNS(SVG, "rect");
  for (const [name, value] of Object.entries(size)) made.setAttribute(name, String(value));
  made.setAttribute("fill", "white");
  return made;
}

/**
 * The outline of an element's own shape: its child of class `shape`, or the element itself if it is a single shape.
 * @param {SVGGraphicsElement} part
 * @param {DOMMatrix} toPicture
 */
function outline(part, toPicture) {
  const shape = part instanceof SVGGeometryElement ? part : part.querySelector(":scope > .shape");
  if (!(shape instanceof SVGGeometryElement)) return null;
  const made = document.createElementNS(SVG, shape.localName);
  for (const name of GEOMETRY) {
    const value = shape.getAttribute(name);
    if (value !== null) made.setAttribute(name, value);
  }
  const { a, b, c, d, e, f } = toPicture.multiply(shape.getScreenCTM() ?? undefined);
  made.setAttribute("transform", `matrix(${[a, b, c, d, e, f].join(" ")})`);
  return made;
}

const GEOMETRY = ["x", "y", "width", "height", "rx", "ry", "cx", "cy", "r", "d", "points"];

/**
 * A frame around the bounding box of an element.
 * @param {SVGGraphicsElement} part
 * @param {DOMMatrix} toPicture
 */
function frame(part, toPicture) {
  const { x, y, width, height } = boxOf(part, toPicture);
  const made = document.createElementNS(SVG, "rect");
  const size = { x: x - ROOM, y: y - ROOM, width: width + 2 * ROOM, height: height + 2 * ROOM, rx: 8 };
  for (const [name, value] of Object.entries(size)) made.setAttribute(name, value.toFixed(1));
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
