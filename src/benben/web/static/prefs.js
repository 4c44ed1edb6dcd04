// What this browser prefers and remembers. Storage may be switched off: then nothing is remembered.

const DEFAULTS = { confirm: "turn", sound: false, motion: true, gains: true };

function read(store, key) {
  try {
    return JSON.parse(store().getItem(key));
  } catch {
    return null;
  }
}

function write(store, key, value) {
  try {
    if (value === null) store().removeItem(key);
    else store().setItem(key, JSON.stringify(value));
  } catch {
    // nothing can be done, and nothing is lost but comfort
  }
}

const lasting = () => localStorage;
const passing = () => sessionStorage;

export const prefs = { ...DEFAULTS, ...read(lasting, "prefs") };

export function prefer(name, value) {
  prefs[name] = value;
  write(lasting, "prefs", prefs);
}

export function moves() {
  return prefs.motion && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** A decision that is not confirmed yet survives a reload. */
export const pending = {
  load: (match) => read(passing, `pending-${match}`),
  save: (match, value) => write(passing, `pending-${match}`, value),
};

/** What this browser saw promised before the first move. */
export const promises = {
  load: (match) => read(lasting, `promise-${match}`),
  save: (match, value) => write(lasting, `promise-${match}`, value),
};

/** The explanations that were given. */
export const lessons = {
  load: (match) => read(lasting, `lesson-${match}`) ?? [],
  save: (match, value) => write(lasting, `lesson-${match}`, value),
};

/** The tables of this browser, the newest first. */
export const tables = {
  all: () => read(lasting, "tables") ?? [],
  add(match, seats) {
    const others = tables.all().filter((entry) => entry.match !== match);
    write(lasting, "tables", [{ match, seats }, ...others].slice(0, 50));
  },
  drop(match) {
    write(lasting, "tables", tables.all().filter((entry) => entry.match !== match));
    write(lasting, `promise-${match}`, null);
    write(lasting, `lesson-${match}`, null);
  },
};

for (const field of document.querySelectorAll("#settings input")) {
  if (field.type === "radio") field.checked = prefs[field.name] === field.value;
  else field.checked = prefs[field.name];
  field.addEventListener("change", () => prefer(field.name, field.type === "radio" ? field.value : field.checked));
}
