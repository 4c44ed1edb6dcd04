// The path protocol: a move is a sequence of elements to touch. This module knows paths and no game.
//
// `choices` are the legal moves with their paths. The elements that may be touched next are lit. Pointer, drag
// (pointer.js) and keyboard (keyboard.js) all end in `touch(id)`. A piece that lies on a touched cell in several ways is
// turned: the most promising way is shown at once, R shows the next.

import { hasFingers, large, withoutSmallParts } from "./fingers.js";
import { listenToKeys } from "./keyboard.js";
import { mark } from "./marks.js";
import { bestFirst, isPlaced, matching, nextElements, upTo } from "./paths.js";
import { partIn } from "./picture.js";
import { Pointer } from "./pointer.js";
/** @import { Choice } from "./types.js" */

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
    new Pointer(this);
    listenToKeys(this);
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

  /**
   * Nothing can be done with what was touched: show it. True if there was something to show.
   * @param {Element | null} element
   */
  lookAt(element) {
    return this.#lookAt(element);
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

  /** The first element that can be touched; while there is none, the board itself, so that the place is not lost. */
  focusFirst() {
    const first = this.board.querySelector(".can");
    if (first instanceof SVGElement) first.focus();
    else this.board.focus({ preventScroll: true });
  }
}
