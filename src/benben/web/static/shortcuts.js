// Keyboard shortcuts. Players can switch off those of a single character (WCAG 2.1.4), not Escape.
import { cancel, confirm } from "./confirm_bar.js";
import { byId, targetOf } from "./dom.js";
import { landPoints } from "./flying_points.js";
import { askHint, closeHint } from "./hints.js";
import { skipMotion } from "./motion.js";
import { clearNotice } from "./notice.js";
import { openTab } from "./panels.js";
import { prefs } from "./prefs.js";
import { toggleSide } from "./side.js";
import { goBack, goForward, skipPause, togglePlaying } from "./replay.js";
import { close as closeResult } from "./result.js";
import { takeBack } from "./seat_actions.js";
import { board, table } from "./state.js";
import { stopExplaining, toggleExplaining } from "./tips.js";

/** @type {Record<string, () => void>} */
const ACTIONS = {
  Escape: () => closeResult() || stopExplaining() || closeHint() || cancel(),
  r: () => table.touch.turn(),
  u: takeBack,
  c: confirm,
  m: typeMove,
  ",": goBack,
  ".": goForward,
  p: togglePlaying,
  "+": () => table.looks.zoomBy(1),
  "-": () => table.looks.zoomBy(-1),
  0: () => table.looks.reset(),
  f: toggleSide,
  h: askHint,
  i: toggleExplaining,
  "?": () => byId("settings", HTMLDialogElement).showModal(),
};

const MODIFIERS = ["Alt", "AltGraph", "Control", "Meta", "Shift"];

async function typeMove() {
  await openTab(byId("tab-text"));
  byId("move").focus();
}

document.addEventListener("pointerdown", (event) => {
  table.usesKeys = false;
  table.pointer = { x: event.clientX, y: event.clientY };
  if (!targetOf(event)?.closest("#notice")) clearNotice();
  skipMotion(board);
  landPoints();
  const isSkipped = table.plies.skip() || (board.contains(targetOf(event)) && skipPause());
  if (isSkipped) table.touch.ignoresClick = true; // what was touched is not what is there now
});

document.addEventListener("keydown", (event) => {
  table.usesKeys = true;
  if (!MODIFIERS.includes(event.key)) table.plies.skip();
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (targetOf(event)?.closest("input, select, textarea, dialog")) return;
  const isCharacter = event.key.length === 1;
  if (isCharacter && !prefs.shortcuts) return;
  const numbered = board.querySelector(`.can[data-key="${CSS.escape(event.key)}"]`);
  const action = numbered ? () => table.touch.pick(numbered.id) : ACTIONS[isCharacter ? event.key.toLowerCase() : event.key];
  if (!action) return;
  event.preventDefault();
  action();
});
