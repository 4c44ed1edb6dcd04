// The review of a match: progress while the coach thinks, the curve, the turning points, and the board at a decision.
import { byId, element, expectedLine, parseSvg } from "./dom.js";
import { get } from "./net.js";
import { labelTitles, layGhost } from "./picture.js";
import { Curve, sample } from "./review_curve.js";
import { endTrying, isTrying, percent, rounded, startTrying } from "./review_try.js";
import { say } from "./words.js";
/** @import { Review, ReviewBoard, ReviewDecision } from "./types.js" */

const data = JSON.parse(byId("review-data", HTMLScriptElement).text);
const slider = byId("curve");
const wide = matchMedia("(min-width: 64rem)");

/** @type {Review} */
let review;
/** @type {Curve} */
let curve;
let at = 0; // the decision shown; the number of decisions: the end
let asked = 0; // boards

const source = new EventSource(`/api/v1/matches/${data.match}/review?level=${encodeURIComponent(data.level)}`);
source.addEventListener("preparing", () => {
  byId("bar", HTMLProgressElement).removeAttribute("value");
  byId("progress-text").textContent = say("review-preparing");
});
source.addEventListener("progress", (event) => {
  const [done, all] = JSON.parse(event.data);
  byId("bar", HTMLProgressElement).value = all ? done / all : 0;
  byId("progress-text").textContent = all ? say("review-progress", { done, all }) : say("review-waiting");
});
source.addEventListener("review", (event) => {
  source.close();
  show(JSON.parse(event.data));
});
source.addEventListener("refused", (event) => end(JSON.parse(event.data)));
source.addEventListener("error", () => end(say("review-offline")));

/** @param {string} text */
function end(text) {
  source.close();
  byId("bar").hidden = true;
  byId("progress-text").textContent = text;
}

/** @param {Review} found */
function show(found) {
  review = found;
  curve = new Curve(review);
  slider.replaceChildren(curve.svg);
  slider.setAttribute("aria-valuemax", String(curve.points.length - 1));
  byId("seats").replaceChildren(...review.seats.map(seatRow));
  byId("turning").replaceChildren(...review.turning.map(turningRow));
  byId("none").hidden = review.turning.length > 0;
  byId("none").textContent = say("review-none", { teacher: review.teacher });
  byId("progress").hidden = true;
  byId("review").hidden = false;
  goTo(review.turning[0] ?? 0);
  document.body.classList.add("interactive");
}

/**
 * @param {Review["seats"][number]} seat
 * @param {number} number
 */
function seatRow({ name, shown, accuracy }, number) {
  const row = element("li");
  const said = accuracy === null ? say("review-no-choice", { name }) : say("review-accuracy", { name, n: accuracy });
  row.append(sample(number), shown ? said : name);
  return row;
}

/** @param {number} number */
function turningRow(number) {
  const decision = review.decisions[number];
  const row = element("li");
  const button = element("button", heading(decision), "", { type: "button" });
  button.append(element("b", `−${percent(decision.loss)} %`, "loss"));
  button.addEventListener("click", () => {
    goTo(number);
    if (!wide.matches) byId("decision").scrollIntoView(); // the board is below the list
  });
  row.append(button);
  return row;
}

/** @param {ReviewDecision} decision */
function heading({ ply, seat, played }) {
  return say("review-decision", { n: ply + 1, name: review.seats[seat].name, move: played });
}

/** @param {number[]} chances */
function chancesText(chances) {
  return chances.map((chance, seat) => say("review-chance", { name: review.seats[seat].name, percent: Math.round(100 * chance) })).join(", ");
}

/** @param {number} number */
function goTo(number) {
  endTrying();
  at = Math.min(curve.points.length - 1, Math.max(0, number));
  curve.show(at);
  const decision = review.decisions[at];
  const chances = chancesText(curve.points[at]);
  const title = decision ? heading(decision) : say("review-end", { chances });
  slider.setAttribute("aria-valuenow", String(at));
  slider.setAttribute("aria-valuetext", decision ? [title, `${say("review-chances", { chances })}.`, verdict(decision)].join(" ") : title);
  byId("decision").textContent = title;
  byId("moves").hidden = byId("board").hidden = byId("try").hidden = !decision;
  byId("at-table", HTMLAnchorElement).href = `/t/${data.match}?at=${decision ? decision.ply : review.decisions.length}`;
  for (const [row, number] of review.turning.entries()) {
    byId("turning").children[row].firstElementChild?.setAttribute("aria-pressed", String(number === at));
  }
  byId("why").replaceChildren();
  if (decision) showDecision(decision, chances);
}

/** @param {ReviewDecision} decision */
const verdict = (decision) => say(`review-${decision.verdict}`, { move: decision.better });

/**
 * @param {ReviewDecision} decision
 * @param {string} chances
 */
function showDecision(decision, chances) {
  const differs = decision.best !== decision.move;
  byId("played").textContent = say("review-played", { move: decision.played });
  byId("better").textContent = say("review-better", { move: decision.better });
  const isWorse = decision.verdict === "mistake" || decision.verdict === "inexact";
  byId("better-chip").hidden = !isWorse;
  for (const input of byId("moves").querySelectorAll("input")) input.checked = (input.value === "better") === isWorse;
  const said = [element("p", verdict(decision), `verdict ${decision.verdict}`)];
  if (isWorse) {
    const loss = say("review-loss", { loss: percent(decision.loss), error: percent(decision.error) });
    said.push(element("p", say("review-cost", { loss }) + pointsText(decision)));
  }
  said.push(...decision.reasons.map(reasonRow));
  if (differs && isWorse && decision.expected.length) said.push(expectedLine(say("review-line"), decision.expected));
  if (decision.hinted) said.push(element("p", say("review-hinted", { name: review.seats[decision.seat].name })));
  said.push(element("p", say("review-chances", { chances }), "help"));
  byId("why").replaceChildren(...said);
  showBoard(decision);
}

/**
 * The loss in points, where the game has points.
 * @param {ReviewDecision} decision
 */
function pointsText({ points }) {
  if (!points) return "";
  const [loss, error] = points;
  if (Math.abs(loss) <= 2 * error) return ` ${say("review-no-points")}`;
  return ` ${loss > 0 ? say("review-points", { loss: rounded(loss), error: rounded(error) }) : say("review-points-against")}`;
}

/** @param {ReviewDecision["reasons"][number]} reason */
function reasonRow({ text, rule }) {
  const row = element("p", `${text} `, "reason");
  if (rule) row.append(element("a", rule, "rule", { href: `/rules/${data.game}#${rule}`, title: say("review-rule", { rule }) }));
  return row;
}

/** @param {ReviewDecision} decision */
async function showBoard({ ply, best }) {
  const question = ++asked;
  const query = new URLSearchParams({ move: best, wide: String(wide.matches) });
  /** @type {ReviewBoard} */
  const drawn = await get(`/api/v1/matches/${data.match}/review/${ply}?${query}`);
  if (question !== asked) return;
  const picture = parseSvg(drawn.picture);
  labelTitles(picture);
  byId("board").replaceChildren(picture);
  byId("board").dataset.ply = String(ply);
  byId("text-board").textContent = drawn.text;
  showGhost(drawn);
  byId("moves").onchange = () => showGhost(drawn);
}

/** @param {ReviewBoard} drawn */
function showGhost(drawn) {
  if (isTrying()) return;
  const chosen = byId("moves").querySelector("input:checked");
  const isBetter = chosen instanceof HTMLInputElement && chosen.value === "better";
  layGhost(byId("board"), isBetter ? drawn.better : drawn.played);
}

/** Let the reader play this decision, or show again what was played. */
function toggleTrying() {
  const decision = review.decisions[at];
  if (isTrying()) goTo(at);
  else if (decision) startTrying({ match: data.match, level: data.level, ply: decision.ply, name: review.seats[decision.seat].name, wide: wide.matches });
}

const KEYS = new Map([
  ["ArrowLeft", () => at - 1],
  ["ArrowRight", () => at + 1],
  ["Home", () => 0],
  ["End", () => curve.points.length - 1],
]);
slider.addEventListener("keydown", (event) => {
  const next = KEYS.get(event.key);
  if (!next) return;
  event.preventDefault();
  goTo(next());
});
slider.addEventListener("pointerdown", (event) => goTo(curve.under(event.clientX)));
slider.addEventListener("pointermove", (event) => event.buttons && goTo(curve.under(event.clientX)));
byId("try").addEventListener("click", toggleTrying);
byId("back").addEventListener("click", () => goTo(at - 1));
byId("on").addEventListener("click", () => goTo(at + 1));
byId("level").addEventListener("change", () => byId("level", HTMLSelectElement).form?.submit());
addEventListener("pagehide", () => source.close());
