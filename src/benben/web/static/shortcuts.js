// Keyboard shortcuts. Players can switch off those of a single character (WCAG 2.1.4), not Escape.
import { cancel, confirm } from "./confirm_bar.js";
import { byId, targetOf } from "./dom.js";
import { skipMotion } from "./motion.js";
import { openTab } from "./panels.js";
import { prefs } from "./prefs.js";
import { goBack, goForward } from "./replay.js";
import { takeBack } from "./seat_actions.js";
import { board, table } from "./state.js";

/** @type {Record<string, () => void>} */
const ACTIONS = {
  Escape: cancel,
  r: () => table.touch.turn(),
  u: takeBack,
  c: confirm,
  m: typeMove,
  ",": goBack,
  ".": goForward,
  "+": () => table.looks.zoomBy(1),
  "-": () => table.looks.zoomBy(-1),
  0: () => table.looks.reset(),
};

async function typeMove() {
  await openTab(byId("tab-text"));
  byId("move").focus();
}

document.addEventListener("pointerdown", () => {
  table.usesKeys = false;
  skipMotion(board);
});

document.addEventListener("keydown", (event) => {
  table.usesKeys = true;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (targetOf(event)?.closest("input, select, textarea, dialog")) return;
  const isCharacter = event.key.length === 1;
  if (isCharacter && !prefs.shortcuts) return;
  const action = ACTIONS[isCharacter ? event.key.toLowerCase() : event.key];
  if (!action) return;
  event.preventDefault();
  action();
});
