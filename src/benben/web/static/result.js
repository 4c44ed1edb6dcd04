// The end of a match: the result over the stage, what to do next, and the check of the shuffles.
import { byId, element } from "./dom.js";
import { ruleLink } from "./panels.js";
import { moves, promises } from "./prefs.js";
import { paceNow } from "./plies.js";
import { goTo, togglePlaying } from "./replay.js";
import { countUp, isCounting, showPad, stopCounting } from "./score_pad.js";
import { board, table } from "./state.js";
import { announce } from "./status.js";
import { isProved } from "./verify.js";
import { say } from "./words.js";
/** @import { Line, View } from "./types.js" */

const SEEN_FIRST = 900; // milliseconds: the last move is seen before the result covers the board
const MOST_REASONS = 2;

/**
 * @param {View} view
 * @param {boolean} hasEnded this view has brought the end
 */
export function showResult(view, hasEnded) {
  byId("finish").hidden = byId("open-result").hidden = !view.over;
  if (!view.over) return;
  for (const id of ["outcome", "result-title"]) byId(id).textContent = view.outcome;
  byId("result-title").classList.toggle("won", view.seats.some((seat) => seat.winner));
  byId("rematch").hidden = !view.own.length || Boolean(view.deal);
  byId("record").hidden = view.sealed || (!view.proof && !view.open);
  const review = document.getElementById("review"); // games without bots have none
  if (review) review.hidden = view.sealed && !view.own.length;
  byId("everything-row").hidden = view.open || view.sealed;
  byId("share").hidden = view.sealed; // its link would show the deal; the page of the day has a text without it
  byId("watch-score").hidden = !view.tally.some((line) => line.points !== null);
  showReasons();
  if (!isCounting()) showPad(view);
  showProof(view);
  if (!view.live) close(); // somebody studies an earlier position: the log and the board are free
  if (hasEnded) setTimeout(() => table.view.live && open(true), paceNow() ? SEEN_FIRST : 0);
}

/** Why it ended: what the log says after the last move itself, without the outcome, which is the title. */
function showReasons() {
  const lines = table.log.moves.at(-1)?.lines.slice(1) ?? [];
  const isReason = (/** @type {Line} */ line) => line.rule !== null && line.points === null && line.text !== table.view.outcome;
  const reasons = table.view.resigned === null ? lines.filter(isReason) : [];
  byId("result-why").replaceChildren(
    ...reasons.slice(-MOST_REASONS).map((line) => {
      const said = element("span", `${line.text} `);
      if (line.rule) said.append(ruleLink(line.rule));
      return said;
    }),
  );
}

/** @param {View} view */
function showProof({ commitment, proof, sealed }) {
  if (sealed) byId("proof").textContent = say("sealed");
  if (!proof) return;
  const verdict = verdictOn(commitment, proof);
  byId("proof").textContent = `${verdict === "verified" ? "✓" : "⚠"} ${say(verdict)}`;
  byId("proof").classList.toggle("bad", verdict !== "verified");
}

/**
 * @param {View["commitment"]} commitment
 * @param {NonNullable<View["proof"]>} proof
 */
function verdictOn(commitment, proof) {
  const promised = promises.load(table.match) ?? commitment;
  if (promised !== commitment) return "changed-promise";
  return promised && isProved(proof, promised) ? "verified" : "not-verified";
}

// Opening and closing

/** @param {boolean} counts count the points up */
export function open(counts) {
  if (!table.view.over) return;
  byId("result").hidden = false;
  byId("table").classList.add("has-result");
  table.looks.reset();
  announce(byId("result-title").textContent ?? "");
  if (table.usesKeys) byId("close-result").focus();
  if (counts && moves()) countUp();
}

export function close() {
  if (byId("result").hidden) return false;
  if (isCounting()) stopCounting();
  const hadFocus = byId("result").contains(document.activeElement);
  byId("result").hidden = true;
  byId("table").classList.remove("has-result");
  if (table.usesKeys && hadFocus) byId("open-result").focus();
  return true;
}

async function share() {
  const scores = table.view.seats.map((seat) => `${seat.who} ${seat.score}`).join(", ");
  const text = `${table.view.title}: ${scores}`;
  const url = `${location.origin}/t/${table.match}`;
  try {
    if (navigator.share) await navigator.share({ title: table.view.title, text, url });
    else await navigator.clipboard.writeText(`${text}\n${url}`);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return; // the player has changed their mind
    prompt(say("copy-this"), `${text} ${url}`);
    return;
  }
  if (!navigator.share) byId("share").textContent = say("copied");
}

byId("open-result").addEventListener("click", () => open(false));
byId("close-result").addEventListener("click", close);
byId("share").addEventListener("click", share);
byId("watch-score").addEventListener("click", () => (isCounting() ? stopCounting() : countUp()));
byId("watch-again").addEventListener("click", async () => {
  close();
  await goTo(0);
  togglePlaying();
});
byId("result").addEventListener("keydown", (event) => {
  if (event.key === "Escape") close();
});
// Whatever shows another position, or something of the panel that the result covers, puts the result away.
byId("replay").addEventListener("click", close);
byId("side").addEventListener("focusin", close);
byId("side").addEventListener("click", close);
board.addEventListener("click", () => isCounting() && stopCounting());
