// Talking to the table.

/** An answer that says no: `code`, `text`, perhaps `rule` and `cells`. */
export class Refusal extends Error {
  constructor(error, status) {
    super(error.text);
    Object.assign(this, { cells: [], rule: null }, error, { status });
  }
}

async function ask(address, options) {
  const answer = await fetch(address, { credentials: "same-origin", ...options });
  const isJson = answer.headers.get("content-type")?.includes("json");
  if (!answer.ok) {
    const body = isJson ? await answer.json() : {};
    throw new Refusal(body.error ?? { code: "unknown", text: answer.statusText }, answer.status);
  }
  return isJson ? answer.json() : answer.text();
}

export const get = (address) => ask(address);

const HEADERS = { "Content-Type": "application/json", Prefer: "return=minimal" }; // what it led to is fetched anyway

export const post = (address, body) => ask(address, { method: "POST", headers: HEADERS, body: JSON.stringify(body) });

const TRIES = 6;

/** Post something that may safely be posted again: go on when the table is away for a moment. */
export async function insist(address, body, whenAway) {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await post(address, body);
    } catch (error) {
      const mayPass = !(error instanceof Refusal) || error.status >= 500 || error.status === 429;
      if (!mayPass || attempt === TRIES) throw error;
      whenAway();
      await new Promise((resolve) => setTimeout(resolve, 300 * 2 ** attempt));
    }
  }
}
