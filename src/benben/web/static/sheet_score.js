// The arithmetic of score sheets: points, winners, tie-breaks and refusals, from the declaration of a game's sheet.
// No page is needed: tests run this file beside the engine. `core/score_sheet.py` explains the formulas.
/** @import { Sheet, SheetRow, Entries, Formula, SheetResult, SheetFault } from "./types.js" */

/** @typedef {number | null} Value null: blank */

export class Scores {
  /**
   * @param {Sheet} sheet
   * @param {number} players
   * @param {Entries} entries by name of the row, then by column
   */
  constructor(sheet, players, entries) {
    this.sheet = sheet;
    this.players = players;
    this.columns = sheet.goal === null ? players : 1;
    this.entries = entries;
    this.rows = new Map(sheet.sections.flatMap((section) => section.rows).map((row) => [row.name, row]));
    this.sections = new Map(sheet.sections.map((section) => [section.name, section]));
  }

  /** @param {string} name @param {number} column @returns {Value} */
  entry(name, column) {
    return this.entries[name]?.[column] ?? null;
  }

  /** @param {string} name of a row or a section @param {number} column @returns {Value} */
  value(name, column) {
    const row = this.rows.get(name);
    if (row) return row.value === null ? this.entry(name, column) : this.of(row.value, column);
    return this.sectionPoints(name, column);
  }

  /** @param {string} name of a row @param {number} column @returns {Value} null: the row is blank */
  points(name, column) {
    const row = this.rows.get(name);
    if (!row) throw new Error(`no row ${name}`);
    if (row.points === null) return this.value(name, column);
    return row.value === null && this.entry(name, column) === null ? null : this.of(row.points, column);
  }

  /** @param {string} name @param {number} column */
  sectionPoints(name, column) {
    const section = this.sections.get(name);
    if (!section) throw new Error(`no row or section ${name}`);
    return section.rows.reduce((sum, row) => sum + (this.points(row.name, column) ?? 0), 0);
  }

  /** @param {number} column */
  total(column) {
    return this.sheet.sections.reduce((sum, section) => sum + this.sectionPoints(section.name, column), 0);
  }

  /** How many rows of a section are filled in. @param {string} name @param {number} column */
  filled(name, column) {
    const rows = this.sections.get(name)?.rows ?? [];
    return rows.filter((row) => row.value === null && this.entry(row.name, column) !== null).length;
  }

  /** @param {Formula} formula @param {number} column @returns {Value} */
  of(formula, column) {
    if (typeof formula === "number") return formula;
    if (typeof formula === "string") return this.value(formula, column);
    const [operation, ...parts] = formula;
    if (operation === "table") return lookUp(/** @type {number[]} */ (parts[0]), this.of(parts[1], column) ?? 0);
    if (operation === "players") return this.players;
    if (operation === "everyone") return this.#everyone((other) => this.of(parts[0], other)).reduce((sum, one) => sum + one, 0);
    if (operation === "alone") return Number(this.#isAlone(parts[0], column));
    const known = parts.map((part) => this.of(part, column));
    return apply(operation, known);
  }

  /** @param {(column: number) => Value} value */
  #everyone(value) {
    return [...Array(this.columns).keys()].map((column) => value(column) ?? 0);
  }

  /** @param {Formula} formula @param {number} column */
  #isAlone(formula, column) {
    const all = this.#everyone((other) => this.of(formula, other));
    return all[column] > 0 && all.every((other, k) => k === column || other < all[column]);
  }
}

/** @param {number[]} table @param {number} index */
const lookUp = (table, index) => table[Math.min(index, table.length - 1)];

/** @param {string} operation @param {Value[]} values @returns {number} */
function apply(operation, values) {
  const filled = values.filter((value) => value !== null);
  const [first, second] = values.map((value) => value ?? 0);
  switch (operation) {
    case "sum": return filled.reduce((sum, value) => sum + value, 0);
    case "min": return filled.length ? Math.min(...filled) : 0;
    case "max": return filled.length ? Math.max(...filled) : 0;
    case "count": return filled.length;
    case "minus": return first - second;
    case "times": return first * second;
    case "at-least": return Number(first >= second);
    case "at-most": return Number(first <= second);
    case "all": return Number(values.every((value) => Boolean(value)));
    default: throw new Error(`no operation ${operation}`);
  }
}

// Refusals

/**
 * Why these entries cannot be; null if they can.
 * @param {Sheet} sheet
 * @param {number} players
 * @param {Entries} entries
 * @returns {SheetFault | null}
 */
export function faultIn(sheet, players, entries) {
  const scores = new Scores(sheet, players, entries);
  for (const row of scores.rows.values()) {
    if (row.value !== null) continue;
    for (let column = 0; column < scores.columns; column += 1) {
      const fault = faultInCell(scores, row, column);
      if (fault) return fault;
    }
    if (row.single && (entries[row.name] ?? []).filter(Boolean).length > 1) {
      return { kind: "single", row: row.title, why: row.why, rule: row.rule, most: 1 };
    }
  }
  for (const check of sheet.checks) {
    for (let column = 0; column < scores.columns; column += 1) {
      if (!scores.of(check.holds, column)) return { kind: "check", row: "", why: check.why, rule: check.rule, most: 0 };
    }
  }
  return null;
}

/** @param {Scores} scores @param {SheetRow} row @param {number} column @returns {SheetFault | null} */
function faultInCell(scores, row, column) {
  const value = scores.entry(row.name, column);
  if (value === null) return null;
  const most = scores.of(row.most, column) ?? 0;
  const named = { row: row.title, most, why: row.why };
  if (!Number.isInteger(value) || value < 0) return { ...named, kind: "number", rule: row.rule };
  return value > most ? { ...named, kind: "most", rule: row.limitRule } : null;
}

// Results

/**
 * Totals and winners, as far as the entries say.
 * @param {Sheet} sheet
 * @param {number} players
 * @param {Entries} entries
 * @param {number} first the column of the player who began
 * @returns {SheetResult}
 */
export function resultOf(sheet, players, entries, first) {
  const scores = new Scores(sheet, players, entries);
  const columns = [...Array(scores.columns).keys()];
  const out = columns.map((column) => Boolean(sheet.out && scores.entry(sheet.out, column)));
  const left = columns.filter((column) => !out[column]);
  const totals = columns.map((column) => scores.total(column));
  const solved = sheet.goal === null ? null : Boolean(scores.of(sheet.goal, 0));
  const ranked = solved === null ? best(scores, left, totals) : { winners: solved ? columns : [], used: [], open: null };
  const isLastLeft = Boolean(sheet.out) && left.length === 1;
  return {
    totals,
    out,
    solved,
    winners: isLastLeft ? left : ranked.winners,
    used: isLastLeft ? [] : ranked.used,
    open: isLastLeft ? null : ranked.open,
    isLastLeft,
    starters: startersOf(scores, first),
    missing: isLastLeft ? [] : missingIn(scores, left),
  };
}

/**
 * The best of these columns, and the comparisons that were needed.
 * @param {Scores} scores
 * @param {number[]} columns
 * @param {number[]} totals
 */
function best(scores, columns, totals) {
  /** @type {number[]} */
  const used = [];
  let winners = columns;
  for (const [number, key] of scores.sheet.keys.entries()) {
    if (winners.length < 2 && number > 0) break;
    const values = winners.map((column) => (key.of === null ? totals[column] : scores.of(key.of, column)));
    if (values.some((value) => value === null)) return { winners, used, open: number };
    const known = /** @type {number[]} */ (values);
    const goal = key.fewest ? Math.min(...known) : Math.max(...known);
    const kept = winners.filter((_column, k) => known[k] === goal);
    if (kept.length < winners.length) used.push(number);
    winners = kept;
  }
  return { winners, used, open: null };
}

/**
 * By section: the column that begins it; null where that is not known or does not matter.
 * @param {Scores} scores
 * @param {number} first
 */
function startersOf(scores, first) {
  /** @type {(number | null)[]} */
  const starters = [scores.sheet.first ? first : null];
  for (const [number, section] of scores.sheet.sections.slice(0, -1).entries()) {
    const before = starters[number];
    starters.push(section.begins && before !== null ? nextStarter(scores, section.name, before) : null);
  }
  return starters;
}

/** The fewest points; of equals the first clockwise from the last starter. @param {Scores} scores @param {string} section @param {number} last */
function nextStarter(scores, section, last) {
  const around = [...Array(scores.columns).keys()].map((k) => (last + k) % scores.columns);
  const scored = around.filter((column) => scores.filled(section, column) > 0);
  const waits = around.some((column) => !scored.includes(column) && !(scores.sheet.out && scores.entry(scores.sheet.out, column)));
  if (waits || !scored.length) return null;
  const fewest = Math.min(...scored.map((column) => scores.sectionPoints(section, column)));
  return scored.find((column) => scores.sectionPoints(section, column) === fewest) ?? null;
}

/** What must be entered before the sheet is finished. @param {Scores} scores @param {number[]} columns */
function missingIn(scores, columns) {
  return scores.sheet.sections.flatMap(({ name, title, needs, rule }) =>
    columns.filter((column) => scores.filled(name, column) < needs).map((column) => ({ section: title, column, rule })),
  );
}
