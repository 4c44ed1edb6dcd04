// The piece that a drag carries: a copy of it follows the pointer.
import { copyAbove, partIn, pictureIn } from "./picture.js";

export class Carried {
  /** @type {{ layer: SVGElement, x: number, y: number, scale: number } | null} */
  #held = null;

  /** @param {HTMLElement} board */
  constructor(board) {
    this.board = board;
  }

  /**
   * @param {string} id
   * @param {{ x: number, y: number }} from where the pointer went down
   */
  take(id, from) {
    this.drop();
    const part = partIn(this.board, id);
    const lens = pictureIn(this.board).getScreenCTM();
    if (!part || !lens) return;
    const { layer } = copyAbove(pictureIn(this.board), part);
    layer.classList.add("carried");
    this.#held = { layer, ...from, scale: lens.a };
  }

  /** @param {{ x: number, y: number }} to */
  moveTo(to) {
    if (!this.#held) return;
    const { layer, x, y, scale } = this.#held;
    layer.setAttribute("transform", `translate(${(to.x - x) / scale} ${(to.y - y) / scale})`);
  }

  drop() {
    this.#held?.layer.remove();
    this.#held = null;
  }
}
