// A guided game: each explanation once, at the first decision that it fits.
import { mark } from "./marks.js";
import { lessons } from "./prefs.js";
import { ruleLink } from "./panels.js";
import { announce } from "./status.js";
import { by } from "./words.js";

let current = null; // the match, what the learner sees, and the board

export function explainLesson(match, view, board) {
  current = [match, view, board];
  const given = lessons.load(match);
  const step = given.includes("*") ? null : view.lesson.find((other) => !given.includes(other.name));
  by("lesson").hidden = !step;
  mark(board, "lit", step?.cells ?? []);
  if (!step) return;
  by("lesson-text").textContent = step.text;
  by("lesson-rule").hidden = !step.rule;
  if (step.rule) by("lesson-rule").replaceWith(Object.assign(ruleLink(step.rule), { id: "lesson-rule" }));
  by("lesson-next").onclick = () => finishStep(step.name);
  announce(step.text);
}

function finishStep(name) {
  const [match] = current;
  lessons.save(match, [...lessons.load(match), name]);
  explainLesson(...current);
}

by("lesson-skip").addEventListener("click", () => finishStep("*"));
