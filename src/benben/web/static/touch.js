// The path protocol: a move is a sequence of elements to touch. This module knows paths and no game.
//
// `choices` are the legal moves with their paths. The elements that may be touched next are lit. Pointer, drag and
// keyboard all end in `touch(id)`. A piece that lies on a touched cell in several ways is turned: the most promising way
// is shown at once, R shows the next. A finger may slide: what is under it when it leaves the screen is meant.

import { Carried } from "./carried.js";
import { targetOf } from "./dom.js";
import { LEAST, Loupe, hasFingers, large, sizeOf, withoutSmallParts } from "./fingers.js";
import { mark } from "./marks.js";
import { bestFirst, isPlaced, matching, nextElements, upTo } from "./paths.js";
import { partIn } from "./picture.js";
/** @import { Choice } from "./types.js" */

const DRAG = 8; // pixels
const HOLD = 350; // milliseconds
const LENS_BELOW = 44; // pixels: smaller elements are shown in the loupe

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Touch {
  /** @type {Choice[]} */
  choices = [];
  /** @type {string[]} the elements touched so far */
  path = [];
  turned = 0; // which of the ways to turn the piece is shown
  /** @type {string | null} the element under pointer or focus */
  over = null;
  /** @type {Map<string, Choice[]>} by path, in the order in which R shows them: ranks that come later change nothing */
  #ways = new Map();
  /** @type {{ id: string, x: number, y: number, begun: boolean } | null} */
  drag = null;
  /** @type {{ x: number, y: number } | null} where the finger came down on something that may be touched */
  down = null;
  isAiming = false; // a finger slides over what it may touch
  hold = 0; // the timer after which a resting finger aims
  asks = false; // the player wants to know what things are, and does nothing
  ignoresClick = false; // a drag has just ended, or moves were skipped: the click that follows counts for nothing

  /** @type {(choice: Choice | null, others: Choice[]) => void} */
  #show = () => {};
  /** @type {(choice: Choice | null, explicit: boolean) => boolean} */
  #choose = () => false;
  /** @type {(path: string[]) => void} */
  #refuse = () => {};
  /** @type {(element: Element | null) => boolean} */
  #lookAt = () => false;
  /** @type {(id: string) => void} */
  #rank = () => {};

  /** @param {HTMLElement} board the element that holds the picture */
  constructor(board) {
    this.board = board;
    this.carried = new Carried(board);
    this.loupe = new Loupe(board);
    board.addEventListener("click", (event) => this.onClick(event));
    board.addEventListener("pointerdown", (event) => this.onDown(event));
    board.addEventListener("pointermove", (event) => this.onMove(event));
    board.addEventListener("pointerleave", () => this.hover(null));
    board.addEventListener("pointerup", (event) => this.onUp(event));
    board.addEventListener("pointercancel", () => this.letGo());
    board.addEventListener("focusin", (event) => this.onFocus(targetOf(event)?.closest("[id]") ?? null));
    board.addEventListener("focusout", () => mark(board, "focus", []));
    board.addEventListener("keydown", (event) => this.onKey(event));
    board.addEventListener("wheel", (event) => this.onWheel(event), { passive: false });
  }

  // Callbacks

  /**
   * Called when the choice under the pointer changes, with its turns; null when there is none.
   * @param {(choice: Choice | null, others: Choice[]) => void} callback
   */
  onShow(callback) {
    this.#show = callback;
  }

  /**
   * Called when a path is a whole move, and with null when it is no longer. `explicit`: the player touched the last
   * element. The callback returns true if it played the move.
   * @param {(choice: Choice | null, explicit: boolean) => boolean} callback
   */
  onChoose(callback) {
    this.#choose = callback;
  }

  /**
   * Called with a path that leads to no legal move.
   * @param {(path: string[]) => void} callback
   */
  onRefuse(callback) {
    this.#refuse = callback;
  }

  /**
   * Called with what was touched where nothing can be done. True if that has shown something.
   * @param {(element: Element | null) => boolean} callback
   */
  onLookAt(callback) {
    this.#lookAt = callback;
  }

  /**
   * Called with a piece that was taken up and can be laid in several ways on a cell: they are wanted in order.
   * @param {(id: string) => void} callback
   */
  onRank(callback) {
    this.#rank = callback;
  }

  // Choices

  /**
   * Offer new choices, with nothing touched.
   * @param {Choice[]} choices
   */
  offer(choices) {
    this.choices = choices;
    this.reset();
  }

  reset() {
    this.path = [];
    this.turned = 0;
    this.#ways.clear();
    this.over = null;
    this.light();
    this.#show(null, []);
  }

  /**
   * Choose a whole move at once.
   * @param {Choice} choice
   */
  restore(choice) {
    this.path = [...choice.path];
    this.light();
    this.settle(choice, [choice], false);
  }

  /** @param {string[]} path */
  matching(path) {
    const key = path.join(" ");
    const ways = this.#ways.get(key) ?? bestFirst(matching(this.choices, path), path);
    this.#ways.set(key, ways);
    return ways;
  }

  /**
   * The elements that may be touched after this path.
   * @param {string[]} path
   */
  next(path) {
    return nextElements(this.choices, path);
  }

  /** The elements that are lit: all that may be touched, for fingers without what is too small for them. */
  offered() {
    const next = this.next(this.path);
    if (!hasFingers()) return next;
    return this.turning() ? large(this.board, next) : withoutSmallParts(this.board, next); // a button turns the piece
  }

  get isBusy() {
    return this.path.length > 0;
  }

  light() {
    const focused = document.activeElement?.closest("#board [id]")?.id;
    const next = this.offered();
    /** @type {Set<string>} */
    const again = this.isBusy ? this.next(this.path.slice(0, -1)) : new Set();
    for (const part of this.board.querySelectorAll(".can, .held, [tabindex]")) {
      part.classList.remove("can", "held");
      part.removeAttribute("tabindex");
      part.setAttribute("role", "group");
    }
    const parts = [...new Set([...next, ...again])].map((id) => partIn(this.board, id)).filter((part) => part !== null);
    for (const part of parts) {
      const { id } = part;
      if (next.has(id)) part.classList.add("can");
      const others = parts.filter((other) => other !== part);
      if (others.some((other) => next.has(other.id) && other.contains(part))) continue; // keys choose the whole first,
      if (!next.has(id) && others.some((other) => part.contains(other))) continue; // then its parts
      part.setAttribute("tabindex", "0");
      part.setAttribute("role", "button");
      if (!part.hasAttribute("aria-label") && !part.querySelector(":scope > title")) part.setAttribute("aria-label", id);
    }
    if (this.asks) for (const part of this.board.querySelectorAll("svg [aria-label]")) part.setAttribute("tabindex", "0");
    for (const id of this.path) partIn(this.board, id)?.classList.add("held");
    mark(this.board, "can", next);
    mark(this.board, "held", this.path);
    this.board.classList.toggle("holding", this.isBusy);
    if (focused) this.keepFocus(focused);
  }

  /**
   * The element with the focus may no longer be one that can be touched: then the next one gets the focus.
   * @param {string} focused
   */
  keepFocus(focused) {
    const part = partIn(this.board, focused);
    if (part?.hasAttribute("tabindex")) part.focus({ preventScroll: true });
    else this.focusFirst();
  }

  /** @param {string} id */
  touch(id) {
    const before = this.path.slice(0, -1);
    if (this.next(this.path).has(id)) this.take([...this.path, id]);
    else if (this.isBusy && this.path.at(-1) === id) this.touchAgain();
    else if (this.isBusy && this.next(before).has(id)) this.take([...before, id]);
    else if (this.isBusy && this.next([]).has(id)) this.take([id]);
    else this.#refuse([...this.path, id]);
  }

  /** The last element again: it confirms the turn of the piece, or lets go. */
  touchAgain() {
    if (!this.turning()) {
      this.back();
      return;
    }
    const fits = this.matching(this.path);
    this.settle(fits[this.turned % fits.length], fits, true);
  }

  /** @param {string[]} path */
  take(path) {
    this.path = path;
    this.turned = 0;
    this.#ways.clear();
    this.over = null;
    const fits = this.matching(path);
    if (fits.length > 1) this.path = upTo(fits[0], path);
    if (path.length === 1 && fits.some((choice) => choice.turns)) this.#rank(this.path[0]);
    const isWhole = fits.length === 1 || fits[0]?.path.length === path.length;
    if (fits.length === 1) this.path = [...fits[0].path];
    this.light();
    if (isWhole) this.settle(fits[0], fits, true);
    else if (this.turning()) this.settle(this.matching(this.path)[0], this.matching(this.path), false);
    else this.#show(null, []);
  }

  /** Is only the turn of the piece left open? */
  turning() {
    const fits = this.path.length ? this.matching(this.path) : [];
    return fits.length > 1 && isPlaced(fits, this.path);
  }

  /**
   * The path is a whole move. A move that is played at once needs no ghost.
   * @param {Choice} choice
   * @param {Choice[]} others
   * @param {boolean} explicit
   */
  settle(choice, others, explicit) {
    const isPlayed = this.#choose(choice, explicit);
    if (!isPlayed) this.#show(choice, others);
  }

  back() {
    this.path = this.path.slice(0, -1);
    this.turned = 0;
    this.#ways.clear();
    this.light();
    this.#choose(null, false);
    this.#show(null, []);
  }

  /** The choice that the element under the pointer stands for, turned as shown. */
  shown() {
    const fits = this.candidates();
    return fits.length ? fits[this.turned % fits.length] : null;
  }

  candidates() {
    if (this.over && this.next(this.path).has(this.over)) {
      const path = [...this.path, this.over];
      const fits = this.matching(path);
      if (fits.every((choice) => choice.direct === this.over)) return fits;
      return isPlaced(fits, path) ? fits : [];
    }
    if (this.turning()) return this.matching(this.path);
    const fits = this.isBusy ? this.matching(this.path) : [];
    return fits.length === 1 ? fits : [];
  }

  /** @param {string | null | undefined} id */
  hover(id) {
    const found = id && this.next(this.path).has(id) ? id : null;
    if (found === this.over) return;
    this.over = found;
    if (found && !this.turning()) {
      this.turned = 0;
      this.#ways.clear();
    }
    this.#show(this.shown(), this.candidates());
  }

  /** Turn the piece to the next way. False if there is only one. */
  turn(step = 1) {
    const isLaid = this.turning();
    const fits = isLaid ? this.matching(this.path) : this.candidates();
    if (fits.length < 2) return false;
    this.turned = (this.turned + step + fits.length) % fits.length;
    if (isLaid) this.settle(fits[this.turned], fits, false);
    else this.#show(fits[this.turned], fits);
    return true;
  }

  // Pointer

  /**
   * The id of the element meant at a point: elements that can be touched come first.
   * @param {MouseEvent} event
   */
  at(event) {
    /** @type {string[]} */
    const ids = [];
    for (const under of document.elementsFromPoint(event.clientX, event.clientY)) {
      for (let part = /** @type {Element | null} */ (under); part && part !== this.board; part = part.parentElement) {
        if (part.id && !(part instanceof SVGSVGElement)) ids.push(part.id);
      }
    }
    const isFinger = event instanceof PointerEvent && event.pointerType === "touch";
    const isLarge = (/** @type {string} */ id) => sizeOf(/** @type {SVGGraphicsElement} */ (partIn(this.board, id))) >= LEAST;
    const can = (/** @type {Set<string>} */ set) => {
      const found = ids.filter((id) => set.has(id));
      return (isFinger ? found.find(isLarge) : undefined) ?? found[0];
    };
    return (
      can(this.next(this.path)) ??
      (this.isBusy ? can(this.next(this.path.slice(0, -1))) ?? can(this.next([])) : undefined) ??
      ids.find((id) => !["title", "desc"].includes(id))
    );
  }

  /** @param {MouseEvent} event */
  onClick(event) {
    if (this.ignoresClick) {
      this.ignoresClick = false;
      return;
    }
    const id = this.at(event);
    const isMeant = id !== undefined && this.canBeTouched(id);
    if ((!isMeant || this.asks) && this.#lookAt(document.elementFromPoint(event.clientX, event.clientY))) return;
    if (this.asks) return;
    if (id && this.choices.length) this.pick(id);
  }

  /** @param {string} id */
  canBeTouched(id) {
    return this.next(this.path).has(id) || this.path.includes(id) || (this.isBusy && this.next([]).has(id));
  }

  /**
   * Touch an element, with the piece turned as shown under the pointer.
   * @param {string} id
   */
  pick(id) {
    const wasShown = this.over === id && this.shown() !== null;
    const turned = this.turned;
    this.touch(id);
    if (!wasShown || !this.turning()) return;
    this.turned = turned;
    const choice = this.shown();
    if (choice) this.settle(choice, this.matching(this.path), false);
  }

  /** @param {PointerEvent} event */
  onDown(event) {
    if (event.button !== 0 || this.asks) return;
    this.ignoresClick = false;
    const id = this.at(event);
    this.drag = id && this.next([]).has(id) ? { id, x: event.clientX, y: event.clientY, begun: false } : null;
    this.isAiming = false;
    if (event.pointerType === "touch" && id && this.next(this.path).has(id)) {
      this.hold = window.setTimeout(() => this.aim(event), HOLD);
      this.down = { x: event.clientX, y: event.clientY };
    }
  }

  /**
   * The finger has chosen nothing yet: show what it is over.
   * @param {PointerEvent} event
   */
  aim(event) {
    clearTimeout(this.hold);
    this.isAiming = true;
    const id = this.at(event);
    this.hover(id);
    const part = id ? partIn(this.board, id) : null;
    if (part && this.next(this.path).has(id ?? "") && sizeOf(part) < LENS_BELOW) this.loupe.show({ x: event.clientX, y: event.clientY });
    else this.loupe.hide();
  }

  /** @param {PointerEvent} event */
  onMove(event) {
    const { drag } = this;
    if (drag && !drag.begun && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > DRAG) {
      if (!this.choices.some(({ path }) => path[0] === drag.id && path.length > 1)) this.drag = null; // it is no piece
      else {
        drag.begun = true;
        this.take([drag.id]);
        this.carried.take(drag.id, drag);
        this.board.setPointerCapture?.(event.pointerId);
      }
    }
    this.carried.moveTo({ x: event.clientX, y: event.clientY });
    const hasMoved = this.down && Math.hypot(event.clientX - this.down.x, event.clientY - this.down.y) > DRAG;
    if (event.pointerType === "touch" && (this.isAiming || hasMoved)) this.aim(event);
    else if (event.pointerType === "mouse") this.hover(this.at(event));
  }

  /** @param {PointerEvent} event */
  onUp(event) {
    const { drag, isAiming } = this;
    this.letGo();
    if (!drag?.begun && !isAiming) return;
    this.ignoresClick = true;
    setTimeout(() => (this.ignoresClick = false), 50);
    const id = this.at(event);
    if (drag?.begun ? id && id !== drag.id : id && this.next(this.path).has(id)) this.pick(id);
    else this.hover(null);
  }

  letGo() {
    clearTimeout(this.hold);
    this.drag = null;
    this.down = null;
    this.isAiming = false;
    this.carried.drop();
    this.loupe.hide();
  }

  /** @param {WheelEvent} event */
  onWheel(event) {
    if (this.turn(Math.sign(event.deltaY))) event.preventDefault();
  }

  // Keyboard

  /**
   * The focus shows what the pointer would show, unless the pointer set it.
   * @param {Element | null} part
   */
  onFocus(part) {
    if (!part?.matches(":focus-visible")) return;
    this.hover(part.id);
    mark(this.board, "focus", [part.id]);
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const part = targetOf(event)?.closest("[id]") ?? null;
    if (event.key === "Enter" || event.key === " ") {
      if (part?.getAttribute("role") !== "button" || this.asks) return;
      event.preventDefault();
      this.pick(part.id);
      if (this.isBusy && !this.turning()) this.focusFirst();
    } else if (event.key in ARROWS) {
      event.preventDefault();
      this.focusTowards(ARROWS[event.key], part);
    }
  }

  /** The first element that can be touched; while there is none, the board itself, so that the place is not lost. */
  focusFirst() {
    const first = this.board.querySelector(".can");
    if (first instanceof SVGElement) first.focus();
    else this.board.focus({ preventScroll: true });
  }

  /**
   * Focus the nearest element that can be touched, in the direction of an arrow key.
   * @param {[number, number]} direction
   * @param {Element | null} part the element that has the focus
   */
  focusTowards([dx, dy], part) {
    const [x, y] = part ? middleOf(part) : [0, 0];
    /** @type {SVGElement | null} */
    let best = null;
    let least = Infinity;
    for (const other of this.board.querySelectorAll("[tabindex='0']")) {
      if (other === part || !(other instanceof SVGElement)) continue;
      const [ox, oy] = middleOf(other);
      const along = (ox - x) * dx + (oy - y) * dy;
      const across = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
      if (along <= 1) continue;
      const distance = along + 2.5 * across;
      if (distance < least) [best, least] = [other, distance];
    }
    best?.focus();
  }
}

/** @param {Element} part */
function middleOf(part) {
  const box = part.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}
