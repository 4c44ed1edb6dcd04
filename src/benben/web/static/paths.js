// Choices and their paths: which moves fit the elements touched so far, and which elements may be touched next.
/** @import { Choice } from "./types.js" */

/**
 * The choices that fit the touched elements. The first element must come first; the others, the cells of a piece, in any
 * order: so all ways to lay a piece on a cell are found. An element that says enough alone stands for the whole path.
 * @param {Choice[]} choices
 * @param {string[]} path
 */
export function matching(choices, path) {
  const [first, ...others] = path;
  const direct = path.length === 1 ? choices.filter((choice) => choice.direct === first) : [];
  if (direct.length) return direct;
  return choices.filter((choice) => {
    const [start, ...rest] = choice.path;
    return first === undefined || (start === first && others.every((id) => rest.includes(id)));
  });
}

/**
 * The touched elements; an element that stands alone for the beginning of a path, with what comes before it.
 * @param {Choice} choice one of those that fit
 * @param {string[]} path
 */
export function upTo(choice, path) {
  const isDirect = path.length === 1 && choice.direct === path[0] && choice.path[0] !== path[0];
  return isDirect ? choice.path.slice(0, choice.path.indexOf(path[0]) + 1) : path;
}

/**
 * The elements that may be touched after these.
 * @param {Choice[]} choices
 * @param {string[]} path
 * @returns {Set<string>}
 */
export function nextElements(choices, path) {
  const fits = matching(choices, path);
  if (!path.length) return new Set(fits.flatMap(({ path: [start], direct }) => (direct ? [start, direct] : [start])));
  return new Set(fits.flatMap((choice) => without(choice.path, path)));
}

/**
 * Is only left open how the piece lies, if anything?
 * @param {Choice[]} fits
 * @param {string[]} path
 */
export function isPlaced(fits, path) {
  const lies = (/** @type {Choice} */ choice) => choice.turns > 0 && path.length >= choice.turns;
  return fits.every((choice) => choice.path.length === path.length || lies(choice));
}

/**
 * What is left of a path. An element may be in it twice, such as a stone of which two are given.
 * @param {string[]} whole
 * @param {string[]} touched
 */
function without(whole, touched) {
  const left = [...whole];
  for (const id of touched) if (left.includes(id)) left.splice(left.indexOf(id), 1);
  return left;
}

/**
 * The most promising way first; among equals the one that was touched in this very order.
 * @param {Choice[]} fits
 * @param {string[]} path
 */
export function bestFirst(fits, path) {
  const isExact = (/** @type {Choice} */ choice) => path.every((id, step) => choice.path[step] === id);
  const isWhole = fits.some((choice) => choice.path.length === path.length);
  const worth = (/** @type {Choice} */ choice) => (isWhole ? [0, 0] : [choice.promise ?? 0, choice.gain ?? 0]);
  const ranks = (/** @type {Choice} */ choice) => [...worth(choice), Number(isExact(choice))];
  const compare = (/** @type {number[]} */ one, /** @type {number[]} */ other) =>
    other.map((rank, n) => rank - one[n]).find((difference) => difference) ?? 0;
  return [...fits].sort((one, other) => compare(ranks(one), ranks(other)));
}
