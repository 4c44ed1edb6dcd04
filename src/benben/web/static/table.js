// A table: shows the match as this viewer may see it, and takes moves. What is allowed, and why not, the server says.
import { Log, ScoreShow, openTab, ruleLink, showSeats, showTally } from "./panels.js";
import { showFinish } from "./finish.js";
import { showInvitations } from "./invite.js";
import { explainLesson } from "./lesson.js";
import { Looks } from "./looks.js";
import { mark } from "./marks.js";
import { Refusal, get, insist, post } from "./net.js";
import { pending, prefs, promises, tables } from "./prefs.js";
import { replacePicture, skipMotion } from "./motion.js";
import { announce, chime, showStatus } from "./status.js";
import { Touch } from "./touch.js";
import { by, element, say } from "./words.js";

const table = by("table");
const board = by("board");
const stage = by("stage");
const match = table.dataset.match;
const api = `/api/v1/matches/${match}`;

let view = JSON.parse(by("view").textContent);
let eyes = null; // which of several seats at this screen is looking
let at = view.live ? null : view.at; // the past position that is looked at; null: the match as it stands
let waiting = null; // a choice that is not confirmed yet
let keys = false; // was the keyboard used last?
let posting = false;
let here = []; // the seats whose people look at the table now

// Which picture

const tall = 0.8; // narrower pictures than this have a wide shape for wide screens

function isWide() {
  return stage.clientWidth > 1.2 * stage.clientHeight;
}

let hasWide = board.firstElementChild.viewBox.baseVal.width < tall * board.firstElementChild.viewBox.baseVal.height;

// Fetching

let asked = 0;

/** The match as it stands now, or the past position that is looked at. */
async function refresh() {
  const number = (asked += 1);
  const query = new URLSearchParams({ since: log.number });
  if (eyes !== null) query.set("seat", eyes);
  if (at !== null) query.set("at", at);
  if (by("everything").checked) query.set("everything", "true");
  if (hasWide && isWide()) query.set("wide", "true");
  const fresh = await get(`/t/${match}/view?${query}`);
  if (number === asked) show(fresh);
}

/** Refresh, and go on trying while the table is away. */
let trying = null;
function keepUp() {
  trying ??= (async () => {
    for (let pause = 300; ; pause = Math.min(pause * 2, 5000)) {
      try {
        await refresh();
        break;
      } catch (error) {
        if (error instanceof Refusal && error.status < 500) {
          tell(error.message);
          break;
        }
        tell(say("offline"));
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    }
    trying = null;
  })();
  return trying;
}

let again = false;
async function news() {
  if (trying) {
    again = true;
    return;
  }
  await keepUp();
  if (again) {
    again = false;
    await news();
  }
}

// Showing

const looks = new Looks(stage, board);
const log = new Log(board, (ply) => goTo(ply));
new ScoreShow(board, by("watch-score"));
const touch = new Touch(board, { show: showGhost, ready: getReady, whyNot: explain });

let shown = ""; // what the board shows: nothing is drawn twice, and nothing touched is let go without need

function show(fresh) {
  const same = shown === (shown = [fresh.number, fresh.seat, fresh.at, fresh.live, fresh.full, isWide(), fresh.board?.length].join());
  const moved = fresh.number !== view.number;
  const isMyTurn = fresh.status.mine && !fresh.over;
  const beginsMyTurn = isMyTurn && (!view.status.mine || moved) && fresh.live;
  view = fresh;
  if (fresh.board && !same) {
    const { focused } = replacePicture(board, fresh.board);
    looks.refresh();
    if (focused) board.querySelector(`[id="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  }
  showStatus(view);
  showSeats(view, here);
  log.add(view.log);
  log.mark(view.at);
  showTally(view, board);
  by("text-board").textContent = view.text;
  if (!same) offer();
  showReplay();
  showFinish(match, view);
  showInvitations(match, view);
  showMore();
  showHandOver();
  if (moved && view.live && view.last.length) announce(`${view.last.map((line) => line.text).join(" ")} ${by("status").textContent}`);
  if (beginsMyTurn) callPlayer();
}

function callPlayer() {
  if (keys && !board.contains(document.activeElement)) touch.focusFirst();
  if (prefs.sound) chime();
}

/** Something to read, until something happens. */
function tell(text, rule = null, cells = []) {
  const notice = by("notice");
  notice.replaceChildren(element("span", text));
  if (rule) notice.append(" ", ruleLink(rule));
  notice.hidden = !text;
  mark(board, "fault", cells);
}

const hush = () => tell("");

// Moving

function offer() {
  setWaiting(null);
  touch.offer(view.choices);
  by("moves").replaceChildren(...view.choices.map((choice) => new Option(choice.move)));
  by("legal-count").textContent = view.choices.length ? say("legal", { n: view.choices.length }) : "";
  const kept = pending.load(match);
  const choice = kept?.number === view.number && view.choices.find((other) => other.move === kept.move);
  if (choice) touch.restore(choice);
  else if (kept && view.live) pending.save(match, null);
  explainLesson(match, view, board);
}

const ghosts = new Map();

/** Draw what a choice would do, and say what it would score. */
async function showGhost(choice, others) {
  by("turn").hidden = others.length < 2;
  board.querySelector(".ghost-layer")?.remove();
  showGain(null);
  showGhost.wanted = choice;
  if (!choice) return;
  const key = `${view.number} ${choice.move}`;
  if (!ghosts.has(key)) {
    if (ghosts.size > 200) ghosts.clear();
    const query = new URLSearchParams({ move: choice.move, after: view.number });
    if (eyes !== null) query.set("seat", eyes);
    if (hasWide && isWide()) query.set("wide", "true");
    ghosts.set(key, get(`/t/${match}/ghost?${query}`).catch(() => ghosts.delete(key) && ""));
  }
  const drawn = await ghosts.get(key);
  if (showGhost.wanted !== choice || !drawn) return;
  board.querySelector(".ghost-layer")?.remove();
  const source = `<svg xmlns="http://www.w3.org/2000/svg">${drawn}</svg>`;
  const layer = new DOMParser().parseFromString(source, "image/svg+xml").documentElement.firstElementChild;
  if (!layer) return;
  for (const part of [layer, ...layer.querySelectorAll("[id]")]) part.removeAttribute("id");
  layer.classList.add("ghost-layer");
  board.querySelector("svg").append(document.importNode(layer, true));
  showGain(choice);
}

function showGain(choice) {
  const gain = by("gain");
  gain.hidden = !choice?.gain || !prefs.gains;
  if (gain.hidden) return;
  gain.textContent = gainText(choice);
  const box = board.querySelector(".ghost-layer").getBoundingClientRect();
  const around = stage.getBoundingClientRect();
  gain.style.left = `${Math.min(Math.max(box.right - around.left, 20), around.width - 40)}px`;
  gain.style.top = `${Math.max(box.top - around.top, 20)}px`;
}

function gainText(choice) {
  return `${choice.gain > 0 ? "+" : "−"}${Math.abs(choice.gain)}`;
}

/** A move is chosen (or no longer): play it, or ask for a last yes. */
function getReady(choice, explicit) {
  if (!choice) {
    setWaiting(null);
    return;
  }
  const asks = prefs.confirm === "always" || (prefs.confirm === "turn" && choice.final);
  if (explicit && !asks) play(choice);
  else setWaiting(choice);
}

function setWaiting(choice) {
  waiting = choice;
  by("bar-move").hidden = !choice;
  by("bar").classList.toggle("waits", Boolean(choice));
  if (!choice) return;
  pending.save(match, { number: view.number, move: choice.move });
  const gain = choice.gain && prefs.gains ? ` (${gainText(choice)} ${say("points")})` : "";
  by("bar-text").textContent = say("ready", { move: choice.move }) + gain;
  if (keys) by("confirm").focus();
}

function cancel() {
  pending.save(match, null);
  setWaiting(null);
  hush();
  touch.reset();
}

const seatQuery = () => (view.seat === null ? "" : `?seat=${view.seat}`);

async function play(choice) {
  if (posting) return;
  posting = true;
  setWaiting(null);
  touch.offer([]); // until the answer is here
  hush();
  const { number } = view;
  pending.save(match, { number, move: choice.move });
  document.body.classList.add("posting");
  try {
    await insist(`${api}/moves${seatQuery()}`, { after: number, move: choice.move }, () => tell(say("offline")));
    forget(number);
    hush();
  } catch (error) {
    shown = ""; // what can be touched is offered again
    if (error.code === "stale") forget(number);
    tell(error.code === "stale" ? say("stale") : error.message, error.rule, error.cells);
  } finally {
    posting = false;
    document.body.classList.remove("posting");
  }
  await news();
}

/** What answered this number is no longer waiting; what was chosen since is. */
function forget(number) {
  if (pending.load(match)?.number === number) pending.save(match, null);
}

/** Touched what cannot be: the server says why, with the rule. */
async function explain(path) {
  if (!view.choices.length) return;
  await whyNot({ path });
}

async function whyNot(question) {
  try {
    const answer = await post(`${api}/why${seatQuery()}`, question);
    if (!answer.allowed) tell(answer.reason.text, answer.reason.rule, answer.reason.cells);
  } catch (error) {
    tell(error.message);
  }
}

async function takeBack() {
  if (!view.back) return;
  if (!view.back.allowed) {
    tell(view.back.reason);
    return;
  }
  cancel();
  try {
    await post(`${api}/take-back${seatQuery()}`, { after: view.number });
  } catch (error) {
    tell(error.message);
  }
  await news();
}

by("confirm").addEventListener("click", () => waiting && play(waiting));
by("cancel").addEventListener("click", cancel);
by("turn").addEventListener("click", () => touch.turn());
by("back").addEventListener("click", takeBack);
by("type").addEventListener("submit", (event) => {
  event.preventDefault();
  const text = by("move").value.trim();
  const choice = view.choices.find((other) => other.move === text.toLowerCase());
  if (choice) {
    by("move").value = "";
    touch.restore(choice);
    getReady(choice, true);
  } else if (text) whyNot({ move: text });
});

// The history

function showReplay() {
  const slider = by("replay-at");
  slider.max = view.ply;
  slider.value = view.at;
  by("replay-text").textContent = view.ply ? say("move-of", { at: view.at, last: view.ply }) : "";
  by("replay-first").disabled = by("replay-before").disabled = view.at === 0;
  by("replay-after").disabled = by("replay-last").disabled = view.at === view.ply;
  const isPast = at !== null && !view.study && !(view.over && view.at === view.ply);
  by("live-row").hidden = !isPast;
  by("go-live").textContent = isPast && view.ply > seen ? say("moved-on", { n: view.ply - seen }) : say("live");
  by("permalink").href = `/t/${match}?at=${view.at}`;
  by("go-on-ply").value = view.at;
  table.classList.toggle("past", isPast);
  table.classList.toggle("over", view.over || view.study);
}

let seen = view.ply; // how far the match was when its past was opened

function goTo(ply) {
  const target = Math.min(Math.max(ply, 0), view.ply);
  if (at === null) seen = view.ply;
  at = target === view.ply && !view.study && !view.over ? null : target;
  return news();
}

by("replay-first").addEventListener("click", () => goTo(0));
by("replay-before").addEventListener("click", () => goTo(view.at - 1));
by("replay-after").addEventListener("click", () => goTo(view.at + 1));
by("replay-last").addEventListener("click", () => goTo(view.ply));
by("replay-at").addEventListener("input", (event) => goTo(Number(event.target.value)));
by("go-live").addEventListener("click", () => {
  at = null;
  news();
});

// What was hidden

by("everything").addEventListener("change", () => news());

// Who sits here

/** Several people at one screen, and secrets: nobody sees another's side by accident. */
function showHandOver() {
  const isShared = view.own.length > 1 && !view.open && !view.over && view.full;
  const isKnown = view.actor === view.seat || view.actor === eyes; // the answer may still be on its way
  const next = isShared && view.own.includes(view.actor) && !isKnown ? view.actor : null;
  by("hand-over").hidden = next === null || at !== null;
  if (isShared && eyes !== null && eyes !== view.actor) {
    eyes = null;
    news();
  }
  if (next === null) return;
  const { name } = view.seats[next];
  by("hand-over-title").textContent = say("hand-over", { name });
  by("hand-over-text").textContent = say("hand-over-text");
  by("hand-over-button").textContent = say("hand-over-button", { name });
  if (keys) by("hand-over-button").focus();
}

by("hand-over-button").addEventListener("click", () => {
  eyes = view.actor;
  by("hand-over").hidden = true;
  news();
});

function showMore() {
  const plays = view.seat !== null && !view.over && view.full;
  by("resign").hidden = !plays || view.seats.length !== 2;
  if (by("leave")) by("leave").hidden = !plays;
  by("go-on").hidden = !view.forkable || view.at === view.ply && view.over;
  const back = by("back");
  back.hidden = !view.back || view.over || !view.full;
  back.setAttribute("aria-disabled", String(!view.back?.allowed));
  back.title = view.back?.reason ?? "";
}

by("resign").addEventListener("click", async (event) => {
  if (!confirm(event.target.dataset.ask)) return;
  await post(`${api}/resign${seatQuery()}`, {}).catch((error) => tell(error.message));
  await news();
});

by("leave-button")?.addEventListener("click", async () => {
  await post(`${api}/leave${seatQuery()}`, { level: by("leave-level").value }).catch((error) => tell(error.message));
  await news();
});

// Keys

document.addEventListener("pointerdown", () => {
  keys = false;
  skipMotion(board);
});

document.addEventListener("keydown", (event) => {
  keys = true;
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea, dialog")) return;
  const action = {
    r: () => touch.turn(),
    Escape: cancel,
    u: takeBack,
    c: () => waiting && play(waiting),
    ",": () => goTo(view.at - 1),
    ".": () => goTo(view.at + 1),
    "+": () => looks.zoomBy(1),
    "-": () => looks.zoomBy(-1),
    0: () => looks.reset(),
    m: () => openTab(by("tab-text")).then(() => by("move").focus()),
  }[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (!action) return;
  event.preventDefault();
  action();
});

for (const button of document.querySelectorAll("[data-dialog]")) {
  button.addEventListener("click", () => by(button.dataset.dialog).showModal());
}
for (const button of document.querySelectorAll("[data-close]")) {
  button.addEventListener("click", () => button.closest("dialog").close());
}

// Live

function follow() {
  const source = new EventSource(`${api}/events?after=${view.number}${view.seat === null ? "" : `&seat=${view.seat}`}`);
  let isAway = false;
  for (const kind of ["house", "sit", "move", "back", "resign"]) source.addEventListener(kind, () => news());
  source.addEventListener("here", (event) => {
    here = JSON.parse(event.data);
    showSeats(view, here);
  });
  source.addEventListener("open", () => {
    if (isAway) {
      hush();
      news();
    }
    isAway = false;
  });
  source.addEventListener("error", () => {
    if (!isAway) tell(say("offline"));
    isAway = true;
    if (source.readyState === EventSource.CLOSED) setTimeout(follow, 1500);
  });
}

let shape = isWide();
addEventListener("resize", () => {
  if (hasWide && isWide() !== shape) news();
  shape = isWide();
});

// Begin

if (view.own.length) tables.add(match, view.own);
if (view.commitment && !promises.load(match)) promises.save(match, view.commitment);
looks.refresh();
show(view);
if (hasWide && isWide()) await news();
if (!view.over && !view.study) follow();
document.body.classList.add("interactive");
