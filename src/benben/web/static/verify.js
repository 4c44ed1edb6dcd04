// Repeats the shuffles of a match in this browser (docs/shuffles.md). With its own SHA-256: browsers offer theirs to
// https pages only, and a table in a home network has no https.
/** @import { Proof } from "./types.js" */

const ROUNDS = 64;
const K = new Uint32Array(ROUNDS);
const START = new Uint32Array(8);

for (let n = 2, found = 0; found < ROUNDS; n += 1) {
  let isPrime = true;
  for (let d = 2; d * d <= n; d += 1) if (n % d === 0) isPrime = false;
  if (!isPrime) continue;
  const fraction = (/** @type {number} */ root) => ((root - Math.floor(root)) * 2 ** 32) >>> 0;
  if (found < 8) START[found] = fraction(Math.sqrt(n));
  K[found] = fraction(Math.cbrt(n));
  found += 1;
}

/**
 * @param {number} x
 * @param {number} n
 */
const turn = (x, n) => (x >>> n) | (x << (32 - n));

/** @param {Uint8Array} bytes */
export function sha256(bytes) {
  const length = (((bytes.length + 8) >> 6) + 1) << 6;
  const data = new Uint8Array(length);
  data.set(bytes);
  data[bytes.length] = 0x80;
  const view = new DataView(data.buffer);
  view.setUint32(length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(length - 4, bytes.length << 3);
  const hash = START.slice();
  const w = new Uint32Array(ROUNDS);
  for (let block = 0; block < length; block += 64) {
    for (let i = 0; i < 16; i += 1) w[i] = view.getUint32(block + 4 * i);
    for (let i = 16; i < ROUNDS; i += 1) {
      const s0 = turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ (w[i - 15] >>> 3);
      const s1 = turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ (w[i - 2] >>> 10);
      w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
    let [a, b, c, d, e, f, g, h] = hash;
    for (let i = 0; i < ROUNDS; i += 1) {
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => (hash[i] += word));
  }
  return hash;
}

/** @param {string} text */
const encode = (text) => new TextEncoder().encode(text);
/** @param {Uint8Array[]} parts */
const join = (...parts) => new Uint8Array(parts.flatMap((part) => [...part]));
/** @param {Uint32Array} words */
const hex = (words) => [...words].map((word) => word.toString(16).padStart(8, "0")).join("");

/** @param {Uint8Array} seed */
export function commitment(seed) {
  return hex(sha256(join(encode("benben/1/commit"), seed)));
}

/**
 * The order of `n` cards after the shuffle of this name.
 * @param {Uint8Array} seed
 * @param {string} name
 * @param {number} n
 */
export function permutation(seed, name, n) {
  const words = randomWords(seed, name);
  const order = Array.from({ length: n }, (_, i) => i);
  for (let i = n - 1; i > 0; i -= 1) {
    const j = uniform(words, i + 1);
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

/**
 * @param {Uint8Array} seed
 * @param {string} name
 * @returns {Generator<number, never>}
 */
function* randomWords(seed, name) {
  for (let i = 0; ; i += 1) {
    const counter = new Uint8Array(8);
    new DataView(counter.buffer).setUint32(4, i);
    yield* sha256(join(encode(`benben/1/shuffle/${name}/`), seed, counter));
  }
}

/**
 * A number below `m`, each with the same chance.
 * @param {Iterator<number, never>} words
 * @param {number} m
 */
function uniform(words, m) {
  const limit = 2 ** 32 - (2 ** 32 % m);
  for (;;) {
    const word = words.next().value;
    if (word < limit) return word % m;
  }
}

/**
 * Does the revealed seed fit the commitment, and do the shuffles follow from the seed?
 * @param {Proof} proof
 * @param {string} promised
 */
export function isProved(proof, promised) {
  const seed = Uint8Array.from(proof.seed.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  return (
    commitment(seed) === promised &&
    proof.shuffles.every(({ name, order }) => permutation(seed, name, order.length).every((card, i) => card === order[i]))
  );
}
