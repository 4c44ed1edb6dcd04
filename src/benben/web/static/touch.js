// The path protocol: a move is a sequence of elements to touch. This knows no game; it knows paths.
//
// `choices` are the legal moves with their paths. What may be touched next is lit. Pointer, drag and keyboard all end in
// `touch(id)`. The last element of a longer path turns the piece: the first possibility is shown at once, R shows the next.

import { mark } from "./marks.js";

const DRAG = 8; // pixels
const TURNS_FROM = 2; // from this element of a path on, the rest is how the piece is turned

export class Touch {
  /** `board` holds the picture. The others are called: `show(choice, others)`, `ready(choice, explicit)`, `whyNot(path)`. */
  constructor(board, { show, ready, whyNot }) {
    Object.assign(this, { board, show, ready, whyNot });
    this.choices = [];
    this.path = [];
    this.turned = 0;
    this.over = null; // the element under pointer or focus
    board.addEventListener("click", (event) => this.onClick(event));
    board.addEventListener("pointerdown", (event) => this.onDown(event));
    board.addEventListener("pointermove", (event) => this.onMove(event));
    board.addEventListener("pointerleave", () => this.hover(null));
    board.addEventListener("pointerup", (event) => this.onUp(event));
    board.addEventListener("pointercancel", () => (this.drag = null));
    board.addEventListener("focusin", (event) => this.onFocus(event.target.closest("[id]")));
    board.addEventListener("focusout", () => mark(board, "focus", []));
    board.addEventListener("keydown", (event) => this.onKey(event));
    board.addEventListener("wheel", (event) => this.onWheel(event), { passive: false });
  }

  /** New choices, nothing touched. */
  offer(choices) {
    this.choices = choices;
    this.reset();
  }

  reset() {
    this.path = [];
    this.turned = 0;
    this.over = null;
    this.light();
    this.show(null, []);
  }

  /** Take up a choice that was made before. */
  restore(choice) {
    this.path = [...choice.path];
    this.light();
    this.settle(choice, [choice], false);
  }

  matching(path) {
    return this.choices.filter((choice) => path.every((id, step) => choice.path[step] === id));
  }

  /** What may be touched after this path. */
  next(path) {
    return new Set(this.matching(path).map((choice) => choice.path[path.length]).filter(Boolean));
  }

  get isBusy() {
    return this.path.length > 0;
  }

  light() {
    const next = this.next(this.path);
    const again = this.isBusy ? this.next(this.path.slice(0, -1)) : new Set();
    for (const part of this.board.querySelectorAll(".can, .held, [tabindex]")) {
      part.classList.remove("can", "held");
      part.removeAttribute("tabindex");
      part.setAttribute("role", "group");
    }
    for (const id of new Set([...next, ...again])) {
      const part = this.part(id);
      if (!part) continue;
      if (next.has(id)) part.classList.add("can");
      part.setAttribute("tabindex", "0");
      part.setAttribute("role", "button");
      if (!part.hasAttribute("aria-label") && !part.querySelector(":scope > title")) part.setAttribute("aria-label", id);
    }
    for (const id of this.path) this.part(id)?.classList.add("held");
    mark(this.board, "can", next);
    mark(this.board, "held", this.path);
    this.board.classList.toggle("holding", this.isBusy);
  }

  part(id) {
    return this.board.querySelector(`[id="${CSS.escape(id)}"]`);
  }

  touch(id) {
    if (this.next(this.path).has(id)) return this.take([...this.path, id]);
    const before = this.path.slice(0, -1);
    if (this.isBusy && this.path.at(-1) === id) {
      if (this.turning()) {
        const fits = this.matching(this.path);
        return this.settle(fits[this.turned % fits.length], fits, true); // once more: yes, like this
      }
      return this.back();
    }
    if (this.isBusy && this.next(before).has(id)) return this.take([...before, id]);
    if (this.isBusy && this.next([]).has(id)) return this.take([id]);
    return this.whyNot([...this.path, id]);
  }

  take(path) {
    this.path = path;
    this.turned = 0;
    this.over = null;
    const fits = this.matching(path);
    if (fits.length === 1) {
      this.path = [...fits[0].path];
      this.light();
      return this.settle(fits[0], fits, true);
    }
    this.light();
    if (this.turning()) return this.settle(fits[0], fits, false);
    return this.show(null, []);
  }

  /** Is only the turn of the piece left open? */
  turning() {
    const fits = this.matching(this.path);
    return (
      this.path.length >= TURNS_FROM && fits.length > 1 && fits.every((choice) => choice.path.length === this.path.length + 1)
    );
  }

  settle(choice, others, explicit) {
    this.show(choice, others);
    this.ready(choice, explicit);
  }

  back() {
    this.path = this.path.slice(0, -1);
    this.turned = 0;
    this.light();
    this.ready(null, false);
    this.show(null, []);
  }

  /** The choice that the element under the pointer stands for, with its turns. */
  shown() {
    const fits = this.candidates();
    return fits.length ? fits[this.turned % fits.length] : null;
  }

  candidates() {
    if (this.over && this.next(this.path).has(this.over)) {
      const path = [...this.path, this.over];
      const fits = this.matching(path);
      const isNear = fits.every((choice) => choice.path.length - path.length <= (path.length >= TURNS_FROM ? 1 : 0));
      return isNear ? fits : [];
    }
    if (this.turning()) return this.matching(this.path);
    const fits = this.isBusy ? this.matching(this.path) : [];
    return fits.length === 1 ? fits : [];
  }

  hover(id) {
    const found = id && this.next(this.path).has(id) ? id : null;
    if (found === this.over) return;
    this.over = found;
    if (found && !this.turning()) this.turned = 0;
    this.show(this.shown(), this.candidates());
  }

  /** The next way to turn the piece. */
  turn(by = 1) {
    const isLaid = this.turning();
    const fits = isLaid ? this.matching(this.path) : this.candidates();
    if (fits.length < 2) return false;
    this.turned = (this.turned + by + fits.length) % fits.length;
    if (isLaid) this.settle(fits[this.turned], fits, false);
    else this.show(fits[this.turned], fits);
    return true;
  }

  // Pointer

  /** The element meant at a point: one that can be touched, before any other. */
  at(event) {
    const ids = [];
    for (const under of document.elementsFromPoint(event.clientX, event.clientY)) {
      for (let part = under; part && part !== this.board; part = part.parentElement) if (part.id) ids.push(part.id);
    }
    const can = (set) => ids.find((id) => set.has(id));
    return (
      can(this.next(this.path)) ??
      (this.isBusy ? can(this.next(this.path.slice(0, -1))) ?? can(this.next([])) : undefined) ??
      ids.find((id) => !["title", "desc"].includes(id))
    );
  }

  onClick(event) {
    if (this.dragged) {
      this.dragged = false;
      return;
    }
    const id = this.at(event);
    if (!id || !this.choices.length) return;
    this.pick(id);
  }

  /** Touch, taking the turn that was shown under the pointer. */
  pick(id) {
    const shown = this.over === id ? this.shown() : null;
    const turned = this.turned;
    this.touch(id);
    if (shown && this.turning()) {
      this.turned = turned;
      this.settle(this.shown(), this.matching(this.path), false);
    }
  }

  onDown(event) {
    if (event.button !== 0) return;
    this.dragged = false;
    const id = this.at(event);
    this.drag = id && this.next([]).has(id) ? { id, x: event.clientX, y: event.clientY, begun: false } : null;
  }

  onMove(event) {
    if (this.drag && !this.drag.begun && Math.hypot(event.clientX - this.drag.x, event.clientY - this.drag.y) > DRAG) {
      if (!this.matching([this.drag.id]).some((choice) => choice.path.length > 1)) this.drag = null;
      else {
        this.drag.begun = true;
        this.take([this.drag.id]);
        this.board.setPointerCapture?.(event.pointerId);
      }
    }
    if (event.pointerType === "mouse" || this.drag?.begun) this.hover(this.at(event));
  }

  onUp(event) {
    const drag = this.drag;
    this.drag = null;
    if (!drag?.begun) return;
    this.dragged = true;
    setTimeout(() => (this.dragged = false), 50);
    const id = this.at(event);
    if (id && id !== drag.id) this.pick(id);
  }

  onWheel(event) {
    if (this.turn(Math.sign(event.deltaY))) event.preventDefault();
  }

  // Keyboard

  onFocus(part) {
    if (!part) return;
    this.hover(part.id);
    if (part.matches(":focus-visible")) mark(this.board, "focus", [part.id]);
  }

  onKey(event) {
    const part = event.target.closest("[id]");
    if (event.key === "Enter" || event.key === " ") {
      if (part && part.getAttribute("role") === "button") {
        event.preventDefault();
        this.pick(part.id);
        if (this.isBusy && !this.turning()) this.focusFirst();
      }
    } else if (event.key.startsWith("Arrow")) {
      event.preventDefault();
      this.focusTowards(event.key, part);
    }
  }

  focusFirst() {
    const first = this.board.querySelector(".can");
    first?.focus();
    return Boolean(first);
  }

  /** The nearest thing that can be touched, in the direction of an arrow key. */
  focusTowards(key, part) {
    const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
    const middle = (thing) => {
      const box = thing.getBoundingClientRect();
      return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const [x, y] = part ? middle(part) : [0, 0];
    let best = null;
    let least = Infinity;
    for (const other of this.board.querySelectorAll("[tabindex='0']")) {
      if (other === part) continue;
      const [ox, oy] = middle(other);
      const along = (ox - x) * dx + (oy - y) * dy;
      const across = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
      if (along <= 1) continue;
      const distance = along + 2.5 * across;
      if (distance < least) [best, least] = [other, distance];
    }
    best?.focus();
  }
}
