// The connection to one match: the views that the server sends, and the requests of this page.
// All traffic about the running match passes through this module.
import { pause } from "./dom.js";
import { Refusal, get, insist, post } from "./net.js";
/** @import { Terms, Verdict, View } from "./types.js" */

const EVENTS = ["house", "sit", "move", "back", "resign"];
const FIRST_PAUSE = 300; // milliseconds before the first retry; each further pause is twice as long
const LONGEST_PAUSE = 5000;
const REOPEN = 1500; // milliseconds

export class Connection {
  /** @type {(view: View) => void} */
  #showView = () => {};
  /** @type {(seats: number[]) => void} */
  #showPresence = () => {};
  /** @type {(state: "away" | "back") => void} */
  #showState = () => {};
  /** @type {(refusal: Refusal) => void} */
  #showRefusal = () => {};

  /** @type {Terms} */
  #terms = { seat: null, at: null, everything: false, wide: false };
  #asked = 0; // how often the page asked for new terms
  #answered = 0; // which of these requests the last view answers
  #known; // the number of the last event that the page has
  #heard; // the number of the last event that the server reported
  #isAway = false;
  /** @type {Promise<void> | null} */
  #catchingUp = null;

  /**
   * @param {string} match
   * @param {View} view the view that came with the page
   */
  constructor(match, view) {
    this.match = match;
    this.#known = this.#heard = view.number;
    this.#terms.at = view.live ? null : view.at;
  }

  // Callbacks

  /**
   * Called with every new view: after `look` and after every event.
   * @param {(view: View) => void} callback
   */
  onView(callback) {
    this.#showView = callback;
  }

  /**
   * Called with the seats whose people are at the table now.
   * @param {(seats: number[]) => void} callback
   */
  onPresence(callback) {
    this.#showPresence = callback;
  }

  /**
   * Called when the server stops answering, and when it answers again.
   * @param {(state: "away" | "back") => void} callback
   */
  onState(callback) {
    this.#showState = callback;
  }

  /**
   * Called when the server refuses to send a view.
   * @param {(refusal: Refusal) => void} callback
   */
  onRefusal(callback) {
    this.#showRefusal = callback;
  }

  // Requests

  /**
   * Ask for the view in these terms, now and after every event. Resolves when such a view was delivered or refused.
   * @param {Terms} terms
   */
  look(terms) {
    this.#terms = { ...terms };
    this.#asked += 1;
    return this.#catchUp();
  }

  /**
   * Make a move in answer to event number `after`. Resolves when the move is durable; the view comes separately.
   * Rejects with a `Refusal`. A repeated request makes the move once.
   * @param {{ after: number, move: string, seat: number | null }} request
   */
  async play({ after, move, seat }) {
    try {
      this.#hear(await insist(this.#address("moves", seat), { after, move }, () => this.#setAway(true)));
      this.#setAway(false);
    } catch (error) {
      if (error instanceof Refusal) this.#setAway(error.mayPass);
      throw error;
    }
  }

  /**
   * The drawing of a move as SVG; empty if the match has moved on.
   * @param {{ after: number, move: string, seat: number | null, wide: boolean }} request
   * @returns {Promise<string>}
   */
  ghost({ after, move, seat, wide }) {
    const query = new URLSearchParams({ move, after: String(after) });
    if (seat !== null) query.set("seat", String(seat));
    if (wide) query.set("wide", "true");
    return get(`/t/${this.match}/ghost?${query}`);
  }

  /**
   * Is this move or path legal, and if not, why?
   * @param {{ seat: number | null, move?: string, path?: string[] }} request
   * @returns {Promise<Verdict>}
   */
  why({ seat, ...question }) {
    return post(this.#address("why", seat), question);
  }

  /** @param {{ after: number, seat: number | null }} request */
  async takeBack({ after, seat }) {
    this.#hear(await post(this.#address("take-back", seat), { after }));
  }

  /** @param {{ seat: number | null }} request */
  async resign({ seat }) {
    this.#hear(await post(this.#address("resign", seat), {}));
  }

  /**
   * Leave the seat to a bot.
   * @param {{ seat: number | null, level: string }} request
   */
  async leave({ seat, level }) {
    this.#hear(await post(this.#address("leave", seat), { level }));
  }

  /**
   * Follow the match: from now on every event brings a view.
   * @param {number | null} seat
   */
  follow(seat) {
    const query = new URLSearchParams({ after: String(this.#known) });
    if (seat !== null) query.set("seat", String(seat));
    const source = new EventSource(`/api/v1/matches/${this.match}/events?${query}`);
    for (const kind of EVENTS) {
      source.addEventListener(kind, (event) => this.#hear({ number: Number(event.lastEventId) }));
    }
    source.addEventListener("here", (event) => this.#showPresence(JSON.parse(event.data)));
    source.addEventListener("open", () => {
      if (!this.#isAway) return;
      this.#setAway(false);
      this.look(this.#terms);
    });
    source.addEventListener("error", () => {
      this.#setAway(true);
      if (source.readyState === EventSource.CLOSED) setTimeout(() => this.follow(seat), REOPEN);
    });
  }

  // Keeping up

  /**
   * @param {string} action
   * @param {number | null} seat
   */
  #address(action, seat) {
    return `/api/v1/matches/${this.match}/${action}${seat === null ? "" : `?seat=${seat}`}`;
  }

  /** @param {boolean} isAway */
  #setAway(isAway) {
    if (isAway === this.#isAway) return;
    this.#isAway = isAway;
    this.#showState(isAway ? "away" : "back");
  }

  /**
   * An event happened. The answer to a request and the stream both report it; one view serves both.
   * @param {{ number: number }} event
   */
  #hear({ number }) {
    this.#heard = Math.max(this.#heard, number);
    this.#catchUp();
  }

  #catchUp() {
    if (!this.#isBehind) return this.#catchingUp ?? Promise.resolve();
    this.#catchingUp ??= this.#fetchViews();
    return this.#catchingUp;
  }

  get #isBehind() {
    return this.#answered < this.#asked || this.#known < this.#heard;
  }

  /** Fetch views until the page has the terms it asked for and every event that was reported. */
  async #fetchViews() {
    try {
      for (let wait = FIRST_PAUSE; this.#isBehind; ) {
        if (await this.#fetchNext()) continue;
        await pause(wait);
        wait = Math.min(2 * wait, LONGEST_PAUSE);
      }
    } finally {
      this.#catchingUp = null;
    }
  }

  /** Fetch and deliver one view. False: nothing came, or an old view from a server process that lags behind. */
  async #fetchNext() {
    const [asked, terms] = [this.#asked, this.#terms];
    const due = Math.max(this.#heard, this.#known);
    const view = await this.#tryView(terms);
    if (view === "away") return false;
    if (view === "refused") {
      this.#answered = asked;
      this.#heard = this.#known;
      return true;
    }
    if (view.number < due) return false;
    if (terms.seat !== this.#terms.seat) return true; // another person looks at this screen by now
    this.#answered = asked;
    this.#known = view.number;
    this.#showView(view);
    return true;
  }

  /**
   * @param {Terms} terms
   * @returns {Promise<View | "away" | "refused">}
   */
  async #tryView(terms) {
    try {
      const view = await this.#fetchView(terms);
      this.#setAway(false);
      return view;
    } catch (error) {
      if (error instanceof Refusal && !error.mayPass) {
        this.#showRefusal(error);
        return "refused";
      }
      this.#setAway(true);
      return "away";
    }
  }

  /**
   * @param {Terms} terms
   * @returns {Promise<View>}
   */
  #fetchView({ seat, at, everything, wide }) {
    const query = new URLSearchParams({ since: String(this.#known) });
    if (seat !== null) query.set("seat", String(seat));
    if (at !== null) query.set("at", String(at));
    if (everything) query.set("everything", "true");
    if (wide) query.set("wide", "true");
    return get(`/t/${this.match}/view?${query}`);
  }
}
