// The start page: the tables of this browser.
import { get } from "./net.js";
import { tables } from "./prefs.js";
import { element, say } from "./words.js";

const mine = tables.all();

if (mine.length) {
  const found = await get(`/tables?ids=${mine.map((entry) => entry.match).join(",")}`);
  const cards = new Map(found.map((card) => [card.match, card]));
  const list = document.getElementById("my-tables");
  for (const { match, seats } of mine) {
    const card = cards.get(match);
    if (card) list.append(row(card, seats));
    else tables.drop(match);
  }
  document.getElementById("mine").hidden = !list.children.length;
}

function row(card, seats) {
  const state = card.over ? "over" : !card.full ? "waiting" : seats.includes(card.actor) ? "your-turn" : "their-turn";
  const item = element("li", "", `card ${state}`);
  const link = element("a", "", "", { href: `/t/${card.match}` });
  link.append(element("b", card.title), " ", element("span", card.names.join(", ")));
  const note = element("span", say(state), "card-state");
  const forget = element("button", say("delete"), "link-button", { type: "button" });
  forget.setAttribute("aria-label", `${say("delete")}: ${card.title}, ${card.names.join(", ")}`);
  forget.addEventListener("click", () => {
    tables.drop(card.match);
    item.remove();
  });
  item.append(link, note, forget);
  return item;
}
