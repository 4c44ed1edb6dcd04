// A message beside the board. It stays until the next one.
import { element, byId } from "./dom.js";
import { mark } from "./marks.js";
import { Refusal } from "./net.js";
import { ruleLink } from "./panels.js";
import { board, table } from "./state.js";
import { say } from "./words.js";

/**
 * Show a text, the rule behind it, and frames around the elements at fault.
 * @param {string} text
 * @param {string | null} [rule]
 * @param {string[]} [cells]
 */
export function tell(text, rule = null, cells = []) {
  const notice = byId("notice");
  notice.replaceChildren(element("span", text));
  if (rule) notice.append(" ", ruleLink(rule));
  notice.hidden = !text;
  mark(board, "fault", cells);
}

/** Remove the message. While the server does not answer, the page says so instead. */
export function clearNotice() {
  tell(table.isAway ? say("offline") : "");
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
