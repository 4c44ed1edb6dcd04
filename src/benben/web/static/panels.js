// The panels beside the board: seats, tabs, points, rules.
import { byId, element, parseHtml } from "./dom.js";
import { mark } from "./marks.js";
import { get } from "./net.js";
import { showRule } from "./rules.js";
import { unfold } from "./side.js";
import { say } from "./words.js";
/** @import { Line, View } from "./types.js" */

// Lighting up pieces

/**
 * Hovering or focusing `row` lights up the pieces it is about.
 * @param {HTMLElement} row
 * @param {string[]} cells
 * @param {HTMLElement} board
 */
export function lights(row, cells, board) {
  if (!cells.length) return;
  const set = (/** @type {boolean} */ on) => mark(board, "lit", on ? cells : []);
  row.addEventListener("pointerenter", () => set(true));
  row.addEventListener("pointerleave", () => set(false));
  row.addEventListener("focusin", () => set(true));
  row.addEventListener("focusout", () => set(false));
}

/** @param {string} rule */
export function ruleLink(rule) {
  const link = element("a", rule, "rule", { href: `#${rule}`, title: say("rule", { rule }) });
  link.addEventListener("click", (event) => {
    event.preventDefault();
    openRule(rule);
  });
  return link;
}

// Tabs

const tabs = [...document.querySelectorAll("[role=tab]")].map((tab) => byId(tab.id));

/**
 * Resolves when the panel has its content.
 * @param {HTMLElement} tab
 */
export async function openTab(tab) {
  for (const other of tabs) {
    const isOpen = other === tab;
    other.setAttribute("aria-selected", String(isOpen));
    other.tabIndex = isOpen ? 0 : -1;
    byId(other.getAttribute("aria-controls") ?? "").hidden = !isOpen;
  }
  if (tab.id === "tab-rules") await loadRules();
}

for (const [n, tab] of tabs.entries()) {
  tab.addEventListener("click", () => openTab(tab));
  tab.addEventListener("keydown", (event) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!step) return;
    const next = tabs[(n + step + tabs.length) % tabs.length];
    openTab(next);
    next.focus();
  });
}

async function loadRules() {
  const rules = byId("rules");
  if (!rules.hasChildNodes()) rules.replaceChildren(...parseHtml(await get(`/rules/${byId("table").dataset.game}/text`)));
}

/** @param {string} rule */
async function openRule(rule) {
  unfold();
  await openTab(byId("tab-rules"));
  showRule(byId("rules"), rule);
}

// Seats

/**
 * @param {View} view
 * @param {number[]} present the seats whose people are at the table now
 */
export function showSeats(view, present) {
  byId("seats").replaceChildren(
    ...view.seats.map((seat) => {
      const row = element("li", "", "seat");
      const acts = view.actor === seat.seat && view.full;
      row.classList.toggle("acts", acts);
      row.classList.toggle("own", seat.own);
      row.classList.toggle("winner", seat.winner);
      row.classList.toggle("empty", seat.kind === "open");
      if (acts) row.setAttribute("aria-current", "true");
      row.dataset.seat = String(seat.seat);
      const isHere = seat.kind === "person" && (present.includes(seat.seat) || seat.own);
      if (isHere && !view.over) row.append(presenceDot());
      row.append(element("span", seat.who, "seat-name"), " ");
      if (seat.who !== seat.title) row.append(element("span", seat.title, "badge"), " ");
      if (seat.own) row.append(element("span", say("you"), "you"), " ");
      row.append(element("span", String(seat.score), "seat-score"));
      return row;
    }),
  );
}

function presenceDot() {
  return element("span", "", "here", { title: say("here"), role: "img", ariaLabel: say("here") });
}

// Points

/**
 * @param {View} view
 * @param {HTMLElement} board
 */
export function showTally(view, board) {
  const parts = view.seats.map((seat) => {
    const part = element("section", "", "tally");
    const heading = element("h2", seat.name);
    heading.append(" ", element("span", say(seat.score === 1 ? "one-point" : "n-points", { n: seat.score }), "seat-score"));
    const list = element("ul");
    list.append(...view.tally.filter((line) => line.seat === seat.seat).map((line) => tallyLine(line, board)));
    part.append(heading, list);
    return part;
  });
  byId("tally").replaceChildren(...parts);
}

/**
 * @param {Line} line
 * @param {HTMLElement} board
 */
function tallyLine(line, board) {
  const row = element("li", "", "tally-line", { tabIndex: 0 });
  row.append(element("span", line.text), " ");
  if (line.points !== null) row.append(element("b", String(line.points), "points"));
  if (line.rule) row.append(" ", ruleLink(line.rule));
  lights(row, line.cells, board);
  return row;
}
