// Counting the pieces of one's own box. The counts live in this browser; the server checks them and writes the file.
import { byId } from "./dom.js";
import { Refusal, post } from "./net.js";
import { say } from "./words.js";

/** @type {{ game: string, ours: Record<string, string[]>, inUse: string }} */
const data = JSON.parse(byId("box-data", HTMLScriptElement).text);
const KEY = `box-${data.game}`;
const MOST = 200;
const sections = [...document.querySelectorAll("section[data-list]")].map((section) => /** @type {HTMLElement} */ (section));

/** @param {Element} part @returns {HTMLElement[]} */
function kinds(part) {
  return [...part.querySelectorAll(".box-kind")].map((kind) => /** @type {HTMLElement} */ (kind));
}

/** @param {Element} kind */
function field(kind) {
  return /** @type {HTMLInputElement} */ (kind.querySelector("input"));
}

/** @param {Element} kind */
function countOf(kind) {
  const count = Number.parseInt(field(kind).value, 10);
  return Number.isNaN(count) ? 0 : Math.max(0, Math.min(MOST, count));
}

/** The entries of all lists, in the order of the page. */
function entries() {
  /** @type {Record<string, string[]>} */
  const found = {};
  for (const section of sections)
    found[section.dataset.list ?? ""] = kinds(section).flatMap((kind) => Array(countOf(kind)).fill(kind.dataset.kind));
  return found;
}

/** @param {Record<string, string[]>} wanted */
function fill(wanted) {
  for (const section of sections) {
    /** @type {Map<string | undefined, number>} */
    const counts = new Map();
    for (const entry of wanted[section.dataset.list ?? ""] ?? []) counts.set(entry, (counts.get(entry) ?? 0) + 1);
    for (const kind of kinds(section)) field(kind).value = String(counts.get(kind.dataset.kind) ?? 0);
  }
  changed();
}

/** Show the sums and keep the counts. */
function changed() {
  for (const section of sections) {
    let sum = 0;
    for (const group of section.querySelectorAll(".box-group")) {
      const some = kinds(group).reduce((all, kind) => all + countOf(kind), 0);
      /** @type {HTMLOutputElement} */ (group.querySelector("output")).value = some ? String(some) : "";
      sum += some;
    }
    for (const kind of kinds(section)) kind.classList.toggle("has-some", countOf(kind) > 0);
    const total = Number(section.dataset.total);
    const output = /** @type {HTMLOutputElement} */ (section.querySelector(".box-sum"));
    output.value = say("box-sum", { sum, total });
    output.classList.toggle("is-complete", sum === total);
  }
  byId("box-done").hidden = true;
  try {
    localStorage.setItem(KEY, JSON.stringify(entries()));
  } catch {
    // storage is full or switched off: the counts live as long as the page
  }
}

/** @param {string} name @param {string} content */
function download(name, content) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type: "application/json" }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

async function save() {
  const problem = byId("box-problem");
  problem.hidden = true;
  byId("box-done").hidden = true;
  const name = byId("box-name", HTMLInputElement).value.trim();
  try {
    const { box, file } = /** @type {{ box: string, file: string }} */ (
      await post(`/api/v1/boxes/${data.game}`, { name, entries: entries() })
    );
    download(`${data.game}.json`, file);
    byId("box-named").textContent = say("box-named", { box });
    byId("box-done").hidden = false;
  } catch (error) {
    problem.textContent = error instanceof Refusal ? error.message : say("box-offline");
    problem.hidden = false;
  }
}

byId("box-form").addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest(".box-more, .box-less") : null;
  const kind = button?.closest(".box-kind");
  if (!button || !kind) return;
  field(kind).value = String(Math.max(0, countOf(kind) + (button.matches(".box-more") ? 1 : -1)));
  changed();
});
byId("box-form").addEventListener("change", (event) => {
  const kind = event.target instanceof Element ? event.target.closest(".box-kind") : null;
  if (!kind) return;
  field(kind).value = String(countOf(kind));
  changed();
});
byId("box-form").addEventListener("submit", (event) => {
  event.preventDefault();
  save();
});
byId("box-ours").addEventListener("click", () => fill(data.ours));
byId("box-empty").addEventListener("click", () => fill({}));

function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

fill(kept());
document.body.classList.add("interactive");
