// The SVG picture on the board, and its parts by id.

/** @param {Element} board */
export function pictureIn(board) {
  const picture = board.querySelector("svg");
  if (!picture) throw new Error("the board holds no picture");
  return picture;
}

/**
 * @param {Element} board
 * @param {string} id
 */
export function partIn(board, id) {
  const part = board.querySelector(`[id="${CSS.escape(id)}"]`);
  return part instanceof SVGGraphicsElement ? part : null;
}
