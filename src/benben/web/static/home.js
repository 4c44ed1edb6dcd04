// The start page: the tables of this browser.
import { byId, element } from "./dom.js";
import { get } from "./net.js";
import { knownGames, tables } from "./prefs.js";
import { say } from "./words.js";
/** @import { Card } from "./types.js" */

const AT_ONCE = 50; // tables in one request
const mine = tables.all();

for (const game of knownGames.all()) {
  // Somebody who knows a game wants to play it; before, the guided game comes first.
  for (const button of document.querySelectorAll(`#game-${game} .play-now button, #game-${game} .learn button`)) {
    button.classList.toggle("main-button", button.closest(".play-now") !== null);
  }
}
if (mine.length) await showTables();

/** A table leaves the list only when the server says that it is gone, never because the server does not answer. */
async function showTables() {
  const list = byId("my-tables");
  try {
    for (let start = 0; start < mine.length; start += AT_ONCE) {
      await showSome(list, mine.slice(start, start + AT_ONCE));
      byId("mine").hidden = !list.children.length;
    }
  } catch {
    list.append(element("li", say("tables-unknown"), "card"));
  }
  byId("mine").hidden = !list.children.length;
}

/**
 * @param {HTMLElement} list
 * @param {typeof mine} some
 */
async function showSome(list, some) {
  /** @type {(Card | { match: string, gone: true } | { match: string, unreadable: string })[]} */
  const found = await get(`/tables?ids=${some.map((entry) => entry.match).join(",")}`);
  const cards = new Map(found.map((card) => [card.match, card]));
  for (const { match, seats } of some) {
    const card = cards.get(match);
    if (!card) continue;
    if ("gone" in card) tables.drop(match);
    else if ("unreadable" in card) list.append(row(match, "unreadable", "", card.unreadable));
    else {
      list.append(row(match, stateOf(card, seats), card.title, card.names.join(", ")));
      if (card.lesson) continueLesson(card, card.lesson);
    }
  }
}

/**
 * @param {string} match
 * @param {string} state
 * @param {string} title of the game
 * @param {string} text who plays, or why the table cannot be shown
 */
function row(match, state, title, text) {
  const item = element("li", "", `card ${state}`);
  const link = element("a", "", "", { href: `/t/${match}` });
  if (title) link.append(element("b", title), " ");
  link.append(element("span", text));
  const note = element("span", say(state), "card-state");
  const forget = element("button", say("delete"), "link-button", { type: "button" });
  forget.setAttribute("aria-label", `${say("delete")}: ${[title, text].filter(Boolean).join(", ")}`);
  forget.addEventListener("click", () => {
    tables.drop(match);
    item.remove();
  });
  item.append(link, note, forget);
  return item;
}

/**
 * The button for a guided game leads to the one that was begun.
 * @param {Card} card
 * @param {{ reached: number, goals: number }} lesson
 */
function continueLesson(card, { reached, goals }) {
  const form = document.querySelector(`#game-${card.game} .learn`);
  const button = form?.querySelector("button");
  if (!form || !button) return; // a newer one is there already
  const text = say("guide-continue", { n: reached, of: goals });
  form.replaceChildren(element("a", text, "main-button", { href: `/t/${card.match}` }));
  document.querySelector(`#game-${card.game} .play-now button`)?.classList.remove("main-button");
}

/**
 * @param {Card} card
 * @param {number[]} seats
 */
function stateOf({ over, full, actor }, seats) {
  if (over) return "over";
  if (!full) return "waiting";
  return actor !== null && seats.includes(actor) ? "your-turn" : "their-turn";
}
