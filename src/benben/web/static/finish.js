// The end of a match: outcome, rematch, record, and the check of the shuffles.
import { byId } from "./dom.js";
import { promises } from "./prefs.js";
import { isProved } from "./verify.js";
import { say } from "./words.js";
/** @import { View } from "./types.js" */

/**
 * @param {string} match
 * @param {View} view
 */
export function showFinish(match, view) {
  byId("finish").hidden = !view.over;
  if (!view.over) return;
  byId("outcome").textContent = view.outcome;
  byId("rematch").hidden = !view.own.length;
  byId("record").hidden = !view.proof && !view.open;
  byId("everything-row").hidden = view.open;
  byId("watch-score").hidden = !view.tally.length;
  if (!view.proof) return;
  const verdict = verdictOn(match, view);
  byId("proof").textContent = `${verdict === "verified" ? "✓" : "⚠"} ${say(verdict)}`;
  byId("proof").classList.toggle("bad", verdict !== "verified");
}

/**
 * @param {string} match
 * @param {View} view
 */
function verdictOn(match, { commitment, proof }) {
  const promised = promises.load(match) ?? commitment;
  if (promised !== commitment) return "changed-promise";
  return proof && promised && isProved(proof, promised) ? "verified" : "not-verified";
}
