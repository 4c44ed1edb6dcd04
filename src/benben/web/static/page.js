// On every page: light or dark, the search in rules, keys of forms, and the service worker.
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

navigator.serviceWorker?.register("/service_worker.js").catch(() => {}); // not over plain http from another machine

for (const input of document.querySelectorAll("input[data-search]")) {
  if (input instanceof HTMLInputElement) searchable(input, byId(input.dataset.search ?? ""));
}

// A form that opens a table has a key of its own: sent twice, by a double click or after a lost connection, it opens one
// table. A page that is shown again, by the browser's history, opens another one.
/** @param {HTMLFormElement} form */
function addKey(form) {
  if (form.method !== "post" || form.elements.namedItem("key")) return;
  const field = document.createElement("input");
  field.type = "hidden";
  field.name = "key";
  field.className = "form-key";
  field.value = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  form.append(field);
}

document.addEventListener("submit", (event) => {
  if (event.target instanceof HTMLFormElement) addKey(event.target);
});
addEventListener("pageshow", () => {
  for (const field of document.querySelectorAll("input.form-key")) field.remove();
});
