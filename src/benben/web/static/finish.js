// The end: outcome, rematch, record, and the shuffles repeated.
import { promises } from "./prefs.js";
import { isProved } from "./verify.js";
import { by, say } from "./words.js";

export function showFinish(match, view) {
  by("finish").hidden = !view.over;
  if (!view.over) return;
  by("outcome").textContent = view.outcome;
  by("rematch").hidden = !view.own.length;
  by("record").hidden = !view.proof && !view.open;
  by("everything-row").hidden = view.open;
  by("watch-score").hidden = !view.tally.length;
  if (!view.proof) return;
  const promised = promises.load(match) ?? view.commitment;
  const verdict = promised !== view.commitment ? "changed-promise" : isProved(view.proof, promised) ? "verified" : "not-verified";
  by("proof").textContent = `${verdict === "verified" ? "✓" : "⚠"} ${say(verdict)}`;
  by("proof").classList.toggle("bad", verdict !== "verified");
}
