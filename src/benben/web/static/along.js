// Playing along with a match on a real table: the page keeps the entries, the server says what they lead to.
import { byId, element, parseSvg, targetOf } from "./dom.js";
import { mark } from "./marks.js";
import { Refusal, post } from "./net.js";
import { matching, nextElements } from "./paths.js";
import { say } from "./words.js";
import { workQueue } from "./work_queue.js";
/** @import { Choice } from "./types.js" */

/**
 * @typedef {object} Session
 * @property {number} players
 * @property {Record<string, string>} options
 * @property {number} eyes
 * @property {string[]} names
 * @property {string[]} entries
 */
/**
 * @typedef {object} Answer
 * @property {string[]} entries
 * @property {string} picture
 * @property {string} palette pieces to choose from, as a picture
 * @property {string} prompt
 * @property {string[]} seen
 * @property {Choice[]} choices
 * @property {{ at: number, move: string, text: string }[]} log
 * @property {number[]} score
 * @property {string[]} seats
 * @property {boolean} over
 * @property {string} record
 * @property {{ move: string, text: string, path: string[], chances: number[], level: string } | null} opinion
 */

/** @type {{ game: string, open: boolean, bot: string }} */
const data = JSON.parse(byId("along-data", HTMLScriptElement).text);
const KEY = `along-${data.game}`;
const MOST_LISTED = 12; // moves that are offered as a list when a touch leaves several
const PREFIX = "up-";
const board = byId("along-board");
const setup = byId("along-setup", HTMLFormElement);

/** @type {Session | null} */
let session = kept();
/** how many entries are shown; null: all @type {number | null} */
let at = null;
/** @type {Answer | null} */
let shown = null;
/** the elements touched of a move @type {string[]} */
let path = [];
const inTurn = workQueue(board); // entries wait for each other

/** @returns {Session | null} */
function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "null");
  } catch {
    return null;
  }
}

function keep() {
  try {
    if (session) localStorage.setItem(KEY, JSON.stringify(session));
    else localStorage.removeItem(KEY);
  } catch {
    // storage is full or switched off: the match lives as long as the page
  }
}

/** @param {{ enter?: string, bot?: string }} [wish] */
function send(wish = {}) {
  return inTurn(() => ask(wish));
}

/** @param {{ enter?: string, bot?: string }} wish */
async function ask(wish) {
  if (!session) return;
  const problem = byId("along-problem");
  const entries = session.entries.slice(0, at ?? undefined);
  try {
    const answer = /** @type {Answer} */ (await post(`/api/v1/along/${data.game}`, { ...session, entries, ...wish }));
    problem.hidden = true;
    if (wish.enter) {
      session.entries = answer.entries;
      at = null;
      keep();
    }
    show(answer);
  } catch (error) {
    problem.replaceChildren(`${error instanceof Refusal ? error.message : say("along-offline")} `);
    if (error instanceof Refusal && error.rule) problem.append(element("a", error.rule, "rule", { href: `/rules/${data.game}#${error.rule}` }));
    problem.hidden = false;
    path = [];
    if (shown) showChoices();
    else if (error instanceof Refusal) begin(null); // these entries cannot be read any more
  }
}

/** @param {Session | null} next */
function begin(next) {
  session = next;
  at = null;
  shown = null;
  keep();
  setup.hidden = session !== null;
  byId("along-table").hidden = session === null;
  return session ? send() : undefined;
}

/** @param {Answer} answer */
function show(answer) {
  const isPast = at !== null;
  if (!isPast || !shown) shown = answer;
  else shown = { ...answer, log: shown.log, record: shown.record };
  path = [];
  byId("along-prompt").textContent = answer.over ? say("along-over", { points: answer.seats.map((name, seat) => `${name} ${answer.score[seat]}`).join(", ") }) : answer.prompt;
  board.replaceChildren(...[answer.picture, answer.palette].filter(Boolean).map(parseSvg));
  if (answer.palette) board.lastElementChild?.classList.add("along-palette");
  for (const can of board.querySelectorAll(".can")) asButton(can);
  byId("along-back").hidden = isPast || !answer.entries.length;
  byId("along-live").hidden = !isPast;
  byId("along-try").hidden = answer.over;
  byId("along-bot").hidden = !data.bot || !answer.choices.length;
  showOpinion(answer);
  showChoices();
  showLog();
}

/** @param {Element} can */
function asButton(can) {
  can.setAttribute("tabindex", "0");
  can.setAttribute("role", "button");
  if (!can.hasAttribute("aria-label") && !can.querySelector(":scope > title")) can.setAttribute("aria-label", can.id);
}

/** @param {Answer} answer */
function showOpinion({ opinion }) {
  const line = byId("along-opinion");
  line.hidden = !opinion;
  if (!opinion) return;
  const done = at === null ? "" : session?.entries[at] ?? "";
  const key = !done ? "along-advice" : done === opinion.move ? "along-same" : "along-other";
  line.textContent = say(key, { level: opinion.level, move: opinion.text || opinion.move, played: done });
  mark(board, "lit", opinion.path);
}

/** @param {string} id */
const inBoard = (id) => board.querySelector(`[id="${CSS.escape(id)}"]`);

/** What may be touched, and as a list what cannot be touched or is one of a few. */
function showChoices() {
  if (!shown) return;
  const { choices, seen } = shown;
  for (const can of board.querySelectorAll(`.can:not([id^="${PREFIX}"])`)) {
    can.classList.remove("can");
    can.removeAttribute("tabindex");
    can.removeAttribute("role");
  }
  const live = at === null;
  /** @type {Set<string>} */
  const next = live ? nextElements(choices, path) : new Set();
  for (const id of [...next, ...path]) {
    const can = inBoard(id);
    if (!can) continue;
    can.classList.add("can");
    asButton(can);
  }
  mark(board, "can", next);
  mark(board, "held", path);
  const fits = matching(choices, path);
  const hidden = fits.filter((choice) => choice.path.some((id) => !inBoard(id)));
  const listed = path.length && fits.length <= MOST_LISTED ? fits : hidden;
  byId("along-moves").replaceChildren(
    ...(live ? seen.map((text, number) => moveItem(text, `seen ${number}`)) : []),
    ...(live ? listed.map((choice) => moveItem(choice.move, choice.move)) : []),
  );
}

/** @param {string} text @param {string} entry */
function moveItem(text, entry) {
  const item = element("li");
  const made = element("button", text, "", { type: "button" });
  made.addEventListener("click", () => send({ enter: entry }));
  item.append(made);
  return item;
}

function showLog() {
  if (!shown) return;
  const { log, record } = shown;
  byId("along-log").replaceChildren(
    ...log.map((line) => {
      const item = element("li");
      const made = element("button", "", "lay-line", { type: "button" });
      made.append(element("span", line.text || line.move));
      made.setAttribute("aria-pressed", String(at === line.at));
      made.addEventListener("click", () => {
        at = line.at;
        send();
      });
      item.append(made);
      return item;
    }),
  );
  byId("along-kept").hidden = !record;
  byId("along-happened").hidden = !log.length;
  const field = byId("along-study").querySelector("input");
  if (field) field.value = record;
  byId("along-record", HTMLAnchorElement).href = `data:text/plain;charset=utf-8,${encodeURIComponent(record)}`;
}

/** @param {string} id */
function touch(id) {
  if (!shown || at !== null) return;
  if (id.startsWith(PREFIX)) {
    send({ enter: id.slice(PREFIX.length).replace("-", " ") });
    return;
  }
  // an element may be in a path twice, such as a stone of which two are given; in hand otherwise, it is let go
  path = nextElements(shown.choices, path).has(id) ? [...path, id] : path.filter((other) => other !== id);
  const fits = matching(shown.choices, path);
  // a touch on the last element, such as the quarter of a block, may have skipped the block that it is in
  if (fits.length === 1 && path.at(-1) === fits[0].path.at(-1)) send({ enter: fits[0].move });
  else showChoices();
}

board.addEventListener("click", (event) => {
  const touched = targetOf(event)?.closest(".can");
  if (touched) touch(touched.id);
});
board.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" && event.key !== " ") return;
  const touched = targetOf(event)?.closest(".can");
  if (!touched) return;
  event.preventDefault();
  touch(touched.id);
});
byId("along-back").addEventListener("click", () => {
  if (!session) return;
  if (path.length) {
    path = [];
    showChoices();
    return;
  }
  session.entries = session.entries.slice(0, -1);
  keep();
  shown = null;
  send();
});
byId("along-live").addEventListener("click", () => {
  at = null;
  send();
});
byId("along-bot").addEventListener("click", () => send({ bot: data.bot }));
byId("along-new").addEventListener("click", () => begin(null));

setup.addEventListener("submit", (event) => {
  event.preventDefault();
  const fields = new FormData(setup);
  const players = Number(fields.get("players"));
  /** @type {Record<string, string>} */
  const options = {};
  for (const select of setup.querySelectorAll("select")) if (select.dataset.option) options[select.dataset.option] = select.value;
  const names = fields.getAll("name").slice(0, players).map((name) => String(name).trim());
  begin({ players, options, eyes: Math.min(Number(fields.get("eyes") ?? 0), players), names, entries: [] });
});
setup.addEventListener("change", fitSeats);

/** Only the seats of this number of players. */
function fitSeats() {
  const players = Number(new FormData(setup).get("players"));
  for (const field of setup.querySelectorAll("[data-seat]")) {
    if (field instanceof HTMLElement) field.hidden = Number(field.dataset.seat) > players;
  }
}

fitSeats();
await begin(session);
document.body.classList.add("interactive");
