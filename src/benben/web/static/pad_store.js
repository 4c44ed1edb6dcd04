// The score sheets of this browser.
/** @import { Entries } from "./types.js" */

/**
 * A sheet that somebody fills in.
 * @typedef {object} Pad
 * @property {string} id
 * @property {string} game
 * @property {string} variant the name of the game's sheet
 * @property {number} players
 * @property {string[]} names clockwise; empty ones are not given
 * @property {number} first the player who began
 * @property {Entries} entries
 * @property {boolean} done
 * @property {string} made the time, ISO 8601
 */

const KEY = "pads";
const PEOPLE = "pad-people";
const MOST_PADS = 200;

/** @returns {Pad[]} the newest first */
export function allPads() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

/** @param {Pad[]} pads @returns {boolean} whether the browser has kept them */
function keep(pads) {
  try {
    localStorage.setItem(KEY, JSON.stringify(pads.slice(0, MOST_PADS)));
    return true;
  } catch {
    return false;
  }
}

/** Read all before writing: another tab may have changed another sheet. @param {Pad} pad */
export function savePad(pad) {
  const others = allPads().filter((other) => other.id !== pad.id);
  return keep([pad, ...others].sort((one, other) => other.made.localeCompare(one.made)));
}

/** @param {string} id */
export const dropPad = (id) => keep(allPads().filter((pad) => pad.id !== id));

/** @param {Pad} pad */
export const isEmpty = (pad) => !Object.values(pad.entries).some((row) => row.some((value) => value !== null));

/**
 * @param {string} game
 * @param {string} variant
 * @param {number} players
 * @param {string[]} names
 * @param {number} first
 * @returns {Pad}
 */
export function newPad(game, variant, players, names = [], first = 0) {
  return { id: newId(), game, variant, players, names, first, entries: {}, done: false, made: new Date().toISOString() };
}

/** A random UUID; `crypto.randomUUID` exists over https only. */
function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-").toUpperCase();
}

/** The people of this browser's sheets, each with an id that stays. @returns {Record<string, string>} */
export function people() {
  try {
    return JSON.parse(localStorage.getItem(PEOPLE) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

/** The id of a person; made when the name is new. @param {string} name */
export function idOf(name) {
  const known = people();
  if (known[name]) return known[name];
  const made = newId();
  try {
    localStorage.setItem(PEOPLE, JSON.stringify({ ...known, [name]: made }));
  } catch {
    // storage is full or switched off: the id holds for this file only
  }
  return made;
}
