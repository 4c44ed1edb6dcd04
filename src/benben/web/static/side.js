// The panel beside the board can be folded away: the stage then grows.
import { byId } from "./dom.js";
import { keep, prefs } from "./prefs.js";

const button = byId("fold");

function show() {
  byId("table").classList.toggle("folded", !prefs.side);
  button.setAttribute("aria-expanded", String(prefs.side));
}

export function toggleSide() {
  keep({ side: !prefs.side });
  show();
}

/** Something in the panel is to be read. */
export function unfold() {
  if (!prefs.side) toggleSide();
}

button.addEventListener("click", toggleSide);
show();
