// Several people at one screen: before a hidden hand is shown, its owner says so.
import { byId } from "./dom.js";
import { table } from "./state.js";
import { look } from "./viewpoint.js";
import { say } from "./words.js";

export function showHandOver() {
  const { at, eyes, view } = table;
  const { actor } = view;
  const isShared = view.own.length > 1 && !view.open && !view.over && view.full;
  const isKnown = actor === view.seat || actor === eyes; // the view of `eyes` may still be on its way
  const next = isShared && actor !== null && view.own.includes(actor) && !isKnown ? actor : null;
  byId("hand-over").hidden = next === null || at !== null;
  if (isShared && eyes !== null && eyes !== actor) {
    table.eyes = null;
    look();
  }
  if (next === null) return;
  const { name } = view.seats[next];
  byId("hand-over-title").textContent = say("hand-over", { name });
  byId("hand-over-text").textContent = say("hand-over-text");
  byId("hand-over-button").textContent = say("hand-over-button", { name });
  if (table.usesKeys) byId("hand-over-button").focus();
}

byId("hand-over-button").addEventListener("click", () => {
  table.eyes = table.view.actor;
  byId("hand-over").hidden = true;
  look();
});
