// Finding and making elements.

/**
 * The element with this id. Throws if the page has none, or one of another class.
 * @template {HTMLElement} [T=HTMLElement]
 * @param {string} id
 * @param {new () => T} [type]
 * @returns {T}
 */
export function byId(id, type) {
  const found = document.getElementById(id);
  if (!(found instanceof (type ?? HTMLElement))) throw new Error(`no ${type?.name ?? "element"} #${id}`);
  return /** @type {T} */ (found);
}

/**
 * A new element with a text, a class and other properties.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Partial<HTMLElementTagNameMap[K]>} [properties]
 * @returns {HTMLElementTagNameMap[K]}
 */
export function element(tag, text = "", className = "", properties = {}) {
  const made = document.createElement(tag);
  if (text) made.textContent = text;
  if (className) made.className = className;
  return Object.assign(made, properties);
}

/**
 * The moves that the coach expects, in words.
 * @param {string} title
 * @param {string[]} moves
 */
export function expectedLine(title, moves) {
  const made = element("div", "", "expected");
  const list = element("ol");
  list.append(...moves.map((move) => element("li", move)));
  made.append(element("p", title), list);
  return made;
}

/**
 * The nodes of an HTML fragment from the server.
 * @param {string} html
 */
export function parseHtml(html) {
  return [...new DOMParser().parseFromString(html, "text/html").body.childNodes];
}

/**
 * The root element of an SVG document from the server, ready to be inserted.
 * @param {string} svg
 */
export function parseSvg(svg) {
  return document.importNode(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement, true);
}

/**
 * The element that an event is about; null if it is no element.
 * @param {Event} event
 */
export function targetOf(event) {
  return event.target instanceof Element ? event.target : null;
}

/** @param {number} milliseconds */
export function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
