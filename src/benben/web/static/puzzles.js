// The list of puzzles: how many of each grade this browser has solved, and the first one that it has not.
import { byId } from "./dom.js";
import { puzzles } from "./prefs.js";
import { say } from "./words.js";

const { solved, streak, best } = puzzles.load();

for (const row of document.querySelectorAll(".puzzle-grade")) {
  if (!(row instanceof HTMLElement)) continue;
  /** @type {[number, string][]} */
  const all = JSON.parse(row.dataset.puzzles ?? "[]");
  const left = all.filter(([, id]) => !solved.includes(id));
  const count = row.querySelector(".puzzle-count");
  if (count) count.textContent = say("puzzle-solved", { n: all.length - left.length, of: all.length });
  row.classList.toggle("done", !left.length);
  const [number] = left[0] ?? all[0];
  row.querySelector(".puzzle-solve")?.setAttribute("href", `/puzzles/${row.dataset.game}/${number}`);
}
byId("streak").hidden = !best;
byId("streak").textContent = say("puzzle-streak", { n: streak, best });
