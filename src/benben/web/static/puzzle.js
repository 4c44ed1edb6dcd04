// One puzzle: a move is touched or typed, the server says whether it is the right one.
import { byId, element, expectedLine, parseSvg } from "./dom.js";
import { Refusal, get, post } from "./net.js";
import { labelTitles, layGhost } from "./picture.js";
import { puzzles } from "./prefs.js";
import { Touch } from "./touch.js";
import { say } from "./words.js";
/** @import { Choice, PuzzleAnswer, PuzzleBoard, PuzzleSolution } from "./types.js" */

/** @type {{ game: string, number: number, id: string, others: [number, string][] }} */
const data = JSON.parse(byId("puzzle-data", HTMLScriptElement).text);
const ADDRESS = `/api/v1/puzzles/${data.game}/${data.number}`;
const board = byId("board");
const answer = byId("answer");
const touch = new Touch(board);
const wide = matchMedia("(min-width: 64rem)");

/** @type {Choice[]} */
let choices = [];
/** @type {Choice | null} the move that would be checked */
let pending = null;
/** @type {Choice | null} the move whose ghost is shown or awaited */
let aimed = null;
let isOpen = true; // the puzzle is neither solved nor looked up
/** @type {Map<string, Promise<{ ghost: string, text: string }>>} by size and notation */
const drawings = new Map();

/** @param {string} move */
function drawing(move) {
  const query = String(new URLSearchParams({ move, wide: String(wide.matches) }));
  const found = drawings.get(query) ?? get(`${ADDRESS}/ghost?${query}`).catch(() => (drawings.delete(query), { ghost: "", text: move }));
  drawings.set(query, found);
  return found;
}

/** @param {Choice | null} choice */
async function aim(choice) {
  aimed = choice;
  if (!choice) {
    layGhost(board, "");
    return;
  }
  const { ghost } = await drawing(choice.move);
  if (aimed === choice) layGhost(board, ghost);
}

/** @param {Choice | null} choice */
async function choose(choice) {
  pending = choice;
  byId("check").hidden = byId("cancel").hidden = !choice;
  byId("bar").classList.toggle("ready", Boolean(choice));
  byId("chosen").textContent = choice ? say("puzzle-chosen", { move: choice.move }) : "";
  if (!choice) return;
  const { text } = await drawing(choice.move);
  if (pending === choice) byId("chosen").textContent = say("puzzle-chosen", { move: text });
}

/** Begin, or begin again. */
function offer() {
  choose(null);
  byId("turn").hidden = true;
  touch.offer(isOpen ? choices : []);
}

async function draw() {
  /** @type {PuzzleBoard} */
  const found = await get(`${ADDRESS}?wide=${wide.matches}`);
  choices = found.choices;
  const picture = parseSvg(found.picture);
  labelTitles(picture);
  board.replaceChildren(picture);
  byId("ask").textContent = found.ask;
  byId("text-board").textContent = found.text;
  byId("moves").replaceChildren(...choices.map((choice) => new Option(choice.move)));
  offer();
}

/** @param {{ move: string } | { path: string[] }} given */
async function check(given) {
  try {
    show(/** @type {PuzzleAnswer} */ (await post(ADDRESS, given)));
  } catch (error) {
    refuse(error);
  }
}

/** @param {unknown} error */
function refuse(error) {
  const row = element("p", `${error instanceof Refusal ? error.message : say("puzzle-offline")} `, "refused");
  if (error instanceof Refusal && error.rule) row.append(ruleLink(error.rule));
  answer.replaceChildren(row);
}

/** @param {string} rule */
function ruleLink(rule) {
  return element("a", rule, "rule", { href: `/rules/${data.game}#${rule}`, title: say("puzzle-rule", { rule }) });
}

/** @param {number} share */
const percent = (share) => (100 * share).toLocaleString(document.documentElement.lang, { maximumFractionDigits: 1 });

/** @param {PuzzleAnswer} told */
function show(told) {
  if (told.solution) {
    const isFirst = note(true);
    end([element("p", say("puzzle-right", { move: told.text }), "verdict right")], told.solution, isFirst);
    return;
  }
  note(false);
  const cost = say("puzzle-cost", { loss: percent(told.loss), error: percent(told.error) });
  answer.replaceChildren(element("p", say("puzzle-worse", { move: told.text }), "verdict worse"), element("p", cost));
  byId("again").hidden = false;
  touch.offer([]);
  choose(null);
  aim(choices.find((choice) => choice.move === told.move) ?? null);
  byId("again").focus();
}

/**
 * The solution, with why; nothing more can be touched.
 * @param {HTMLElement[]} verdict
 * @param {PuzzleSolution} solution
 * @param {boolean} tellsStreak
 */
function end(verdict, solution, tellsStreak) {
  isOpen = false;
  offer();
  aim(choices.find((choice) => choice.move === solution.move) ?? null);
  const rows = solution.reasons.map(({ text, rule }) => {
    const row = element("p", `${text} `, "reason");
    if (rule) row.append(ruleLink(rule));
    return row;
  });
  const { expected, margin, error, second } = solution;
  if (expected.length) rows.push(expectedLine(say("puzzle-line"), expected));
  rows.push(element("p", say("puzzle-second", { loss: percent(margin), error: percent(error), move: second }), "help"));
  answer.replaceChildren(...verdict, ...rows);
  byId("again").hidden = byId("give-up").hidden = byId("type").hidden = true;
  showNotes(tellsStreak);
  const next = byId("next");
  if (!next.hidden) next.focus();
}

/**
 * Note how a puzzle went; only the first try counts for the streak.
 * @param {boolean} isRight
 * @returns {boolean} whether it counted
 */
function note(isRight) {
  const notes = puzzles.load();
  const isFirst = !notes.solved.includes(data.id) && !notes.missed.includes(data.id);
  if (isRight) {
    if (!notes.solved.includes(data.id)) notes.solved.push(data.id);
    notes.missed = notes.missed.filter((id) => id !== data.id);
  } else if (isFirst) notes.missed.push(data.id);
  if (isFirst) notes.streak = isRight ? notes.streak + 1 : 0;
  notes.best = Math.max(notes.best, notes.streak);
  puzzles.save(notes);
  return isFirst;
}

/** @param {boolean} tellsStreak */
function showNotes(tellsStreak) {
  const { solved, streak, best } = puzzles.load();
  byId("known").hidden = !solved.includes(data.id);
  byId("known").textContent = say("puzzle-is-solved");
  byId("streak").hidden = !tellsStreak || !best;
  byId("streak").textContent = say("puzzle-streak", { n: streak, best });
  const isLeft = (/** @type {[number, string]} */ [number, id]) => number !== data.number && !solved.includes(id);
  const after = data.others.filter(([number]) => number > data.number);
  const next = [...after, ...data.others].find(isLeft);
  byId("next").hidden = isOpen || !next;
  byId("next").classList.toggle("main-button", !isOpen);
  if (next) byId("next", HTMLAnchorElement).href = `/puzzles/${data.game}/${next[0]}`;
}

touch.onShow((choice, others) => {
  byId("turn").hidden = others.length < 2;
  aim(choice ?? pending);
});
touch.onChoose((choice) => {
  choose(choice);
  return false;
});
touch.onRefuse((path) => check({ path }));
byId("turn").addEventListener("click", () => touch.turn());
byId("cancel").addEventListener("click", offer);
byId("check").addEventListener("click", () => pending && check({ move: pending.move }));
byId("again").addEventListener("click", () => {
  answer.replaceChildren();
  byId("again").hidden = true;
  offer();
  touch.focusFirst();
});
byId("give-up").addEventListener("click", async () => {
  try {
    const solution = /** @type {PuzzleSolution} */ (await get(`${ADDRESS}/solution`));
    note(false);
    end([element("p", say("puzzle-solution", { move: solution.text }), "verdict")], solution, false);
  } catch (error) {
    refuse(error);
  }
});
byId("type").addEventListener("submit", (event) => {
  event.preventDefault();
  const text = byId("move", HTMLInputElement).value.trim();
  if (text) check({ move: text });
});
board.addEventListener("keydown", (event) => {
  if (event.key === "Escape") offer();
  else if (event.key === "r" || event.key === "R") touch.turn();
  else if ((event.key === "Enter" || event.key === " ") && pending && !touch.turning()) byId("check").focus();
});
wide.addEventListener("change", draw);

await draw();
showNotes(false);
document.body.classList.add("interactive");
