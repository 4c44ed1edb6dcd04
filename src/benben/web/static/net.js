// HTTP requests to the server.

/** The server refused a request. */
export class Refusal extends Error {
  /**
   * @param {{ code: string, text: string, rule?: string | null, cells?: string[] }} error
   * @param {number} status
   */
  constructor(error, status) {
    super(error.text);
    this.code = error.code;
    this.rule = error.rule ?? null;
    this.cells = error.cells ?? [];
    this.status = status;
  }

  /** The server is overloaded or out of order: the same request may succeed later. */
  get mayPass() {
    return this.status >= 500 || this.status === 429;
  }
}

/**
 * @param {string} address
 * @param {RequestInit} [options]
 * @returns {Promise<any>} parsed JSON, or the text of other types
 */
async function ask(address, options) {
  const answer = await fetch(address, { credentials: "same-origin", ...options });
  const isJson = answer.headers.get("content-type")?.includes("json");
  if (!answer.ok) {
    const body = isJson ? await answer.json() : {};
    throw new Refusal(body.error ?? { code: "unknown", text: answer.statusText }, answer.status);
  }
  return isJson ? answer.json() : answer.text();
}

/** @param {string} address */
export const get = (address) => ask(address);

// The new view comes over the socket, so the answer need not hold it.
const HEADERS = { "Content-Type": "application/json", Prefer: "return=minimal" };

/**
 * @param {string} address
 * @param {object} body
 */
export const post = (address, body) => ask(address, { method: "POST", headers: HEADERS, body: JSON.stringify(body) });
