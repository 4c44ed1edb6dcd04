// Search in the rules, and jump to one.
import { element } from "./dom.js";
import { say } from "./words.js";

/**
 * Show only the rules that contain every word typed.
 * @param {HTMLInputElement} input
 * @param {HTMLElement} article
 */
export function searchable(input, article) {
  const nothing = element("p", say("nothing-found"), "help", { hidden: true, role: "status" });
  article.before(nothing);
  input.form?.addEventListener("submit", (event) => event.preventDefault());
  input.addEventListener("input", () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    let found = 0;
    for (const part of article.querySelectorAll("li, article > p, table")) {
      const text = part.textContent?.toLowerCase() ?? "";
      const isFound = words.every((word) => text.includes(word));
      part.toggleAttribute("hidden", !isFound);
      found += Number(isFound);
    }
    nothing.hidden = found > 0;
  });
}

/**
 * Scroll to a rule inside its panel and mark it.
 * @param {HTMLElement} article
 * @param {string} rule
 */
export function showRule(article, rule) {
  for (const marked of article.querySelectorAll(".found")) marked.classList.remove("found");
  const place = article.querySelector(`[id="${CSS.escape(rule)}"]`);
  if (!(place instanceof HTMLElement)) return;
  place.hidden = false;
  place.classList.add("found");
  place.tabIndex = -1;
  place.focus({ preventScroll: true });
  place.scrollIntoView({ block: "center" });
}
