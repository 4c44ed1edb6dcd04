// Texts in the language of the page. The server embeds them as JSON.
import { byId } from "./dom.js";

/** @type {Record<string, string>} */
const words = JSON.parse(byId("words", HTMLScriptElement).text);

/**
 * The text of this name with its placeholders filled in.
 * @param {string} name
 * @param {Record<string, string | number>} [values]
 */
export function say(name, values = {}) {
  return words[name].replace(/\{(\w+)\}/g, (whole, key) => String(values[key] ?? whole));
}
