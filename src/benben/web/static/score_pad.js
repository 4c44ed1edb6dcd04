// The score pad: players as columns, scoring rules as rows. Counted up row by row while the pieces light up.
import { byId, element, pause } from "./dom.js";
import { mark } from "./marks.js";
import { lights, ruleLink } from "./panels.js";
import { moves } from "./prefs.js";
import { board, table } from "./state.js";
/** @import { Line, View } from "./types.js" */

const ROW_TIME = 1100; // milliseconds for each row
const FRAMES = 20; // of a number that counts up
const MANY = 4; // columns, narrow ones on a phone
const EDGE = 8; // pixels between what is lit and the edge of the result

/**
 * @typedef {object} PadRow
 * @property {string} title
 * @property {string} rule
 * @property {Line[]} lines
 * @property {(number | null)[]} points by seat; null where the seat has no such line
 */

/**
 * The lines of a tally that have points, grouped into rows.
 * @param {View} view
 * @returns {PadRow[]}
 */
function rowsOf({ seats, tally }) {
  /** @type {Map<string, PadRow>} */
  const rows = new Map();
  for (const line of tally) {
    if (line.points === null || line.seat == null) continue;
    const title = line.row ?? line.rule ?? "";
    const row = rows.get(title) ?? { title, rule: line.rule ?? "", lines: [], points: seats.map(() => null) };
    rows.set(title, row);
    row.lines.push(line);
    row.points[line.seat] = (row.points[line.seat] ?? 0) + line.points;
  }
  return [...rows.values()].sort((one, other) => numberOf(one.rule) - numberOf(other.rule));
}

/** @param {string} rule */
const numberOf = (rule) => Number(rule.split("-").at(-1));

const state = {
  /** @type {PadRow[]} */
  rows: [],
  /** counts the starts, so that an older count ends when a newer one begins */
  run: 0,
};

export const isCounting = () => byId("pad").classList.contains("counting");

/** @param {View} view */
export function showPad(view) {
  state.rows = rowsOf(view);
  byId("result").style.setProperty("--seats", String(view.seats.length));
  byId("result").classList.toggle("many", view.seats.length >= MANY);
  const head = element("tr");
  head.append(element("td"), ...view.seats.map((seat) => columnHead(seat)));
  const total = element("tr", "", "total");
  total.append(element("th", byId("pad").dataset.total, "", { scope: "row" }));
  total.append(...view.seats.map((seat) => element("td", String(seat.score), seat.winner ? "winner" : "")));
  byId("pad-head").replaceChildren(head);
  byId("pad-rows").replaceChildren(...state.rows.map(padRow));
  byId("pad-total").replaceChildren(total);
}

/** @param {View["seats"][number]} seat */
function columnHead(seat) {
  const head = element("th", "", seat.winner ? "winner" : "", { scope: "col" });
  head.append(element("span", seat.who, "pad-name"));
  if (seat.who !== seat.title) head.append(element("span", seat.title, "pad-seat"));
  return head;
}

/** @param {PadRow} row */
function padRow(row) {
  const made = element("tr", "", "pad-row");
  const title = element("th", `${row.title} `, "", { scope: "row" });
  if (row.rule) title.append(ruleLink(row.rule));
  made.append(title);
  for (const [seat, points] of row.points.entries()) {
    const cell = element("td", points === null ? "–" : String(points), "", { tabIndex: points === null ? -1 : 0 });
    const lines = row.lines.filter((line) => line.seat === seat);
    cell.title = lines.map((line) => `${line.text} ${line.points}`).join("\n");
    lights(cell, lines.flatMap((line) => line.cells), board);
    made.append(cell);
  }
  lights(title, row.lines.flatMap((line) => line.cells), board);
  return made;
}

/** Count the points row by row. A second call, or `stopCounting`, ends it with all numbers shown. */
export async function countUp() {
  const mine = (state.run += 1);
  const isOn = () => mine === state.run;
  byId("pad").classList.add("counting");
  const made = [...byId("pad-rows").children];
  const totals = [...byId("pad-total").querySelectorAll("td")];
  const sums = totals.map(() => 0);
  for (const row of made) row.classList.add("waits");
  for (const [seat, cell] of totals.entries()) cell.textContent = String(sums[seat]);
  for (const [n, row] of state.rows.entries()) {
    for (const other of made) other.classList.toggle("now", other === made[n]);
    made[n].classList.remove("waits");
    made[n].scrollIntoView({ block: "nearest" });
    mark(board, "lit", row.lines.flatMap((line) => line.cells));
    showLit();
    await countRow(made[n], row, totals, sums, isOn);
    if (!isOn()) return;
    row.points.forEach((points, seat) => (sums[seat] += points ?? 0));
  }
  stopCounting();
}

/**
 * @param {Element} made
 * @param {PadRow} row
 * @param {HTMLElement[]} totals
 * @param {number[]} sums before this row
 * @param {() => boolean} isOn
 */
async function countRow(made, row, totals, sums, isOn) {
  const cells = [...made.querySelectorAll("td")];
  const frames = moves() ? FRAMES : 1;
  for (let frame = 1; frame <= frames && isOn(); frame += 1) {
    for (const [seat, points] of row.points.entries()) {
      const counted = Math.round(((points ?? 0) * frame) / frames);
      if (points !== null) cells[seat].textContent = String(counted);
      totals[seat].textContent = String(sums[seat] + counted);
    }
    await pause((ROW_TIME * 0.6) / frames);
  }
  await pause(ROW_TIME * 0.4);
}

/** Show all numbers at once. */
export function stopCounting() {
  state.run += 1;
  board.style.removeProperty("translate");
  byId("pad").classList.remove("counting");
  mark(board, "lit", []);
  showPad(table.view);
}

/** Where the result covers what is lit, or its most part, move the board as it is: the result covers another part then. */
function showLit() {
  const lit = board.querySelector(".marks-lit")?.getBoundingClientRect();
  if (!lit) return;
  const moved = board.getBoundingClientRect(); // it may still be on its way
  const free = freeRoom();
  const x = stepInto(lit.x - moved.x + free.stage.x, lit.width, free.left, free.right);
  const y = stepInto(lit.y - moved.y + free.stage.y, lit.height, free.top, free.bottom);
  board.style.translate = `${x}px ${y}px`;
}

/** The part of the stage that the result leaves free. */
function freeRoom() {
  const stage = byId("stage").getBoundingClientRect();
  const head = byId("result-head").offsetHeight;
  const sheet = byId("result-sheet").offsetWidth;
  const table = byId("table").getBoundingClientRect();
  const isSheet = getComputedStyle(byId("result")).position === "fixed"; // over the foot of the screen
  const { left } = stage;
  const top = Math.max(stage.top, byId("status").getBoundingClientRect().bottom, isSheet ? 0 : table.top + head);
  const right = isSheet ? stage.right : Math.min(stage.right, table.right - sheet);
  const bottom = isSheet ? innerHeight - byId("result").offsetHeight : stage.bottom; // it may still be sliding in
  return { stage, left: left + EDGE, top: top + EDGE, right: right - EDGE, bottom: bottom - EDGE };
}

/**
 * The shortest way by which a length comes to lie inside; a longer one comes to lie in the middle.
 * @param {number} at where it begins
 * @param {number} length
 * @param {number} from
 * @param {number} to
 */
function stepInto(at, length, from, to) {
  if (length > to - from) return (from + to - length) / 2 - at;
  return Math.min(Math.max(at, from), to - length) - at;
}
