// The table of a score pad: rows are scoring rules, columns are players.
import { byId, element } from "./dom.js";
import { Scores } from "./sheet_score.js";
import { say } from "./words.js";
/** @import { Sheet, SheetFault, SheetResult, SheetRow, SheetSection } from "./types.js" */
/** @import { Pad } from "./pad_store.js" */

/** Called with the new value of a cell; returns why it is refused. @typedef {(row: SheetRow, column: number, value: number | null) => SheetFault | null} Enter */

export class PadTable {
  /**
   * @param {string} game
   * @param {Enter} enter
   */
  constructor(game, enter) {
    this.game = game;
    this.enter = enter;
    this.table = byId("pad-sheet", HTMLTableElement);
    /** @type {Map<string, HTMLInputElement[]>} by name of the row */
    this.inputs = new Map();
    /** @type {Map<string, HTMLElement[]>} places of numbers that follow: rows, sections, the total */
    this.numbers = new Map();
    /** @type {HTMLElement[]} by section: who begins it */
    this.starters = [];
    /** @type {HTMLElement[]} */
    this.sections = [];
    this.table.addEventListener("keydown", (event) => this.#onKey(event));
  }

  /**
   * Build all rows.
   * @param {Sheet} sheet
   * @param {string[]} heads
   */
  build(sheet, heads) {
    this.inputs.clear();
    this.numbers.clear();
    this.starters = [];
    this.sections = [];
    for (const old of this.table.querySelectorAll("tbody, tfoot")) old.remove();
    this.table.style.setProperty("--columns", String(heads.length));
    this.table.classList.toggle("many", heads.length > 3);
    for (const section of sheet.sections) this.table.append(this.#section(section, heads));
    const total = this.#line(say("total"), "", heads, "total", "total");
    const foot = element("tfoot");
    foot.append(total);
    this.table.append(foot);
    this.setHeads(heads);
  }

  /** @param {string[]} heads */
  setHeads(heads) {
    const row = element("tr");
    row.append(element("td"));
    for (const head of heads) {
      const cell = element("th", "", "", { scope: "col" });
      cell.append(element("span", head, "pad-name"));
      row.append(cell);
    }
    byId("pad-head").replaceChildren(row);
    for (const [name, inputs] of this.inputs) {
      const title = inputs[0].dataset.title ?? name;
      for (const [k, input] of inputs.entries()) input.setAttribute("aria-label", say("cell", { name: heads[k], row: title }));
    }
  }

  /** @param {SheetSection} section @param {string[]} heads */
  #section(section, heads) {
    const body = element("tbody");
    const head = element("tr", "", "pad-section");
    const title = element("th", "", "", { scope: "rowgroup", colSpan: heads.length + 1 });
    const begins = element("span", "", "pad-begins");
    const fold = element("button", section.title, "pad-fold", { type: "button" });
    fold.addEventListener("click", () => this.fold(body, !body.classList.contains("folded")));
    this.starters.push(begins);
    this.sections.push(body);
    title.append(fold, " ", begins);
    if (section.help) title.append(element("span", section.help, "pad-help"));
    head.append(title);
    body.append(head, ...section.rows.map((row) => this.#row(row, heads)));
    if (section.total) body.append(this.#line(section.total, "", heads, section.name, "pad-subtotal"));
    return body;
  }

  /** @param {HTMLElement} body of a section @param {boolean} isFolded */
  fold(body, isFolded) {
    body.classList.toggle("folded", isFolded);
    body.querySelector(".pad-fold")?.setAttribute("aria-expanded", String(!isFolded));
  }

  /** Of a sheet with stages: open the one that is being scored. @param {Sheet} sheet @param {Scores} scores */
  foldOthers(sheet, scores) {
    const hasStages = sheet.sections.some((section) => section.begins);
    const isFull = sheet.sections.map(({ name, needs }) => [...Array(scores.columns).keys()].every((k) => scores.filled(name, k) >= Math.max(needs, 1)));
    const now = Math.max(0, isFull.indexOf(false));
    for (const [k, body] of this.sections.entries()) this.fold(body, hasStages && k !== now);
  }

  /** @param {SheetRow} row @param {string[]} heads */
  #row(row, heads) {
    if (row.value !== null) return this.#line(row.title, row.rule, heads, row.name, "pad-follows");
    const made = this.#head(row.title, row.rule, row.swatch);
    const bringsOther = row.points !== null && row.points !== 0;
    const inputs = heads.map(() => this.#input(row));
    this.inputs.set(row.name, inputs);
    const outputs = bringsOther ? heads.map(() => element("span", "", "pad-brings")) : [];
    if (bringsOther) this.numbers.set(row.name, outputs);
    for (const [k, input] of inputs.entries()) {
      const cell = element("td");
      cell.append(input, ...outputs.slice(k, k + 1));
      made.append(cell);
      input.addEventListener(row.tick ? "change" : "input", () => this.#onInput(row, k, input, made));
      input.addEventListener("focus", () => input.select());
      input.addEventListener("blur", () => this.#onLeave(row, k, input));
    }
    return made;
  }

  /** @param {SheetRow} row */
  #input(row) {
    const made = element("input", "", "", row.tick ? { type: "checkbox" } : { type: "text", inputMode: "numeric", maxLength: 4, autocomplete: "off" });
    made.setAttribute("enterkeyhint", "next");
    made.dataset.title = row.title;
    return made;
  }

  /** A row of numbers that follow. @param {string} title @param {string} rule @param {string[]} heads @param {string} name @param {string} kind */
  #line(title, rule, heads, name, kind) {
    const made = this.#head(title, rule);
    made.className = kind;
    const cells = heads.map(() => element("td"));
    this.numbers.set(name, cells);
    made.append(...cells);
    return made;
  }

  /** @param {string} title @param {string} rule @param {string} [swatch] */
  #head(title, rule, swatch) {
    const made = element("tr");
    const head = element("th", `${title} `, "", { scope: "row" });
    if (swatch) {
      const dot = element("span", "", "pad-swatch");
      dot.style.background = `var(--${swatch})`;
      head.prepend(dot);
    }
    if (rule) head.append(this.ruleLink(rule));
    made.append(head);
    return made;
  }

  /** @param {string} rule */
  ruleLink(rule) {
    return element("a", rule, "rule", { href: `/rules/${this.game}#${rule}` });
  }

  // Entering

  /** @param {SheetRow} row @param {number} column @param {HTMLInputElement} input @param {HTMLElement} line */
  #onInput(row, column, input, line) {
    const fault = this.enter(row, column, valueIn(row, input));
    this.forgive();
    if (!fault) return;
    input.setAttribute("aria-invalid", "true");
    const told = element("tr", "", "pad-refusal");
    const cell = element("td", "", "", { colSpan: line.children.length });
    const words = element("p", `${wordsOf(fault)} `, "", { role: "alert" });
    words.append(this.ruleLink(fault.rule));
    cell.append(words);
    told.append(cell);
    line.after(told);
    if (row.tick) input.checked = false;
  }

  /** Leaving a refused entry puts the last good one back. @param {SheetRow} row @param {number} column @param {HTMLInputElement} input */
  #onLeave(row, column, input) {
    if (!input.hasAttribute("aria-invalid")) return;
    input.removeAttribute("aria-invalid");
    if (!row.tick) input.value = input.dataset.good ?? "";
    this.enter(row, column, valueIn(row, input));
  }

  /** Take the reason of the last refusal away. */
  forgive() {
    for (const told of this.table.querySelectorAll(".pad-refusal")) told.remove();
    for (const input of this.table.querySelectorAll("[aria-invalid]")) input.removeAttribute("aria-invalid");
  }

  /** Enter goes down the column, then to the next player of the same section. @param {KeyboardEvent} event */
  #onKey(event) {
    const { target } = event;
    if (event.key !== "Enter" || !(target instanceof HTMLInputElement)) return;
    event.preventDefault();
    const body = target.closest("tbody");
    const columns = [...this.inputs.values()].filter((inputs) => body?.contains(inputs[0]));
    const order = columns[0].flatMap((_input, k) => columns.map((inputs) => inputs[k]));
    const all = [...this.inputs.values()].flat();
    const next = order[order.indexOf(target) + 1] ?? all[all.indexOf(order[order.length - 1]) + 1];
    const after = next?.closest("tbody");
    if (after) this.fold(after, false);
    if (next) next.focus();
    else target.blur();
  }

  // Showing

  /**
   * @param {Sheet} sheet
   * @param {Pad} pad
   * @param {SheetResult} result
   * @param {string[]} heads
   */
  show(sheet, pad, result, heads) {
    const scores = new Scores(sheet, pad.players, pad.entries);
    for (const [name, inputs] of this.inputs) {
      for (const [k, input] of inputs.entries()) {
        const value = scores.entry(name, k);
        if (input.type === "checkbox") input.checked = Boolean(value);
        else if (input !== document.activeElement) input.value = value === null ? "" : String(value);
        if (!input.hasAttribute("aria-invalid")) input.dataset.good = value === null ? "" : String(value);
        input.disabled = pad.done;
      }
    }
    for (const [name, cells] of this.numbers) {
      for (const [k, cell] of cells.entries()) cell.textContent = this.#number(name, k, scores, result);
    }
    for (const [k, place] of this.starters.entries()) {
      const column = result.starters[k];
      const before = sheet.sections[k - 1];
      place.replaceChildren();
      if (k === 0 || column === null || column === undefined || !before.begins) continue;
      place.append(`${say("begins", { name: heads[column], section: sheet.sections[k].title })} `, this.ruleLink(before.begins));
    }
    for (const [k, head] of [...byId("pad-head").querySelectorAll("th")].entries()) {
      head.classList.toggle("winner", pad.done && result.winners.includes(k));
      head.classList.toggle("out", Boolean(result.out[k]));
    }
  }

  /** @param {string} name @param {number} column @param {Scores} scores @param {SheetResult} result */
  #number(name, column, scores, result) {
    if (name === "total") return String(result.totals[column]);
    if (!scores.rows.has(name)) return String(scores.sectionPoints(name, column));
    const points = scores.points(name, column);
    return scores.rows.get(name)?.value === null ? (points === null ? "" : `= ${points}`) : String(points);
  }
}

/** @param {SheetRow} row @param {HTMLInputElement} input @returns {number | null} NaN: not a number */
function valueIn(row, input) {
  if (row.tick) return input.checked ? 1 : null;
  const text = input.value.trim();
  if (!text) return null;
  return /^\d+$/.test(text) ? Number(text) : NaN;
}

/** @param {SheetFault} fault */
export function wordsOf({ kind, row, why, most }) {
  if (kind === "number") return say("not-a-number", { row, most });
  if (kind === "most") return say("too-many", { row, most, why });
  return kind === "single" ? say("only-one", { row }) : why;
}
