// A guided first game: what to do now beside the piece to touch, and what there is to learn when a goal is reached.
// The server knows the lesson: which moves reach the goal, and what happens when the learner goes on.
import { byId, element } from "./dom.js";
import { placeGuide } from "./guide_place.js";
import { mark } from "./marks.js";
import { post } from "./net.js";
import { tellError } from "./notice.js";
import { ruleLink } from "./panels.js";
import { matching } from "./paths.js";
import { lessons } from "./prefs.js";
import { board, table } from "./state.js";
import { announce } from "./status.js";
import { say } from "./words.js";
/** @import { LessonView } from "./types.js" */

/**
 * What the bubble says, and where it points.
 * @typedef {object} Bubble
 * @property {string} kind
 * @property {string} title
 * @property {string} text
 * @property {string | null} rule
 * @property {string[]} targets ids of elements of the picture, or of the page
 */

const state = {
  isGoingOn: false, // the written moves are being played
  isDue: false, // in the next frame the bubble is drawn
  said: "",
  moment: "", // what was said, of which elements and which chosen move
};

/** Show what the lesson says of the view and of the piece in hand. */
export function showGuide() {
  const { lesson, live } = table.view;
  const bubble = lesson && live ? bubbleFor(lesson) : null;
  byId("guide").hidden = !bubble;
  document.body.classList.toggle("guide-reads", bubble?.kind === "note" || bubble?.kind === "end");
  mark(board, "lit", bubble?.kind === "note" ? bubble.targets : []);
  if (lesson && bubble) fill(lesson, bubble);
  placeGuide(bubble?.targets ?? []);
}

/**
 * @param {LessonView} lesson
 * @returns {Bubble}
 */
function bubbleFor(lesson) {
  const { goals, note, reached, waits, later } = lesson;
  if (!waits) state.isGoingOn = false;
  const isRead = lessons.load(table.match).includes(note.name);
  if (waits && isRead && !state.isGoingOn) playWritten(); // between two decisions of one goal, or after a reload
  if (state.isGoingOn) return { kind: "watch", title: say(later ? "guide-later" : "guide-watch"), text: "", rule: null, targets: [] };
  if (!isRead) {
    return { kind: "note", title: say(reached ? "guide-reached" : "guide-welcome"), text: note.text, rule: note.rule, targets: note.cells };
  }
  if (reached === goals.length) return { kind: "end", title: say("guide-end"), text: say("guide-end-text"), rule: null, targets: [] };
  return { kind: "step", title: goals[reached].task, rule: goals[reached].rule, ...nextTouch(lesson.touch) };
}

/**
 * What to touch next for a move that reaches the goal.
 * @param {string[]} texts by the number of elements touched
 */
function nextTouch(texts) {
  const { pending, touch } = table;
  const wanted = touch.choices.filter((choice) => choice.goal);
  const fitting = matching(wanted, touch.path);
  const depth = touch.path.length;
  if (pending?.goal) return { text: say("guide-confirm"), targets: ["confirm"] };
  if (pending && fitting.length) return { text: texts[texts.length - 1], targets: ["turn"] };
  if (pending) return { text: say("guide-other"), targets: ["cancel"] };
  const targets = fitting.length ? fitting.map((choice) => choice.path[depth]) : wanted.map((choice) => choice.path[0]);
  return { text: texts[fitting.length ? Math.min(depth, texts.length - 1) : 0] ?? "", targets: [...new Set(targets)] };
}

/**
 * @param {LessonView} lesson
 * @param {Bubble} bubble
 */
function fill({ goals, reached }, { kind, title, text, rule, targets }) {
  const guide = byId("guide");
  guide.dataset.kind = kind;
  const n = kind === "step" ? reached + 1 : Math.max(1, reached);
  byId("guide-count").textContent = say("guide-count", { n, of: goals.length });
  byId("guide-dots").replaceChildren(...goals.map((_goal, n) => element("span", "", n < reached ? "done" : n === reached ? "now" : "")));
  byId("guide-title").textContent = title;
  byId("guide-text").textContent = text;
  byId("guide-next").hidden = kind !== "note";
  byId("guide-new-form").hidden = byId("guide-free").hidden = kind !== "end";
  byId("guide-stop").hidden = kind === "end" || kind === "watch";
  const link = rule && kind !== "end" ? ruleLink(rule) : element("span");
  byId("guide-rule").replaceWith(Object.assign(link, { id: "guide-rule" }));
  const words = `${title} ${text}`;
  if (words !== state.said) announce(words);
  state.said = words;
  const now = [words, table.pending?.move, ...targets].join("\n");
  if (now !== state.moment && table.usesKeys) setTimeout(focusTarget); // after the focus has gone to the board
  state.moment = now;
}

/** With keys: what the arrow points at has the focus, or the button that goes on. */
function focusTarget() {
  const { kind } = byId("guide").dataset;
  const buttons = [...byId("guide").querySelectorAll("button")];
  const target = kind === "step" ? document.querySelector(".guide-target") : buttons.find((button) => button.checkVisibility());
  if (target instanceof HTMLElement || target instanceof SVGElement) target.focus();
}

/** The explanation was read: the written moves follow, if there are any. */
function goOn() {
  const { lesson } = table.view;
  if (!lesson) return;
  lessons.save(table.match, [...lessons.load(table.match), lesson.note.name]);
  showGuide();
  if (table.usesKeys) table.touch.focusFirst();
}

async function playWritten() {
  state.isGoingOn = true;
  await send({});
}

/** @param {{ end?: boolean }} body `end`: without the guide from now on */
async function send(body) {
  try {
    await post(`/t/${table.match}/lesson`, body);
  } catch (error) {
    state.isGoingOn = false;
    tellError(error);
    showGuide();
  }
}

/** Pieces are taken up, turned and put back: say what comes next. */
function showSoon() {
  if (state.isDue || !table.view.lesson) return;
  state.isDue = true;
  requestAnimationFrame(() => {
    state.isDue = false;
    showGuide();
  });
}

const watched = new MutationObserver(showSoon);
watched.observe(board, { subtree: true, childList: true, attributes: true, attributeFilter: ["class"] });
watched.observe(byId("bar"), { subtree: true, attributes: true, attributeFilter: ["hidden"] });
for (const change of ["scroll", "resize"]) addEventListener(change, showSoon, { passive: true, capture: true });
byId("guide-next").addEventListener("click", goOn);
for (const id of ["guide-stop", "guide-free"]) byId(id).addEventListener("click", () => send({ end: true }));
