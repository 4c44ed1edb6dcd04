// The history of the match: slider, buttons, playing by itself, and the way back to the live match.
import { byId } from "./dom.js";
import { paceNow } from "./plies.js";
import { table } from "./state.js";
import { look } from "./viewpoint.js";
import { say } from "./words.js";

const LEAST_PAUSE = 350; // milliseconds between two moves, also for people who want no pauses in a match

const slider = byId("replay-at", HTMLInputElement);
const play = byId("replay-play");

export function showReplay() {
  const { at, seen, view } = table;
  slider.max = String(view.ply);
  slider.value = String(view.at);
  byId("replay-text").textContent = view.ply ? say("move-of", { at: view.at, last: view.ply }) : "";
  for (const id of ["replay-first", "replay-before"]) byId(id, HTMLButtonElement).disabled = view.at === 0;
  for (const id of ["replay-after", "replay-last"]) byId(id, HTMLButtonElement).disabled = view.at === view.ply;
  const isPast = at !== null && !view.study && !(view.over && view.at === view.ply);
  byId("live-row").hidden = !isPast;
  byId("go-live").textContent = isPast && view.ply > seen ? say("moved-on", { n: view.ply - seen }) : say("live");
  byId("go-on-ply", HTMLInputElement).value = String(view.at);
  byId("table").classList.toggle("past", isPast);
  byId("table").classList.toggle("over", view.over || view.study);
  showPlaying();
  showAddress();
}

function showPlaying() {
  const label = say(table.playing ? "pause" : "play");
  play.classList.toggle("on", table.playing > 0);
  play.setAttribute("aria-label", label);
  play.title = label;
}

/** The address always leads to what is shown. */
function showAddress() {
  const address = new URL(location.href);
  if (table.at === null) address.searchParams.delete("at");
  else address.searchParams.set("at", String(table.at));
  byId("permalink", HTMLAnchorElement).href = `/t/${table.match}?at=${table.view.at}`;
  if (address.href !== location.href) history.replaceState(null, "", address);
}

/**
 * Show the position after `ply` moves. The last one follows a match that goes on.
 * @param {number} ply
 */
export function goTo(ply) {
  stopPlaying();
  return show(ply);
}

/** @param {number} ply */
function show(ply) {
  const { view } = table;
  const target = Math.min(Math.max(ply, 0), view.ply);
  if (table.at === null) table.seen = view.ply;
  table.at = target === view.ply && !view.study && !view.over ? null : target;
  return look();
}

export const goBack = () => goTo(table.view.at - 1);
export const goForward = () => goTo(table.view.at + 1);

// Playing by itself

export function togglePlaying() {
  if (table.playing) stopPlaying();
  else startPlaying();
}

/** Play from the position shown; at the end, from the start. */
async function startPlaying() {
  const { at, ply } = table.view;
  if (!ply) return;
  planStep();
  showPlaying();
  if (at === ply) await show(0);
}

function stopPlaying() {
  clearTimeout(table.playing);
  table.playing = 0;
  showPlaying();
}

/** Show the next position now. True if the replay was waiting to show it. */
export function skipPause() {
  if (!table.playing || table.isStepping) return false;
  clearTimeout(table.playing);
  step();
  return true;
}

function planStep() {
  clearTimeout(table.playing);
  table.playing = window.setTimeout(step, Math.max(paceNow(), LEAST_PAUSE));
}

async function step() {
  table.isStepping = true;
  await show(table.view.at + 1).finally(() => (table.isStepping = false));
  if (!table.playing) return; // stopped meanwhile
  if (table.view.at < table.view.ply) planStep();
  else stopPlaying();
}

byId("replay-first").addEventListener("click", () => goTo(0));
byId("replay-before").addEventListener("click", goBack);
byId("replay-after").addEventListener("click", goForward);
byId("replay-last").addEventListener("click", () => goTo(table.view.ply));
play.addEventListener("click", togglePlaying);
slider.addEventListener("input", () => goTo(Number(slider.value)));
byId("go-live").addEventListener("click", () => {
  stopPlaying();
  table.at = null;
  look();
});
