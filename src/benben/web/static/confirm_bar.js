// A chosen move: played at once, or kept in the bar until it is confirmed or cancelled.
import { byId } from "./dom.js";
import { foresee, sayInBar } from "./foresight.js";
import { Refusal } from "./net.js";
import { clearNotice, tell, tellError, touchedPlace } from "./notice.js";
import { pending, prefs } from "./prefs.js";
import { partIn } from "./picture.js";
import { board, table } from "./state.js";
import { showTip } from "./tips.js";
import { look } from "./viewpoint.js";
/** @import { Choice } from "./types.js" */

const MALFORMED = "malformed-move"; // the code of what means no move

/** Offer the legal moves. A move that was chosen before a reload is chosen again. */
export function offerChoices() {
  const { match, touch, view } = table;
  setPending(null);
  touch.offer(view.choices);
  const kept = pending.load(match);
  const isKept = (/** @type {Choice} */ other) => other.move === kept?.move && other.then === kept?.then;
  const choice = kept?.number === view.number && view.choices.find(isKept);
  if (choice) touch.restore(choice);
  else if (kept && view.live) pending.save(match, null);
}

/**
 * What costs points or destroys something is always confirmed; what else, is a setting.
 * @param {Choice} choice
 */
export function needsConfirmation(choice) {
  const wanted = { always: true, slow: isSlow(), turn: choice.final, never: false }[prefs.confirm];
  return choice.loses || Boolean(wanted);
}

/** Somebody else who plays is not at the table: there is time to look twice. */
function isSlow() {
  return table.view.seats.some((seat) => seat.kind === "person" && !seat.own && !table.present.includes(seat.seat));
}

/**
 * A move is chosen, or with null no longer chosen. True if it was played at once.
 * @param {Choice | null} choice
 * @param {boolean} explicit the player touched the last element of the path
 */
export function choose(choice, explicit) {
  if (choice && explicit && !needsConfirmation(choice)) {
    playUnlessDangerous(choice);
    return true;
  }
  setPending(choice);
  return false;
}

/**
 * A move that brings a danger is confirmed first.
 * @param {Choice} choice
 */
export async function playUnlessDangerous(choice) {
  const { number, warns } = table.view;
  if (!warns || prefs.confirm === "never") {
    await play(choice);
    return;
  }
  const told = await foresee(choice);
  if (table.view.number !== number || table.isPosting) return;
  if (told?.warning) table.touch.restore(choice);
  else await play(choice);
}

/** @param {Choice | null} choice */
function setPending(choice) {
  table.pending = choice;
  byId("bar-move").hidden = !choice;
  byId("bar-tools").hidden = Boolean(choice);
  byId("bar").classList.toggle("waits", Boolean(choice));
  if (!choice) return;
  pending.save(table.match, { number: table.view.number, move: choice.move, then: choice.then });
  sayInBar(choice);
  if (table.usesKeys) byId("confirm").focus();
}

export function confirm() {
  if (table.pending) play(table.pending);
}

export function cancel() {
  pending.save(table.match, null);
  const held = table.touch.path.at(0);
  setPending(null);
  clearNotice();
  table.touch.reset();
  if (table.usesKeys && held && !board.contains(document.activeElement)) table.touch.keepFocus(held);
}

/** @param {Choice} choice */
export async function play({ move, then }) {
  if (table.isPosting) return;
  const { number, seat } = table.view;
  setPosting(true);
  setPending(null);
  table.touch.offer([]); // until the new view is here
  if (table.usesKeys) table.touch.focusFirst();
  clearNotice();
  pending.save(table.match, { number, move, then });
  try {
    const made = await table.connection.play({ after: number, move, seat });
    if (then) await table.connection.play({ after: made, move: then, seat });
    forget(number);
    clearNotice();
  } catch (error) {
    if (error instanceof Refusal && error.code === "stale") forget(number);
    tellError(error);
    table.shown = ""; // so that the next view offers its choices again
    look();
  } finally {
    setPosting(false);
  }
}

/** @param {boolean} isPosting */
function setPosting(isPosting) {
  table.isPosting = isPosting;
  document.body.classList.toggle("posting", isPosting);
}

/**
 * Delete the kept move that answered event `number`, but not a later one.
 * @param {number} number
 */
function forget(number) {
  if (pending.load(table.match)?.number === number) pending.save(table.match, null);
}

/**
 * Ask the server why a move or a path is not legal.
 * @param {{ move?: string, path?: string[] }} question
 */
export async function explain(question) {
  const place = question.path ? touchedPlace() : null;
  try {
    const { reason } = await table.connection.why({ seat: table.view.seat, ...question });
    const touched = question.path?.length === 1 ? partIn(board, question.path[0]) : null;
    if (reason?.code === MALFORMED && showTip(touched, reason.text)) return; // say what it is, and what can be touched
    if (reason) tell(reason.text, reason.rule, reason.cells, place);
  } catch (error) {
    tellError(error);
  }
}

byId("confirm").addEventListener("click", confirm);
byId("bar-text").addEventListener("click", () => byId("bar-text").classList.toggle("open")); // on phones it is one line
byId("cancel").addEventListener("click", cancel);
byId("turn").addEventListener("click", () => table.touch.turn());
