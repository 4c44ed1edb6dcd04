// The chances of the seats over a match as an SVG: a line for each seat, told apart by dashes and labels too.
/** @import { Review } from "./types.js" */

const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 640;
const HEIGHT = 240;
const LEFT = 52;
const RIGHT = 10;
const TOP = 12;
const FOOT = 24;

/**
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 */
function part(tag, attributes, text = "") {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.textContent = text;
  return made;
}

export class Curve {
  /** @param {Review} review */
  constructor(review) {
    this.review = review;
    const ended = review.result.length ? [review.result] : [];
    this.points = [...review.decisions.map((decision) => decision.chances), ...ended];
    this.cursor = part("line", { class: "cursor", y1: TOP, y2: HEIGHT - FOOT });
    this.svg = part("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true" });
    this.svg.append(...this.grid(), ...review.seats.map((_seat, seat) => this.line(seat)), ...this.marks(), this.cursor);
  }

  /** @param {number} at */
  x(at) {
    return LEFT + ((WIDTH - LEFT - RIGHT) * at) / Math.max(1, this.points.length - 1);
  }

  /** @param {number} chance */
  y(chance) {
    return TOP + (HEIGHT - TOP - FOOT) * (1 - chance);
  }

  grid() {
    return [0, 0.5, 1].flatMap((chance) => [
      part("line", { class: "grid", x1: LEFT, x2: WIDTH - RIGHT, y1: this.y(chance), y2: this.y(chance) }),
      part("text", { class: "scale", x: LEFT - 6, y: this.y(chance) + 4 }, `${100 * chance} %`),
    ]);
  }

  /** @param {number} seat */
  line(seat) {
    const points = this.points.map((chances, at) => `${this.x(at).toFixed(1)},${this.y(chances[seat]).toFixed(1)}`);
    return part("polyline", { class: `seat-line seat-${seat}`, points: points.join(" ") });
  }

  /** A triangle at every mistake, on the line of its seat. */
  marks() {
    return this.review.turning.map((at) => {
      const { seat, chances } = this.review.decisions[at];
      const [x, y] = [this.x(at), this.y(chances[seat])];
      return part("path", { class: "mistake", d: `M${x} ${y + 3}l5 9h-10z` });
    });
  }

  /** @param {number} at */
  show(at) {
    for (const end of ["x1", "x2"]) this.cursor.setAttribute(end, String(this.x(at)));
  }

  /**
   * The decision under a pointer.
   * @param {number} clientX
   */
  under(clientX) {
    const box = this.svg.getBoundingClientRect();
    const x = ((clientX - box.left) / box.width) * WIDTH;
    const share = (x - LEFT) / (WIDTH - LEFT - RIGHT);
    return Math.min(this.points.length - 1, Math.max(0, Math.round(share * (this.points.length - 1))));
  }
}

/**
 * A piece of a seat's line, for the legend.
 * @param {number} seat
 */
export function sample(seat) {
  const svg = part("svg", { viewBox: "0 0 36 10", class: "sample", "aria-hidden": "true" });
  svg.append(part("line", { class: `seat-line seat-${seat}`, x1: 1, x2: 35, y1: 5, y2: 5 }));
  return svg;
}
