// The queue of views: each move of another player stays on the screen long enough to be seen. In a hidden tab they wait.
import { prefs } from "./prefs.js";
/** @import { View } from "./types.js" */

/** @type {Record<string, number>} milliseconds between two moves */
const PACES = { slow: 900, normal: 650, fast: 350, instant: 0 };

export const paceNow = () => PACES[prefs.pace] ?? PACES.normal;

const MOST_WAITING = 24; // views; older ones are skipped

export class Plies {
  /** @type {View[]} */
  #waiting = [];
  #timer = 0; // 0: not running
  #lastMove = -Infinity; // when the last move was shown
  /** @type {(view: View) => void} */
  #show = () => {};

  constructor() {
    document.addEventListener("visibilitychange", () => this.#timer || this.#showDue());
  }

  /** @param {(view: View) => void} callback called with each view when its time has come */
  onShow(callback) {
    this.#show = callback;
  }

  get isWaiting() {
    return this.#waiting.length > 0;
  }

  /** @param {View} view */
  add(view) {
    this.#waiting.push(view);
    if (document.hidden) this.#forgetOld();
    if (!this.#timer) this.#showDue();
  }

  #showDue() {
    this.#timer = 0;
    while (this.#waiting.length && !waitsToBeSeen(this.#waiting[0])) {
      if (this.#waiting[0].lesson?.passing) {
        if (!this.#pass()) return;
        continue;
      }
      const pause = this.#lastMove + pauseBefore(this.#waiting[0]) - performance.now();
      if (pause > 0) {
        this.#timer = window.setTimeout(() => this.#showDue(), pause);
        return;
      }
      const [view] = this.#waiting.splice(0, 1);
      this.#show(view);
      if (moveOf(view)) this.#lastMove = performance.now(); // drawing may take a while on a phone
    }
  }

  /** Leave out the oldest views: the next one takes their log. */
  #forgetOld() {
    while (this.#waiting.length > MOST_WAITING && this.#pass());
  }

  /** Leave out the first view, in turns that a lesson skips: the next one takes its log. False if there is no next one. */
  #pass() {
    const [passed, next, ...others] = this.#waiting;
    if (!next) return false;
    this.#waiting = [{ ...next, log: [...passed.log, ...next.log] }, ...others];
    return true;
  }

  /** Show the last view now. True if one was waiting. */
  skip() {
    const last = this.#waiting.at(-1);
    if (!last || last.lesson?.passing) return false;
    const log = this.#waiting.flatMap((view) => view.log);
    this.clear();
    this.#show({ ...last, log });
    return true;
  }

  /** Drop what is waiting: the page has asked for other views. Returns the log of the dropped views. */
  clear() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    return this.#waiting.splice(0).flatMap((view) => view.log);
  }
}

/** @param {View} view */
function pauseBefore(view) {
  const move = moveOf(view);
  const isOwn = view.own.includes(move?.seat ?? -1) && !view.lesson?.waits; // a lesson plays for its learner too
  const isSeen = !move || isOwn;
  return isSeen ? 0 : paceNow();
}

/**
 * In a hidden tab, moves of others wait until somebody looks.
 * @param {View} view
 */
const waitsToBeSeen = (view) => document.hidden && pauseBefore(view) > 0;

/**
 * The move that led to a view; undefined if another event did.
 * @param {View} view
 */
function moveOf({ live, log }) {
  const last = live ? log.at(-1) : undefined;
  return last?.kind === "move" ? last : undefined;
}
