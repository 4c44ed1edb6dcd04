// What stands beside the board: seats, log, points, rules.
import { mark } from "./marks.js";
import { get } from "./net.js";
import { showRule } from "./rules.js";
import { by, element, say } from "./words.js";

// Lighting up pieces

/** Hovering or focusing `row` lights up the pieces it is about. */
export function lights(row, cells, board) {
  if (!cells.length) return;
  const set = (on) => mark(board, "lit", on ? cells : []);
  row.addEventListener("pointerenter", () => set(true));
  row.addEventListener("pointerleave", () => set(false));
  row.addEventListener("focusin", () => set(true));
  row.addEventListener("focusout", () => set(false));
}

export function ruleLink(rule) {
  const link = element("a", rule, "rule", { href: `#${rule}`, title: say("rule", { rule }) });
  link.addEventListener("click", (event) => {
    event.preventDefault();
    openRule(rule);
  });
  return link;
}

// Tabs

const tabs = [...document.querySelectorAll("[role=tab]")];

export function openTab(tab) {
  for (const other of tabs) {
    const isOpen = other === tab;
    other.setAttribute("aria-selected", String(isOpen));
    other.tabIndex = isOpen ? 0 : -1;
    by(other.getAttribute("aria-controls")).hidden = !isOpen;
  }
  if (tab.id === "tab-rules") return loadRules();
  return Promise.resolve();
}

for (const [n, tab] of tabs.entries()) {
  tab.addEventListener("click", () => openTab(tab));
  tab.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const next = tabs[(n + step + tabs.length) % tabs.length];
    openTab(next);
    next.focus();
  });
}

let rules = null;

function loadRules() {
  rules ??= get(`/rules/${by("table").dataset.game}/text`).then((html) => {
    by("rules").replaceChildren(...new DOMParser().parseFromString(html, "text/html").body.childNodes);
  });
  return rules;
}

export async function openRule(rule) {
  await openTab(by("tab-rules"));
  showRule(by("rules"), rule);
}

// Seats

export function showSeats(view, here) {
  by("seats").replaceChildren(
    ...view.seats.map((seat) => {
      const row = element("li", "", "seat");
      row.classList.toggle("acts", view.actor === seat.seat && view.full);
      row.classList.toggle("own", seat.own);
      row.classList.toggle("winner", seat.winner);
      row.classList.toggle("empty", seat.kind === "open");
      if (view.actor === seat.seat && view.full) row.setAttribute("aria-current", "true");
      row.dataset.seat = seat.seat;
      const isHere = seat.kind === "person" && (here.includes(seat.seat) || seat.own);
      if (isHere && !view.over) row.append(element("span", "", "here", { title: say("here"), role: "img", ariaLabel: say("here") }));
      row.append(element("span", seat.name, "seat-name"), " ");
      if (seat.own) row.append(element("span", say("you"), "you"), " ");
      row.append(element("span", String(seat.score), "seat-score"));
      return row;
    }),
  );
}

// The log

export class Log {
  constructor(board, goTo) {
    Object.assign(this, { board, goTo, number: 0, rows: [] });
    this.list = by("log");
  }

  /** New entries; a take-back strikes out the move before it. */
  add(entries) {
    const wasAtEnd = this.list.parentElement.scrollTop + this.list.parentElement.clientHeight >= this.list.parentElement.scrollHeight - 40;
    for (const entry of entries) {
      if (entry.number <= this.number) continue;
      this.number = entry.number;
      if (entry.kind === "back") this.rows.pop()?.classList.add("taken-back");
      if (!entry.lines.length) continue;
      const row = this.row(entry);
      if (entry.kind === "move") this.rows.push(row);
      this.list.append(row);
    }
    if (wasAtEnd) this.list.parentElement.scrollTop = this.list.parentElement.scrollHeight;
  }

  row(entry) {
    const row = element("li", "", `entry ${entry.kind}`);
    row.dataset.ply = entry.ply ?? "";
    for (const line of entry.lines) row.append(this.line(line, entry));
    return row;
  }

  line(line, entry) {
    const said = element("p");
    if (entry.ply) {
      const jump = element("a", line.text, "log-line", { href: `?at=${entry.ply}` });
      jump.addEventListener("click", (event) => {
        event.preventDefault();
        this.goTo(entry.ply);
      });
      said.append(jump);
    } else said.append(element("span", line.text));
    if (line.points) said.append(" ", element("b", `${line.points > 0 ? "+" : ""}${line.points}`, "points"));
    if (line.rule) said.append(" ", ruleLink(line.rule));
    lights(said, line.cells, this.board);
    return said;
  }

  mark(ply) {
    for (const row of this.list.querySelectorAll(".entry")) row.classList.toggle("shown", row.dataset.ply === String(ply));
  }
}

// Points

export function showTally(view, board) {
  const parts = view.seats.map((seat) => {
    const lines = view.tally.filter((line) => line.seat === seat.seat);
    const part = element("section", "", "tally");
    const heading = element("h2", seat.name);
    heading.append(" ", element("span", `${seat.score} ${say("points")}`, "seat-score"));
    const list = element("ul");
    for (const line of lines) {
      const row = element("li", "", "tally-line", { tabIndex: 0 });
      row.append(element("span", line.text), " ");
      if (line.points !== null) row.append(element("b", String(line.points), "points"));
      if (line.rule) row.append(" ", ruleLink(line.rule));
      lights(row, line.cells, board);
      list.append(row);
    }
    part.append(heading, list);
    return part;
  });
  by("tally").replaceChildren(...parts);
}

const STEP = 1100;

/** Go through the scoring line by line, the pieces lit up. A second press ends it. */
export class ScoreShow {
  constructor(board, button) {
    Object.assign(this, { board, button, timer: null });
    button.addEventListener("click", () => (this.timer ? this.stop() : this.start()));
  }

  async start() {
    await openTab(by("tab-score"));
    this.rows = [...document.querySelectorAll(".tally-line")];
    this.n = 0;
    this.step();
    this.timer = setInterval(() => this.step(), STEP);
  }

  step() {
    this.rows[this.n - 1]?.classList.remove("now");
    const row = this.rows[this.n];
    if (!row) return this.stop();
    this.n += 1;
    row.classList.add("now");
    row.scrollIntoView({ block: "nearest" });
    row.dispatchEvent(new Event("pointerenter"));
    return undefined;
  }

  stop() {
    clearInterval(this.timer);
    this.timer = null;
    for (const row of this.rows) row.classList.remove("now");
    mark(this.board, "lit", []);
  }
}
