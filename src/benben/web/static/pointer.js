// Mouse and finger on the board: they hover, touch, drag, turn the wheel. A finger may slide: what is under it when it
// leaves the screen is meant.

import { Carried } from "./carried.js";
import { LEAST, Loupe, sizeOf } from "./fingers.js";
import { partIn } from "./picture.js";
/** @import { Touch } from "./touch.js" */

const DRAG = 8; // pixels
const HOLD = 350; // milliseconds
const LENS_BELOW = 44; // pixels: smaller elements are shown in the loupe

export class Pointer {
  /** @type {{ id: string, x: number, y: number, begun: boolean } | null} */
  #drag = null;
  /** @type {{ x: number, y: number } | null} where the finger came down on something that may be touched */
  #down = null;
  #isAiming = false; // a finger slides over what it may touch
  #carried;
  #loupe;
  #hold = 0; // the timer after which a resting finger aims

  /** @param {Touch} touch */
  constructor(touch) {
    const { board } = touch;
    this.touch = touch;
    this.#carried = new Carried(board);
    this.#loupe = new Loupe(board);
    board.addEventListener("click", (event) => this.onClick(event));
    board.addEventListener("pointerdown", (event) => this.onDown(event));
    board.addEventListener("pointermove", (event) => this.onMove(event));
    board.addEventListener("pointerleave", () => touch.hover(null));
    board.addEventListener("pointerup", (event) => this.onUp(event));
    board.addEventListener("pointercancel", () => this.letGo());
    board.addEventListener("wheel", (event) => this.onWheel(event), { passive: false });
  }

  /**
   * The id of the element meant at a point: elements that can be touched come first.
   * @param {MouseEvent} event
   */
  at(event) {
    /** @type {string[]} */
    const ids = [];
    for (const under of document.elementsFromPoint(event.clientX, event.clientY)) {
      for (let part = /** @type {Element | null} */ (under); part && part !== this.touch.board; part = part.parentElement) {
        if (part.id && !(part instanceof SVGSVGElement)) ids.push(part.id);
      }
    }
    const isFinger = event instanceof PointerEvent && event.pointerType === "touch";
    const isLarge = (/** @type {string} */ id) => sizeOf(/** @type {SVGGraphicsElement} */ (partIn(this.touch.board, id))) >= LEAST;
    const can = (/** @type {Set<string>} */ set) => {
      const found = ids.filter((id) => set.has(id));
      return (isFinger ? found.find(isLarge) : undefined) ?? found[0];
    };
    return (
      can(this.touch.next(this.touch.path)) ??
      (this.touch.isBusy ? can(this.touch.next(this.touch.path.slice(0, -1))) ?? can(this.touch.next([])) : undefined) ??
      ids.find((id) => !["title", "desc"].includes(id))
    );
  }

  /** @param {MouseEvent} event */
  onClick(event) {
    if (this.touch.ignoresClick) {
      this.touch.ignoresClick = false;
      return;
    }
    const id = this.at(event);
    const isMeant = id !== undefined && this.touch.canBeTouched(id);
    if ((!isMeant || this.touch.asks) && this.touch.lookAt(document.elementFromPoint(event.clientX, event.clientY))) return;
    if (this.touch.asks) return;
    if (id && this.touch.choices.length) this.touch.pick(id);
  }

  /** @param {PointerEvent} event */
  onDown(event) {
    if (event.button !== 0 || this.touch.asks) return;
    this.touch.ignoresClick = false;
    const id = this.at(event);
    this.#drag = id && this.touch.next([]).has(id) ? { id, x: event.clientX, y: event.clientY, begun: false } : null;
    this.#isAiming = false;
    if (event.pointerType === "touch" && id && this.touch.next(this.touch.path).has(id)) {
      this.#hold = window.setTimeout(() => this.aim(event), HOLD);
      this.#down = { x: event.clientX, y: event.clientY };
    }
  }

  /**
   * The finger has chosen nothing yet: show what it is over.
   * @param {PointerEvent} event
   */
  aim(event) {
    clearTimeout(this.#hold);
    this.#isAiming = true;
    const id = this.at(event);
    this.touch.hover(id);
    const part = id ? partIn(this.touch.board, id) : null;
    if (part && this.touch.next(this.touch.path).has(id ?? "") && sizeOf(part) < LENS_BELOW) this.#loupe.show({ x: event.clientX, y: event.clientY });
    else this.#loupe.hide();
  }

  /** @param {PointerEvent} event */
  onMove(event) {
    const drag = this.#drag;
    if (drag && !drag.begun && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > DRAG) {
      if (!this.touch.choices.some(({ path }) => path[0] === drag.id && path.length > 1)) this.#drag = null; // it is no piece
      else {
        drag.begun = true;
        this.touch.take([drag.id]);
        this.#carried.take(drag.id, drag);
        this.touch.board.setPointerCapture?.(event.pointerId);
      }
    }
    this.#carried.moveTo({ x: event.clientX, y: event.clientY });
    const hasMoved = this.#down && Math.hypot(event.clientX - this.#down.x, event.clientY - this.#down.y) > DRAG;
    if (event.pointerType === "touch" && (this.#isAiming || hasMoved)) this.aim(event);
    else if (event.pointerType === "mouse") this.touch.hover(this.at(event));
  }

  /** @param {PointerEvent} event */
  onUp(event) {
    const drag = this.#drag;
    const isAiming = this.#isAiming;
    this.letGo();
    if (!drag?.begun && !isAiming) return;
    this.touch.ignoresClick = true;
    setTimeout(() => (this.touch.ignoresClick = false), 50);
    const id = this.at(event);
    if (drag?.begun ? id && id !== drag.id : id && this.touch.next(this.touch.path).has(id)) this.touch.pick(id);
    else this.touch.hover(null);
  }

  letGo() {
    clearTimeout(this.#hold);
    this.#drag = null;
    this.#down = null;
    this.#isAiming = false;
    this.#carried.drop();
    this.#loupe.hide();
  }

  /** @param {WheelEvent} event */
  onWheel(event) {
    if (this.touch.turn(Math.sign(event.deltaY))) event.preventDefault();
  }
}
