// The deal of the day: what this browser remembers of its days, the check of the seed, and sharing the result.
import { byId } from "./dom.js";
import { days, promises } from "./prefs.js";
import { commitment } from "./verify.js";
import { say } from "./words.js";
/** @import { DayResult } from "./types.js" */

/**
 * @typedef {object} DayData
 * @property {string} day
 * @property {string} game
 * @property {number} until
 * @property {string} commitment
 * @property {string | null} seed
 * @property {Record<string, string>} promised fingerprints by day
 * @property {DayResult | null} result
 */

/** @type {DayData} */
const data = JSON.parse(byId("day-data", HTMLScriptElement).text);
const DAY = 24 * 3600 * 1000;

if (data.result) days.keep(data.day, data.result);
showStreak();
showLocalTime();
checkSeed();
for (const [day, fingerprint] of Object.entries(data.promised)) {
  if (!promises.load(nameOf(day))) promises.save(nameOf(day), fingerprint);
}
document.getElementById("share")?.addEventListener("click", share);
document.body.classList.add("interactive");

/** @param {string} day */
function nameOf(day) {
  return `day-${day}`;
}

/**
 * The day that is n days earlier.
 * @param {string} day
 * @param {number} n
 */
function before(day, n) {
  return new Date(Date.parse(day) - n * DAY).toISOString().slice(0, 10);
}

/** Days in a row up to this one, which counts if it was played, and the last result before it with the same game. */
function showStreak() {
  const known = days.all();
  const first = data.day in known ? 0 : 1;
  let n = 0;
  while (before(data.day, first + n) in known) n += 1;
  const last = Object.keys(known).filter((day) => day < data.day && known[day].game === data.game).sort().at(-1);
  const said = [];
  if (n) said.push(say("day-streak", { n }));
  if (last) said.push(say("day-before", { day: last, ...known[last] }));
  byId("streak").textContent = said.join(" ");
  byId("streak").hidden = !said.length;
}

function showLocalTime() {
  const place = document.getElementById("here");
  const time = new Intl.DateTimeFormat(document.documentElement.lang, { hour: "numeric", minute: "2-digit" });
  if (place) place.textContent = say("day-here", { time: time.format(data.until * 1000) });
}

function checkSeed() {
  const place = document.getElementById("verdict");
  if (!place || !data.seed) return;
  const seed = Uint8Array.from(data.seed.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  const promised = promises.load(nameOf(data.day));
  const verdict = verdictOn(commitment(seed) === data.commitment, promised);
  place.textContent = `${["day-verified", "day-promised"].includes(verdict) ? "✓" : "⚠"} ${say(verdict)}`;
}

/**
 * @param {boolean} fits
 * @param {string | null} promised what this browser was shown before
 */
function verdictOn(fits, promised) {
  if (promised && promised !== data.commitment) return "day-changed";
  if (!fits) return "day-not-verified";
  return promised ? "day-promised" : "day-verified";
}

async function share() {
  const text = byId("share-text").textContent ?? "";
  try {
    if (navigator.share) await navigator.share({ text });
    else await navigator.clipboard.writeText(text);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return; // the player has changed their mind
    prompt(say("copy-this"), text);
    return;
  }
  if (!navigator.share) byId("share").textContent = say("copied");
}
