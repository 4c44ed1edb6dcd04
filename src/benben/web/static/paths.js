// Choices and their paths: which moves fit the elements touched so far, and which elements may be touched next.
/** @import { Choice } from "./types.js" */

/**
 * The choices that fit the touched elements. The first element must come first; the others, the cells of a piece, in any
 * order: so all ways to lay a piece on a cell are found.
 * @param {Choice[]} choices
 * @param {string[]} path
 */
export function matching(choices, path) {
  const [first, ...others] = path;
  return choices.filter((choice) => {
    const [start, ...rest] = choice.path;
    return first === undefined || (start === first && others.every((id) => rest.includes(id)));
  });
}

/**
 * The elements that may be touched after these.
 * @param {Choice[]} choices
 * @param {string[]} path
 * @returns {Set<string>}
 */
export function nextElements(choices, path) {
  const fits = matching(choices, path);
  if (!path.length) return new Set(fits.map((choice) => choice.path[0]));
  return new Set(fits.flatMap((choice) => choice.path.slice(1)).filter((id) => !path.includes(id)));
}

/**
 * The most promising way first; among equals the one that was touched in this very order.
 * @param {Choice[]} fits
 * @param {string[]} path
 */
export function bestFirst(fits, path) {
  const isExact = (/** @type {Choice} */ choice) => path.every((id, step) => choice.path[step] === id);
  const isWhole = fits.some((choice) => choice.path.length === path.length);
  const worth = (/** @type {Choice} */ choice) => (isWhole ? 0 : 2 * (choice.gain ?? 0)) + Number(isExact(choice));
  return [...fits].sort((one, other) => worth(other) - worth(one));
}
