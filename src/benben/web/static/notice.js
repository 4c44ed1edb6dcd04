// A message over the board: a reason beside the finger, or the state of the connection at the bottom of the stage.
import { element, byId } from "./dom.js";
import { mark } from "./marks.js";
import { Refusal } from "./net.js";
import { ruleLink } from "./panels.js";
import { placeBeside, rectangleAround } from "./popover.js";
import { board, table } from "./state.js";
import { say } from "./words.js";

const FINGER = 30; // pixels: what a finger hides
const notice = byId("notice");
const card = byId("gain");

/** @type {DOMRect | null} the place on the screen to which the message belongs */
let place = null;

/**
 * Show a text, the rule behind it, and frames around the elements at fault.
 * @param {string} text
 * @param {string | null} [rule]
 * @param {string[]} [cells]
 * @param {DOMRect | null} [beside] on the screen, to which the text belongs
 * @param {"fault" | "tip"} [kind]
 */
export function tell(text, rule = null, cells = [], beside = null, kind = "fault") {
  notice.classList.toggle("tip", kind === "tip");
  notice.replaceChildren(element("span", text));
  if (rule) notice.append(" ", ruleLink(rule));
  notice.hidden = !text;
  place = beside;
  placeNotice();
  mark(board, "fault", cells);
}

/** Beside its place; the card of a move is not covered. */
export function placeNotice() {
  placeBeside(notice, place, card.hidden ? null : card.getBoundingClientRect());
}

/** Remove the message. While the server does not answer, the page says so instead. */
export function clearNotice() {
  tell(table.isAway ? say("offline") : "");
}

/** The place of the last touch, or of the focus. */
export function touchedPlace() {
  if (table.usesKeys) return rectangleAround([document.activeElement?.closest("#board [id]")?.id ?? ""]);
  const { x, y } = table.pointer;
  return new DOMRect(x - FINGER / 2, y - FINGER / 2, FINGER, FINGER);
}

/**
 * Say why a request failed.
 * @param {unknown} error
 */
export function tellError(error) {
  if (!(error instanceof Refusal)) tell(say("offline"));
  else if (error.code === "stale") tell(say("stale"));
  else tell(error.message, error.rule, error.cells);
}
