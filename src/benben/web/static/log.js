// The log: every event in sentences. A line lights up its pieces and leads to its position.
import { byId, element } from "./dom.js";
import { lights, ruleLink } from "./panels.js";
/** @import { Line, LogEntry } from "./types.js" */

const NEAR_END = 40; // pixels

export class Log {
  number = 0; // of the last event shown
  /** @type {HTMLElement[]} the rows of moves that stand */
  rows = [];
  /** @type {(ply: number) => void} */
  #goTo = () => {};

  /** @param {HTMLElement} board */
  constructor(board) {
    this.board = board;
    this.list = byId("log");
    this.panel = byId("panel-log");
  }

  /** @param {(ply: number) => void} callback */
  onGoTo(callback) {
    this.#goTo = callback;
  }

  /**
   * Append new entries. A take-back strikes out the move before it.
   * @param {LogEntry[]} entries
   */
  add(entries) {
    const { panel } = this;
    const wasAtEnd = panel.scrollTop + panel.clientHeight >= panel.scrollHeight - NEAR_END;
    for (const entry of entries) {
      if (entry.number <= this.number) continue;
      this.number = entry.number;
      if (entry.kind === "back") this.rows.pop()?.classList.add("taken-back");
      if (!entry.lines.length) continue;
      const row = this.#row(entry);
      if (entry.kind === "move") this.rows.push(row);
      this.list.append(row);
    }
    if (wasAtEnd) panel.scrollTop = panel.scrollHeight;
  }

  /** @param {LogEntry} entry */
  #row(entry) {
    const row = element("li", "", `entry ${entry.kind}`);
    row.dataset.ply = String(entry.ply ?? "");
    for (const line of entry.lines) row.append(this.#line(line, entry.ply));
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
   * Mark the entry of the position shown.
   * @param {number} ply
   */
  mark(ply) {
    for (const row of this.list.children) {
      row.classList.toggle("shown", row.getAttribute("data-ply") === String(ply));
    }
  }
}
