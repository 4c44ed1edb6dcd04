// The score pad: a sheet of one game, kept in this browser.
import { byId, element } from "./dom.js";
import { asPlay, asText, dateOf, download, fileName } from "./pad_export.js";
import { asPng, asSvg } from "./pad_picture.js";
import { allPads, dropPad, idOf, isEmpty, newPad, people, savePad } from "./pad_store.js";
import { PadTable } from "./pad_table.js";
import { Scores, faultIn, resultOf } from "./sheet_score.js";
import { say } from "./words.js";
/** @import { Sheet, SheetResult } from "./types.js" */
/** @import { Pad } from "./pad_store.js" */

/** @type {{ game: string, title: string, uuid: string, sheets: Sheet[] }} */
const data = JSON.parse(byId("pad-data", HTMLScriptElement).text);
const form = byId("pad-players", HTMLFormElement);
const variant = document.getElementById("pad-variant");
const first = byId("pad-first", HTMLSelectElement);
const nameFields = [...form.querySelectorAll("[data-player]")].filter((field) => field instanceof HTMLInputElement);
const counts = [...byId("pad-counts").querySelectorAll("input")];

let pad = opened();
const table = new PadTable(data.game, (row, column, value) => {
  const values = Array.from({ length: columns() }, (_none, k) => pad.entries[row.name]?.[k] ?? null);
  values[column] = value;
  const entries = { ...pad.entries, [row.name]: values };
  const fault = faultIn(sheetOf(pad), pad.players, entries);
  if (!fault) {
    pad.entries = entries;
    save();
    show();
  }
  return fault;
});

// Which sheet

/** @param {Pad} pad */
function sheetOf(pad) {
  return data.sheets.find((sheet) => sheet.name === pad.variant) ?? data.sheets[0];
}

/** The sheet that the address names, or the newest one that is not finished, or a new one. @returns {Pad} */
function opened() {
  const mine = allPads().filter((pad) => pad.game === data.game);
  const [sheet] = data.sheets;
  const named = mine.find((pad) => `#${pad.id}` === location.hash);
  return named ?? mine.find((pad) => !pad.done) ?? newPad(data.game, sheet.name, sheet.players[0]);
}

const columns = () => (sheetOf(pad).goal === null ? pad.players : 1);
const personOf = (/** @type {Pad} */ of, /** @type {number} */ k) => of.names[k]?.trim() || say("player", { n: k + 1 });
const peopleOf = (/** @type {Pad} */ of) => Array.from({ length: of.players }, (_none, k) => personOf(of, k));
const headsOf = (/** @type {Pad} */ of) => (sheetOf(of).goal === null ? peopleOf(of) : [say("team")]);

function save() {
  tell(savePad(pad) ? "" : say("storage-full"));
}

/** @param {Pad} next */
function open(next) {
  pad = next;
  history.replaceState(null, "", `#${pad.id}`);
  byId("pad-setup", HTMLDetailsElement).open = isEmpty(pad);
  build();
  scrollTo({ top: 0 });
}

// Showing

function build() {
  const sheet = sheetOf(pad);
  table.build(sheet, headsOf(pad));
  if (variant instanceof HTMLSelectElement) {
    variant.value = sheet.name;
    variant.disabled = pad.done;
  }
  for (const count of counts) {
    const isPossible = sheet.players.includes(Number(count.value));
    count.checked = Number(count.value) === pad.players;
    count.disabled = !isPossible || pad.done;
    if (count.parentElement) count.parentElement.hidden = !isPossible;
  }
  for (const [k, field] of nameFields.entries()) {
    field.value = pad.names[k] ?? "";
    field.hidden = k >= pad.players;
  }
  byId("pad-people").replaceChildren(...Object.keys(people()).map((name) => element("option", "", "", { value: name })));
  byId("pad-first-row").hidden = !sheet.first;
  byId("pad-first-label").textContent = sheet.first;
  table.foldOthers(sheet, new Scores(sheet, pad.players, pad.entries));
  show();
}

function show() {
  const sheet = sheetOf(pad);
  const heads = headsOf(pad);
  const result = resultOf(sheet, pad.players, pad.entries, pad.first);
  first.replaceChildren(...peopleOf(pad).map((name, k) => element("option", name, "", { value: String(k), selected: k === pad.first })));
  table.show(sheet, pad, result, heads);
  showResult(sheet, result);
  byId("pad-stamp").textContent = dateOf(pad);
  byId("pad-done").hidden = pad.done;
  byId("pad-problem").hidden = true;
  byId("pad-reopen").hidden = byId("pad-again").hidden = !pad.done;
  for (const button of document.querySelectorAll(".pad-out button")) button.toggleAttribute("disabled", isEmpty(pad));
  showOthers();
  document.title = `${data.title}, ${peopleOf(pad).join(", ")}, ${pad.made.slice(0, 10)}`;
}

/** @param {Sheet} sheet @param {SheetResult} result */
function showResult(sheet, result) {
  const place = byId("pad-result");
  place.classList.toggle("done", pad.done);
  const parts = isEmpty(pad) ? [] : verdictOf(sheet, result);
  place.replaceChildren(
    ...parts.flatMap(({ text, rule }, k) => {
      const said = element(k ? "span" : "b", `${text} `);
      if (rule) said.append(table.ruleLink(rule));
      return [said, " "];
    }),
  );
}

/**
 * Who leads or has won, and by which comparison.
 * @param {Sheet} sheet
 * @param {SheetResult} result
 * @returns {{ text: string, rule: string }[]}
 */
function verdictOf(sheet, result) {
  if (result.solved !== null) {
    const n = result.totals[0];
    if (result.solved) return [{ text: say("solved"), rule: sheet.goalRule }];
    return pad.done ? [{ text: say("unsolved", { n }), rule: sheet.goalRule }] : [{ text: say("so-far", { n }), rule: "" }];
  }
  const heads = headsOf(pad);
  const names = listed(result.winners.map((k) => heads[k]));
  const n = result.totals[result.winners[0]];
  if (result.isLastLeft) return [{ text: say("last-left", { names }), rule: sheet.outRule }];
  const kind = pad.done ? (result.winners.length > 1 ? "shared" : "wins") : "leads";
  const main = sheet.keys.findIndex((key) => key.of === null);
  const decisive = result.used.at(-1) ?? main;
  const breaker = decisive > main ? decisive : null;
  const parts = [{ text: say(kind, { names, n }), rule: kind === "leads" ? "" : sheet.keys[Math.min(decisive, main)].rule }];
  if (breaker !== null) parts.push({ text: say("tie-broken", { key: sheet.keys[breaker].title }), rule: sheet.keys[breaker].rule });
  if (result.open !== null) parts.push({ text: say("tie-open", { key: sheet.keys[result.open].title }), rule: sheet.keys[result.open].rule });
  if (pad.done && sheet.nextFirst) {
    parts.push({ text: say("next-first", { name: heads[(pad.first + 1) % heads.length] }), rule: sheet.nextFirst });
  }
  return parts;
}

/** @param {string[]} names */
function listed(names) {
  return new Intl.ListFormat(document.documentElement.lang, { type: "conjunction" }).format(names);
}

function showOthers() {
  const others = allPads().filter((other) => other.game === data.game && other.id !== pad.id);
  byId("pad-sheets").hidden = !others.length;
  byId("pad-list").replaceChildren(...others.map(listItem));
}

/** @param {Pad} other */
function listItem(other) {
  const sheet = sheetOf(other);
  const item = element("li", "", "card");
  const result = resultOf(sheet, other.players, other.entries, other.first);
  const scores = isEmpty(other) ? [say("empty-sheet")] : headsOf(other).map((name, k) => `${name} ${result.totals[k]}${other.done && result.winners.includes(k) ? " ★" : ""}`);
  const link = element("a", `${dateOf(other)}: ${scores.join(", ")}`, "", { href: `#${other.id}` });
  const forget = element("button", say("delete-sheet"), "link-button", { type: "button" });
  forget.addEventListener("click", () => {
    if (forget.dataset.sure) {
      dropPad(other.id);
      showOthers();
    } else {
      forget.dataset.sure = "yes";
      forget.textContent = say("delete-really");
    }
  });
  item.append(link, forget);
  return item;
}

/** @param {string} text */
function tell(text) {
  byId("pad-told").textContent = text;
}

/** @returns {import("./pad_export.js").Shown} */
function shown() {
  const sheet = sheetOf(pad);
  const result = resultOf(sheet, pad.players, pad.entries, pad.first);
  const verdict = pad.done ? verdictOf(sheet, result).map(({ text, rule }) => (rule ? `${text} (${rule})` : text)) : [];
  return { game: data, sheet, pad, heads: headsOf(pad), people: peopleOf(pad), result, verdict };
}

// Setting up

form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("change", (event) => {
  const { target } = event;
  if (target instanceof HTMLInputElement && target.type === "text") return; // names follow while they are typed
  let isPossible = true;
  if (target === first) pad.first = Number(first.value);
  else if (target === variant && variant instanceof HTMLSelectElement) isPossible = changeTable(variant.value, pad.players);
  else if (target instanceof HTMLInputElement && target.name === "players") isPossible = changeTable(pad.variant, Number(target.value));
  build();
  if (isPossible) save();
  else problem(say("does-not-fit"));
});
for (const [k, field] of nameFields.entries()) {
  field.addEventListener("input", () => {
    pad.names = Array.from({ length: nameFields.length }, (_none, n) => (n === k ? field.value : (pad.names[n] ?? "")));
    table.setHeads(headsOf(pad));
    save();
    show();
  });
}

/**
 * Another variant or number of players, if what is entered fits there too.
 * @param {string} name
 * @param {number} players
 */
function changeTable(name, players) {
  const sheet = data.sheets.find((one) => one.name === name) ?? data.sheets[0];
  const number = sheet.players.includes(players) ? players : sheet.players[0];
  const wide = sheet.goal === null ? number : 1;
  const rows = new Set(sheet.sections.flatMap((section) => section.rows).map((row) => row.name));
  const isLost = Object.entries(pad.entries).some(([row, values]) => values.some((value, k) => value !== null && (k >= wide || !rows.has(row))));
  if (isLost || faultIn(sheet, number, pad.entries)) return false;
  pad.variant = sheet.name;
  pad.players = number;
  pad.first = Math.min(pad.first, number - 1);
  return true;
}

/** @param {string} text @param {string} [rule] */
function problem(text, rule) {
  const place = byId("pad-problem");
  place.replaceChildren(`${text} `);
  if (rule) place.append(table.ruleLink(rule));
  place.hidden = false;
  place.scrollIntoView({ block: "nearest" });
}

// Buttons

/** @param {string} id @param {() => void} action */
const on = (id, action) => byId(id).addEventListener("click", action);

on("pad-done", () => {
  table.forgive();
  const { missing } = resultOf(sheetOf(pad), pad.players, pad.entries, pad.first);
  if (missing.length) {
    const [{ column, section, rule }] = missing;
    problem(say("missing", { name: headsOf(pad)[column], section }), rule);
    return;
  }
  pad.done = true;
  for (const name of pad.names.slice(0, pad.players)) if (name.trim()) idOf(name.trim());
  save();
  build();
  byId("pad-result").scrollIntoView({ block: "center" });
});
on("pad-reopen", () => {
  pad.done = false;
  save();
  build();
});
on("pad-again", () => open(newPad(data.game, pad.variant, pad.players, pad.names, sheetOf(pad).nextFirst ? (pad.first + 1) % pad.players : 0)));
on("pad-new", () => open(newPad(data.game, pad.variant, pad.players)));
on("pad-png", async () => download(`${fileName(shown())}.png`, await asPng(shown())));
on("pad-svg", () => download(`${fileName(shown())}.svg`, new Blob([asSvg(shown())], { type: "image/svg+xml" })));
on("pad-print", () => print());
on("pad-bgsplay", () => download(`${fileName(shown())}.bgsplay`, new Blob([JSON.stringify(asPlay(shown()), null, 1)], { type: "application/json" })));
on("pad-text", async () => {
  const text = asText(shown());
  try {
    await navigator.clipboard.writeText(text);
    tell(say("copied"));
  } catch {
    prompt(say("copy-this"), text);
  }
});
addEventListener("hashchange", () => {
  const named = allPads().find((other) => `#${other.id}` === location.hash);
  if (named) open(named);
});

byId("pad-setup", HTMLDetailsElement).open = isEmpty(pad);
build();
document.body.classList.add("interactive");

// For the next time without a connection.
navigator.serviceWorker?.ready.then((worker) => worker.active?.postMessage({ keep: [location.pathname, `/rules/${data.game}`] }));
