// The status line, and the signals for a player's turn: title, icon, badge, sound.
import { byId } from "./dom.js";
import { table } from "./state.js";
import { say } from "./words.js";
/** @import { View } from "./types.js" */

const title = document.title;
const EXPLAINED = 2; // turns of a player in which the status line takes the room it needs

/**
 * The number of turns that a seat has had.
 * @param {number | null} seat
 */
function turnsOf(seat) {
  const { moves } = table.log;
  return moves.filter((move, n) => move.seat === seat && moves[n - 1]?.seat !== seat).length;
}

/** @param {View} view */
export function showStatus(view) {
  byId("status-who").textContent = view.status.who;
  byId("status-now").textContent = view.status.now;
  byId("status-then").textContent = view.status.then;
  byId("status-short").textContent = view.status.short;
  byId("status").classList.toggle("has-short", view.status.short !== "");
  byId("status").classList.toggle("mine", view.status.mine);
  byId("status").classList.toggle("brief", turnsOf(view.seat) >= EXPLAINED);
  dropWhatIsCut();
  byId("status").title = [view.status.who, view.status.now, view.status.then].join(" ").trim();
  byId("status").classList.toggle("thinks", view.status.thinks && view.live);
  callInTitle(view.status.mine && !view.over);
}

/**
 * In the title, icon and badge of the page, which are seen while its tab is hidden.
 * @param {boolean} calls it is the viewer's turn
 */
export function callInTitle(calls) {
  document.title = calls ? `● ${say("your-turn")} – ${title}` : title;
  const icon = byId("icon", HTMLLinkElement);
  icon.dataset.usual ??= icon.href;
  icon.href = (calls && icon.dataset.waiting) || icon.dataset.usual;
  if (calls) navigator.setAppBadge?.(1).catch(() => {});
  else navigator.clearAppBadge?.().catch(() => {});
}

/** Where there is no room for the whole, a few words stand for it, and what comes next is left out: nothing is cut off. */
function dropWhatIsCut() {
  const then = byId("status-then");
  then.classList.remove("cut");
  byId("status").classList.remove("squeezed");
  const isCut = (/** @type {HTMLElement} */ part) =>
    part.scrollHeight > part.clientHeight + 1 || part.scrollWidth > part.clientWidth + 1;
  if (isCut(byId("status-now"))) byId("status").classList.add("brief"); // on a phone
  if ([byId("status"), then].some(isCut)) then.classList.add("cut");
  byId("status").classList.toggle("squeezed", isCut(byId("status"))); // on a wide screen
}

/**
 * Let screen readers read a text.
 * @param {string} text
 */
export function announce(text) {
  byId("announce").textContent = text;
}

byId("status").addEventListener("click", () => byId("status").classList.toggle("open"));
