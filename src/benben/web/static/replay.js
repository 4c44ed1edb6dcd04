// The history of the match: slider, buttons, and the way back to the live match.
import { byId } from "./dom.js";
import { table } from "./state.js";
import { look } from "./viewpoint.js";
import { say } from "./words.js";

const slider = byId("replay-at", HTMLInputElement);

export function showReplay() {
  const { at, match, seen, view } = table;
  slider.max = String(view.ply);
  slider.value = String(view.at);
  byId("replay-text").textContent = view.ply ? say("move-of", { at: view.at, last: view.ply }) : "";
  for (const id of ["replay-first", "replay-before"]) byId(id, HTMLButtonElement).disabled = view.at === 0;
  for (const id of ["replay-after", "replay-last"]) byId(id, HTMLButtonElement).disabled = view.at === view.ply;
  const isPast = at !== null && !view.study && !(view.over && view.at === view.ply);
  byId("live-row").hidden = !isPast;
  byId("go-live").textContent = isPast && view.ply > seen ? say("moved-on", { n: view.ply - seen }) : say("live");
  byId("permalink", HTMLAnchorElement).href = `/t/${match}?at=${view.at}`;
  byId("go-on-ply", HTMLInputElement).value = String(view.at);
  byId("table").classList.toggle("past", isPast);
  byId("table").classList.toggle("over", view.over || view.study);
}

/**
 * Show the position after `ply` moves. The last one follows a match that goes on.
 * @param {number} ply
 */
export function goTo(ply) {
  const { view } = table;
  const target = Math.min(Math.max(ply, 0), view.ply);
  if (table.at === null) table.seen = view.ply;
  table.at = target === view.ply && !view.study && !view.over ? null : target;
  look();
}

export const goBack = () => goTo(table.view.at - 1);
export const goForward = () => goTo(table.view.at + 1);

byId("replay-first").addEventListener("click", () => goTo(0));
byId("replay-before").addEventListener("click", goBack);
byId("replay-after").addEventListener("click", goForward);
byId("replay-last").addEventListener("click", () => goTo(table.view.ply));
slider.addEventListener("input", () => goTo(Number(slider.value)));
byId("go-live").addEventListener("click", () => {
  table.at = null;
  look();
});
