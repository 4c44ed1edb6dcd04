// Moves as text: the list of legal moves, and a field to type one.
import { explain, needsConfirmation, playUnlessDangerous } from "./confirm_bar.js";
import { byId } from "./dom.js";
import { table } from "./state.js";
import { say } from "./words.js";

export function listMoves() {
  const { choices } = table.view;
  byId("moves").replaceChildren(...choices.map((choice) => new Option(choice.move)));
  byId("legal-count").textContent = choices.length ? say("legal", { n: choices.length }) : "";
}

byId("type").addEventListener("submit", (event) => {
  event.preventDefault();
  const field = byId("move", HTMLInputElement);
  const text = field.value.trim();
  const choice = table.view.choices.find((other) => other.move === text.toLowerCase());
  if (!choice) {
    if (text) explain({ move: text });
    return;
  }
  field.value = "";
  if (needsConfirmation(choice)) table.touch.restore(choice);
  else playUnlessDangerous(choice);
});
