// On every page: light or dark, and the search in rules.
import { byId } from "./dom.js";
import { searchable } from "./rules.js";

const theme = byId("theme");
const dark = matchMedia("(prefers-color-scheme: dark)");

function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : dark.matches;
}

theme.addEventListener("click", () => {
  const next = isDark() ? "light" : "dark";
  document.documentElement.dataset.theme = next;
  document.cookie = `theme=${next}; path=/; max-age=31536000; samesite=lax`;
  theme.title = theme.dataset[next] ?? "";
});

for (const input of document.querySelectorAll("input[data-search]")) {
  if (input instanceof HTMLInputElement) searchable(input, byId(input.dataset.search ?? ""));
}
