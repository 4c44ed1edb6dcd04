// Marks laid over the picture: what can be touched, what is held, what is at fault. Frames, not filters: a phone can
// draw a hundred of them. Each kind has a shape of its own, not only a colour.

const SVG = "http://www.w3.org/2000/svg";
const ROOM = 3; // between an element and its frame, in the picture's units

/** Frame these elements, and no others, with marks of this kind. */
export function mark(board, kind, ids) {
  const picture = board.querySelector("svg");
  picture.querySelector(`:scope > .marks-${kind}`)?.remove();
  const layer = document.createElementNS(SVG, "g");
  layer.setAttribute("class", `marks marks-${kind}`);
  layer.setAttribute("aria-hidden", "true");
  const toPicture = picture.getScreenCTM()?.inverse();
  for (const id of toPicture ? ids : []) {
    const part = picture.querySelector(`[id="${CSS.escape(id)}"]`);
    if (part?.getBBox) layer.append(frame(part, toPicture));
  }
  if (layer.childElementCount) picture.append(layer);
}

function frame(part, toPicture) {
  const { x, y, width, height } = boxOf(part, toPicture);
  const made = document.createElementNS(SVG, "rect");
  const size = { x: x - ROOM, y: y - ROOM, width: width + 2 * ROOM, height: height + 2 * ROOM, rx: 8 };
  for (const [name, value] of Object.entries(size)) made.setAttribute(name, value);
  return made;
}

/** Where an element lies, in the picture's own units. */
export function boxOf(part, toPicture) {
  const box = part.getBBox();
  const matrix = toPicture.multiply(part.getScreenCTM());
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
