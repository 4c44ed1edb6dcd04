// The forms for a new table and for a record: a row for each player; a record from a file.
import { byId } from "./dom.js";

const setup = document.getElementById("setup");
if (setup instanceof HTMLFormElement) {
  const fit = () => {
    const players = Number(new FormData(setup).get("players"));
    for (const row of setup.querySelectorAll("[data-seat]")) {
      if (!(row instanceof HTMLElement)) continue;
      row.hidden = Number(row.dataset.seat) >= players;
      const kind = row.querySelector("select")?.value ?? "";
      const name = row.querySelector("input");
      if (name) name.hidden = kind === "link" || kind.startsWith("bot-");
    }
    for (const value of setup.querySelectorAll("option[data-players]")) {
      if (value instanceof HTMLOptionElement) offer(value, value.dataset.players?.split(" ").includes(String(players)) ?? true);
    }
  };
  setup.addEventListener("change", fit);
  fit();
}

/**
 * Offer a value of an option, or not: then the usual value takes its place.
 * @param {HTMLOptionElement} value
 * @param {boolean} isPossible
 */
function offer(value, isPossible) {
  value.hidden = value.disabled = !isPossible;
  const select = value.closest("select");
  if (!isPossible && value.selected && select) select.selectedIndex = 0;
}

const file = document.getElementById("file");
file?.addEventListener("change", async () => {
  const chosen = file instanceof HTMLInputElement ? file.files?.[0] : undefined;
  if (chosen) byId("record", HTMLTextAreaElement).value = await chosen.text();
});
