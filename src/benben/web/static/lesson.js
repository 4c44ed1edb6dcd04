// A guided game: each explanation appears once, at the first decision that it fits.
import { byId } from "./dom.js";
import { mark } from "./marks.js";
import { ruleLink } from "./panels.js";
import { placeBeside, rectangleAround } from "./popover.js";
import { lessons } from "./prefs.js";
import { board, table } from "./state.js";
import { announce } from "./status.js";

const ALL = "*"; // stored when the player wants no more explanations

/** The first step for this decision that was not given yet. */
function nextStep() {
  const given = lessons.load(table.match);
  return given.includes(ALL) ? undefined : table.view.lesson.find((step) => !given.includes(step.name));
}

export function explainStep() {
  const step = nextStep();
  byId("lesson").hidden = !step;
  mark(board, "lit", step?.cells ?? []);
  if (!step) return;
  byId("lesson-text").textContent = step.text;
  byId("lesson-rule").hidden = !step.rule;
  if (step.rule) byId("lesson-rule").replaceWith(Object.assign(ruleLink(step.rule), { id: "lesson-rule" }));
  announce(step.text);
  placeLesson();
}

function placeLesson() {
  const step = nextStep();
  if (step) placeBeside(byId("lesson"), rectangleAround(step.cells));
}

/** @param {string | undefined} name */
function finishStep(name) {
  if (name) lessons.save(table.match, [...lessons.load(table.match), name]);
  explainStep();
}

for (const change of ["scroll", "resize"]) addEventListener(change, placeLesson, { passive: true });
byId("lesson-next").addEventListener("click", () => finishStep(nextStep()?.name));
byId("lesson-skip").addEventListener("click", () => finishStep(ALL));
