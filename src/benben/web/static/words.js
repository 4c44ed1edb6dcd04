// The words of this page, in its language.
const words = JSON.parse(document.getElementById("words").textContent);

export function say(name, values = {}) {
  return words[name].replace(/\{(\w+)\}/g, (whole, key) => values[key] ?? whole);
}

/** An element with a text, a class, and other properties. */
export function element(tag, text = "", className = "", properties = {}) {
  const made = document.createElement(tag);
  if (text) made.textContent = text;
  if (className) made.className = className;
  return Object.assign(made, properties);
}

/** The element of this id. */
export const by = (id) => document.getElementById(id);
