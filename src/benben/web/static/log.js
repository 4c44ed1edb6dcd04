// The log: every event in sentences. A line lights up its pieces and leads to its position.
import { byId, element } from "./dom.js";
import { lights, ruleLink } from "./panels.js";
/** @import { Line, LogEntry, Seat } from "./types.js" */

const NEAR_END = 40; // pixels

export class Log {
  number = 0; // of the last event shown
  /** @type {LogEntry[]} the moves that stand */
  moves = [];
  /** @type {HTMLElement[]} their rows */
  #rows = [];
  #isAtEnd = true;
  /** @type {(ply: number) => void} */
  #goTo = () => {};

  /** @param {HTMLElement} board */
  constructor(board) {
    this.board = board;
    this.list = byId("log");
    this.panel = byId("panel-log");
    this.panel.addEventListener("scroll", () => (this.#isAtEnd = this.#isNearEnd()));
    // The panel changes its size when it is opened, and when other things appear beside it.
    new ResizeObserver(() => this.#stayAtEnd()).observe(this.panel);
  }

  /** @param {(ply: number) => void} callback */
  onGoTo(callback) {
    this.#goTo = callback;
  }

  /**
   * Append new entries. A take-back strikes out the move before it.
   * @param {LogEntry[]} entries
   * @param {Seat[]} seats
   */
  add(entries, seats) {
    for (const entry of entries) {
      if (entry.number <= this.number) continue;
      this.number = entry.number;
      if (entry.kind === "back") {
        this.moves.pop();
        this.#rows.pop()?.classList.add("taken-back");
      }
      if (!entry.lines.length) continue;
      const row = this.#row(entry, seats[entry.seat ?? -1]);
      if (entry.kind === "move") {
        this.moves.push(entry);
        this.#rows.push(row);
      }
      this.list.append(row);
    }
    this.#stayAtEnd();
  }

  #isNearEnd() {
    const { panel } = this;
    return panel.scrollTop + panel.clientHeight >= panel.scrollHeight - NEAR_END;
  }

  #stayAtEnd() {
    if (this.#isAtEnd) this.panel.scrollTop = this.panel.scrollHeight;
  }

  /**
   * @param {LogEntry} entry
   * @param {Seat | undefined} seat whose colour is shown where the sentences name a person
   */
  #row(entry, seat) {
    const row = element("li", "", `entry ${entry.kind}`);
    row.dataset.ply = String(entry.ply ?? "");
    for (const line of entry.lines) row.append(this.#line(line, entry.ply));
    if (entry.kind === "move" && seat?.kind === "person" && seat.who !== seat.title) {
      row.firstElementChild?.prepend(element("span", seat.title, "badge"), " ");
    }
    return row;
  }

  /**
   * @param {Line} line
   * @param {number | undefined} ply
   */
  #line(line, ply) {
    const said = element("p");
    if (ply) {
      const jump = element("a", line.text, "log-line", { href: `?at=${ply}` });
      jump.addEventListener("click", (event) => {
        event.preventDefault();
        this.#goTo(ply);
      });
      said.append(jump);
    } else said.append(element("span", line.text));
    if (line.points) said.append(" ", element("b", `${line.points > 0 ? "+" : ""}${line.points}`, "points"));
    if (line.rule) said.append(" ", ruleLink(line.rule));
    lights(said, line.cells, this.board);
    return said;
  }

  /**
   * Mark the entry of the position shown. A chosen past position is scrolled to.
   * @param {number} ply
   * @param {boolean} isLive
   */
  mark(ply, isLive) {
    /** @type {Element | null} */
    let shown = null;
    for (const row of this.list.children) {
      const isShown = row.getAttribute("data-ply") === String(ply) && !row.classList.contains("taken-back");
      row.classList.toggle("shown", isShown);
      if (isShown) shown = row;
    }
    if (isLive) return;
    const { panel } = this;
    if (shown) panel.scrollTop += shown.getBoundingClientRect().top - panel.getBoundingClientRect().top - panel.clientHeight / 3;
    else panel.scrollTop = 0;
  }
}
