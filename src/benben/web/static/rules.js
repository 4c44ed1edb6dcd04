// The rules: search in them, and jump to one.

/** Show only the rules that hold what is typed. */
export function searchable(input, article) {
  input.form?.addEventListener("submit", (event) => event.preventDefault());
  input.addEventListener("input", () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const part of article.querySelectorAll("li, article > p, table")) {
      const text = part.textContent.toLowerCase();
      part.hidden = !words.every((word) => text.includes(word));
    }
  });
}

/** Scroll to a rule inside its panel and mark it. */
export function showRule(article, rule) {
  for (const marked of article.querySelectorAll(".found")) marked.classList.remove("found");
  const place = article.querySelector(`[id="${CSS.escape(rule)}"]`);
  if (!place) return;
  place.hidden = false;
  place.classList.add("found");
  place.tabIndex = -1;
  place.focus({ preventScroll: true });
  place.scrollIntoView({ block: "center" });
}
