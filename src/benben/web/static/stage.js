// The size of the stage in pixels, kept in a cookie: so the first picture of a page fits already.

const YEAR = 365 * 24 * 3600;
const CLOSE = 0.03; // sizes that differ by less share a picture

/** @typedef {[number, number]} Size width and height */

/** @param {Size} size */
export function keepStage(size) {
  document.cookie = `stage=${size.join("x")}; path=/; max-age=${YEAR}; samesite=lax`;
}

/**
 * The stage for which the server has drawn the picture that came with the page.
 * @returns {Size | null}
 */
export function keptStage() {
  const found = document.cookie.match(/(?:^|; )stage=(\d+)x(\d+)/);
  return found && [Number(found[1]), Number(found[2])];
}

/**
 * @param {Size | null} one
 * @param {Size} other
 */
export const isClose = (one, other) =>
  one !== null && one.every((side, n) => Math.abs(side - other[n]) <= CLOSE * Math.max(side, other[n]));
