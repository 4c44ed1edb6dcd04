// What this browser prefers and remembers. Without storage, the page remembers nothing.
/** @import { DayResult } from "./types.js" */

const DEFAULTS = { confirm: "turn", pace: "normal", sound: false, motion: true, gains: true, shortcuts: true, side: true, notify: false };

/**
 * @param {() => Storage} store
 * @param {string} key
 */
function read(store, key) {
  try {
    return JSON.parse(store().getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/**
 * Save a value; null deletes it.
 * @param {() => Storage} store
 * @param {string} key
 * @param {unknown} value
 */
function write(store, key, value) {
  try {
    if (value === null) store().removeItem(key);
    else store().setItem(key, JSON.stringify(value));
  } catch {
    // storage is full or switched off
  }
}

const MOST_TABLES = 1000;
const MOST_DAYS = 400;
const lasting = () => localStorage;
const passing = () => sessionStorage;

/** @type {typeof DEFAULTS} */
export const prefs = { ...DEFAULTS, ...read(lasting, "prefs") };

/** @param {Partial<typeof DEFAULTS>} changed */
export function keep(changed) {
  Object.assign(prefs, changed);
  write(lasting, "prefs", prefs);
}

export function moves() {
  return prefs.motion && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** A chosen move that is not confirmed yet. It survives a reload. */
export const pending = {
  /**
   * @param {string} match
   * @returns {{ number: number, move: string, then?: string } | null}
   */
  load: (match) => read(passing, `pending-${match}`),
  /**
   * @param {string} match
   * @param {{ number: number, move: string, then?: string } | null} value
   */
  save: (match, value) => write(passing, `pending-${match}`, value),
};

/** The commitment to the shuffles as this browser first saw it. */
export const promises = {
  /**
   * @param {string} match
   * @returns {string | null}
   */
  load: (match) => read(lasting, `promise-${match}`),
  /**
   * @param {string} match
   * @param {string} value
   */
  save: (match, value) => write(lasting, `promise-${match}`, value),
};

/** The results of this browser in deals of the day. */
export const days = {
  /** @returns {Record<string, DayResult>} by day */
  all: () => read(lasting, "days") ?? {},
  /**
   * @param {string} day
   * @param {DayResult} result
   */
  keep(day, result) {
    const known = Object.entries({ ...days.all(), [day]: result }).sort(([one], [other]) => (one < other ? 1 : -1));
    write(lasting, "days", Object.fromEntries(known.slice(0, MOST_DAYS)));
  },
};

/** The names of the explanations that were given. */
export const lessons = {
  /**
   * @param {string} match
   * @returns {string[]}
   */
  load: (match) => read(lasting, `lesson-${match}`) ?? [],
  /**
   * @param {string} match
   * @param {string[]} value
   */
  save: (match, value) => write(lasting, `lesson-${match}`, value),
};

/** The games that somebody has played in this browser. */
export const knownGames = {
  /** @returns {string[]} */
  all: () => read(lasting, "games") ?? [],
  /** @param {string} game */
  add(game) {
    if (!knownGames.all().includes(game)) write(lasting, "games", [...knownGames.all(), game]);
  },
};

/**
 * What this browser has done with puzzles.
 * @typedef {object} PuzzleNotes
 * @property {string[]} solved ids
 * @property {string[]} missed ids that were answered wrongly or looked up, and not solved since
 * @property {number} streak solved one after the other, each at the first try
 * @property {number} best the longest streak
 */
export const puzzles = {
  /** @returns {PuzzleNotes} */
  load: () => ({ solved: [], missed: [], streak: 0, best: 0, ...read(lasting, "puzzles") }),
  /** @param {PuzzleNotes} notes */
  save: (notes) => write(lasting, "puzzles", notes),
};

/** The tables of this browser, the newest first. */
export const tables = {
  /** @returns {{ match: string, seats: number[] }[]} */
  all: () => read(lasting, "tables") ?? [],
  /**
   * @param {string} match
   * @param {number[]} seats
   */
  add(match, seats) {
    const others = tables.all().filter((entry) => entry.match !== match);
    write(lasting, "tables", [{ match, seats }, ...others].slice(0, MOST_TABLES));
  },
  /** @param {string} match */
  drop(match) {
    write(lasting, "tables", tables.all().filter((entry) => entry.match !== match));
    write(lasting, `promise-${match}`, null);
    write(lasting, `lesson-${match}`, null);
  },
};

// The settings dialog: the name of each input is the name of a preference.
for (const field of document.querySelectorAll("#settings input")) {
  if (!(field instanceof HTMLInputElement)) continue;
  const isRadio = field.type === "radio";
  const value = Object.entries(prefs).find(([name]) => name === field.name)?.[1];
  field.checked = isRadio ? value === field.value : Boolean(value);
  field.addEventListener("change", () => {
    keep({ [field.name]: isRadio ? field.value : field.checked });
  });
}
