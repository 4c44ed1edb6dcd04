// Tips: what a part of the picture is. A pointer rests on it, a finger touches it where nothing can be done; in the mode
// "What is this?" a touch, or the focus, explains everything and does nothing.
import { byId, targetOf } from "./dom.js";
import { clearNotice, tell, touchedPlace } from "./notice.js";
import { board, table } from "./state.js";

const REST = 550; // milliseconds until a resting pointer gets a tip
const button = byId("explain");

/**
 * The nearest part of the picture with words that holds an element.
 * @param {Element | null} element
 */
function wordedPart(element) {
  const part = element?.closest("#board svg [aria-label], #board svg [data-enlarge]");
  return part && !part.closest(".marks, .ghost-layer") ? part : null;
}

/** @param {Element} part */
const wordsOf = (part) => part.getAttribute("data-tip") ?? part.getAttribute("aria-label") ?? part.getAttribute("data-enlarge") ?? "";

/**
 * Say what an element is, beside it, and perhaps something more. False if it has no words.
 * @param {Element | null} element
 * @param {string} [more]
 */
export function showTip(element, more = "") {
  const part = wordedPart(element);
  if (!part) return false;
  const said = wordsOf(part);
  tell(more ? `${said.replace(/\.$/, "")}. ${more}` : said, null, [], touchedPlace(), "tip");
  return true;
}

export function toggleExplaining() {
  const isOn = !table.touch.asks;
  table.touch.asks = isOn;
  button.setAttribute("aria-pressed", String(isOn));
  board.classList.toggle("explaining", isOn);
  table.touch.light();
  clearNotice();
  if (isOn && table.usesKeys) table.touch.focusFirst();
}

/** End the mode. True if it was on. */
export function stopExplaining() {
  if (!table.touch.asks) return false;
  toggleExplaining();
  return true;
}

// A pointer that rests

const rest = {
  /** @type {Element | null} what the pointer rests on */
  part: null,
  timer: 0,
};

board.addEventListener("pointermove", (event) => {
  if (event.pointerType !== "mouse") return;
  const target = targetOf(event);
  const part = wordedPart(target);
  if (part === rest.part) return;
  forget();
  rest.part = part;
  const touched = target?.closest(".can"); // the card beside it says what a touch does; a part of it says what it is
  const isSaid = touched && (part === touched || !touched.contains(part));
  if (!part || isSaid || table.pending) return;
  rest.timer = window.setTimeout(() => {
    table.pointer = { x: event.clientX, y: event.clientY };
    table.usesKeys = false;
    showTip(part);
  }, REST);
});
board.addEventListener("pointerleave", forget);

function forget() {
  clearTimeout(rest.timer);
  rest.part = null;
  if (byId("notice").classList.contains("tip") && !table.touch.asks) clearNotice();
}

board.addEventListener("focusin", (event) => {
  if (table.touch.asks && table.usesKeys) showTip(targetOf(event));
});

button.addEventListener("click", toggleExplaining);
