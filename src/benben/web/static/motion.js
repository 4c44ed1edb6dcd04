// A new picture in place of the old one: what has moved is seen to move.
import { moves } from "./prefs.js";

const MILLISECONDS = 350;
const MOST = 60;
const shown = new WeakMap(); // board -> places last seen, while a frame is awaited

/** Replace the picture in `board`. Elements are the same when their ids are; `data-from` names where a new one came from. */
export function replacePicture(board, source) {
  const fresh = new DOMParser().parseFromString(source, "image/svg+xml").documentElement;
  const old = board.querySelector("svg");
  const awaited = shown.get(board); // two pictures within one frame: people saw the one before both
  const places = old && moves() ? awaited ?? placesIn(old) : null;
  const focused = document.activeElement?.closest?.("#board [id]")?.id;
  board.replaceChildren(document.importNode(fresh, true));
  const picture = board.querySelector("svg");
  if (places) shown.set(board, places);
  if (places && !awaited) requestAnimationFrame(() => settle(board)); // marks are laid where things come to rest
  return { picture, focused };
}

function settle(board) {
  const places = shown.get(board);
  shown.delete(board);
  travel(board.querySelector("svg"), places);
}

function placesIn(picture) {
  const places = new Map();
  const lens = picture.getScreenCTM();
  if (!lens) return null; // not on the screen
  for (const part of picture.querySelectorAll("[id]")) places.set(part.id, middle(part, lens));
  return places;
}

/** In the picture's own units: the page may give it another place and size at the same time. */
function middle(part, lens) {
  const box = part.getBoundingClientRect();
  return { x: (box.x + box.width / 2 - lens.e) / lens.a, y: (box.y + box.height / 2 - lens.f) / lens.d };
}

function travel(picture, places) {
  const parts = [...picture.querySelectorAll("[id]")];
  const lens = picture.getScreenCTM();
  if (!lens) return;
  const moved = new Map();
  for (const part of parts) {
    const from = places.get(part.dataset.from) ?? places.get(part.id);
    if (!from) continue;
    const to = middle(part, lens);
    const by = { x: from.x - to.x, y: from.y - to.y };
    if (Math.hypot(by.x, by.y) * lens.a > 3) moved.set(part, by);
  }
  if (moved.size > MOST || moved.size > parts.length / 2) return; // another layout, not a move
  for (const [part, by] of moved) {
    const around = moved.get(part.parentElement.closest("[id]"));
    if (around && Math.hypot(around.x - by.x, around.y - by.y) < 1) continue; // carried along
    const scale = part.parentElement.getScreenCTM?.();
    if (!scale) continue;
    const x = (by.x * lens.a) / scale.a;
    const y = (by.y * lens.d) / scale.d;
    part.animate([{ translate: `${x}px ${y}px` }, { translate: "0 0" }], { duration: MILLISECONDS, easing: "ease-out" });
  }
}

/** Whoever cannot wait touches the board: everything is where it belongs. */
export function skipMotion(board) {
  for (const animation of board.getAnimations({ subtree: true })) animation.finish();
}
