// The connection to one match: a socket that brings views and takes moves, and HTTP requests for rare actions.
// All traffic about the running match passes through this module.
import { pause } from "./dom.js";
import { Refusal, post } from "./net.js";
import { keptStage } from "./stage.js";
/** @import { Foresight, Hint, LogEntry, Terms, Verdict, View, ViewMessage } from "./types.js" */

const FIRST_PAUSE = 300; // milliseconds before the first retry; each further pause is twice as long
const LONGEST_PAUSE = 5000;
const TRIES = 6; // of a move
const SEPARATOR = "<g "; // between two pieces of a board
const REFUSED = 1008; // close code: the server refuses this connection, and would refuse the next one

/** Can the pointer of this device hover over a choice, so that its ghost will be wanted? */
export const canHover = () => matchMedia("(hover: hover)").matches;

/** The socket closed before the answer came. */
class Disconnected extends Error {}

export class Connection {
  /** @type {(view: View) => void} */
  #showView = () => {};
  /** @type {(seats: number[]) => void} */
  #showPresence = () => {};
  /** @type {(state: "away" | "back") => void} */
  #showState = () => {};
  /** @type {(refusal: Refusal) => void} */
  #showRefusal = () => {};

  /** @type {WebSocket | null} */
  #socket = null;
  #pause = FIRST_PAUSE; // before the next attempt to connect
  #isAway = false;
  /** @type {Map<number, { resolve: (reply: any) => void, reject: (error: Error) => void }>} open requests by id */
  #requests = new Map();
  #lastId = 0;

  /** @type {Terms} */
  #terms = { seat: null, at: null, everything: false, stage: null, ghosts: canHover(), each: true };
  #isCurrent = true; // the page shows the view in these terms
  /** @type {(() => void)[]} called when a view in these terms was delivered or refused */
  #looking = [];
  #known; // the number of the last event that the page has
  /** @type {LogEntry[]} entries that no delivered view has brought yet */
  #log = [];
  /** @type {string[]} the pieces of the last board that came over this socket */
  #pieces = [];

  /**
   * @param {string} match
   * @param {View} view the view that came with the page
   */
  constructor(match, view) {
    this.match = match;
    this.#known = view.number;
    this.#terms.at = view.live ? null : view.at;
    this.#terms.stage = keptStage();
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

  /** Follow the match: from now on every event brings a view. */
  follow() {
    if (!this.#socket) this.#connect();
  }

  /**
   * Ask for the view in these terms, now and after every event. Resolves when such a view was delivered or refused.
   * @param {Terms} terms
   * @returns {Promise<void>}
   */
  look(terms) {
    this.#terms = { ...terms };
    this.#isCurrent = false;
    if (this.#isOpen) this.#sendLook();
    else this.follow();
    return new Promise((resolve) => this.#looking.push(resolve));
  }

  /**
   * Make a move in answer to event number `after`. Resolves with its own number when the move is durable; the view comes
   * separately. Rejects with a `Refusal`. A move that is sent again is made once.
   * @param {{ after: number, move: string, seat: number | null }} request
   * @returns {Promise<number>}
   */
  async play({ after, move, seat }) {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return (await this.#ask({ do: "move", after, move, seat })).number;
      } catch (error) {
        if ((error instanceof Refusal && !error.mayPass) || attempt === TRIES) throw error;
        this.#setAway(true);
        await pause(FIRST_PAUSE * 2 ** attempt);
      }
    }
  }

  /**
   * The drawing of a move as SVG, in the terms of the last `look`; empty if the match has moved on.
   * @param {{ after: number, move: string, then?: string }} request
   * @returns {Promise<string>}
   */
  async ghost(request) {
    return (await this.#ask({ do: "ghost", ...request })).ghost;
  }

  /**
   * What a move would do, in words and points; null if the match has moved on.
   * @param {{ after: number, move: string, then?: string }} request
   * @returns {Promise<Foresight | null>}
   */
  async foresee(request) {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return (await this.#ask({ do: "foresee", ...request })).foresee;
      } catch (error) {
        if (!(error instanceof Disconnected) || attempt === TRIES) throw error; // the page was just opened, the socket not yet
        await pause(FIRST_PAUSE);
      }
    }
  }

  /**
   * How promising the moves are that begin with an element, by notation; null if the match has moved on.
   * @param {{ after: number, first: string }} request
   * @returns {Promise<Record<string, number> | null>}
   */
  async rank(request) {
    return (await this.#ask({ do: "rank", ...request })).rank;
  }

  /**
   * Is this move or path legal, and if not, why?
   * @param {{ seat: number | null, move?: string, path?: string[] }} request
   * @returns {Promise<Verdict>}
   */
  why({ seat, ...question }) {
    return post(this.#address("why", seat), question);
  }

  /**
   * A hint for the seat to act.
   * @param {{ after: number, seat: number | null }} request
   * @returns {Promise<Hint>}
   */
  hint({ after, seat }) {
    return post(this.#address("hint", seat), { after });
  }

  /**
   * Agree to hints at this table, or be against them.
   * @param {{ agree: boolean, seat: number | null }} request
   */
  agree({ agree, seat }) {
    return post(this.#address("hints", seat), { agree });
  }

  /** @param {{ after: number, seat: number | null }} request */
  takeBack({ after, seat }) {
    return post(this.#address("take-back", seat), { after });
  }

  /** @param {{ seat: number | null }} request */
  resign({ seat }) {
    return post(this.#address("resign", seat), {});
  }

  /**
   * Leave the seat to a bot.
   * @param {{ seat: number | null, level: string }} request
   */
  leave({ seat, level }) {
    return post(this.#address("leave", seat), { level });
  }

  // The socket

  /**
   * @param {string} action
   * @param {number | null} [seat]
   */
  #address(action, seat = null) {
    return `/api/v1/matches/${this.match}/${action}${seat === null ? "" : `?seat=${seat}`}`;
  }

  get #isOpen() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  #connect() {
    const url = new URL(this.#address("socket"), location.href);
    url.protocol = url.protocol.replace("http", "ws");
    url.searchParams.set("lang", document.documentElement.lang); // a link may have chosen it, without a cookie
    const socket = new WebSocket(url);
    this.#socket = socket;
    socket.addEventListener("open", () => {
      this.#pause = FIRST_PAUSE;
      this.#setAway(false);
      this.#sendLook();
    });
    socket.addEventListener("message", (event) => this.#receive(JSON.parse(event.data)));
    socket.addEventListener("close", (event) => this.#closed(event.code));
  }

  /** @param {number} code */
  async #closed(code) {
    this.#pieces = [];
    for (const { reject } of this.#requests.values()) reject(new Disconnected());
    this.#requests.clear();
    if (code === REFUSED) return;
    this.#setAway(true);
    await pause(this.#pause);
    this.#pause = Math.min(2 * this.#pause, LONGEST_PAUSE);
    this.#connect();
  }

  /** @param {boolean} isAway */
  #setAway(isAway) {
    if (isAway === this.#isAway) return;
    this.#isAway = isAway;
    this.#showState(isAway ? "away" : "back");
  }

  #sendLook() {
    const known = this.#known;
    this.#send({ do: "look", ...this.#terms, log: known, ...(this.#isCurrent && { number: known }) });
  }

  /** @param {object} message */
  #send(message) {
    this.#socket?.send(JSON.stringify(message));
  }

  /**
   * Send a message that the server answers.
   * @param {object} message
   * @returns {Promise<any>}
   */
  #ask(message) {
    this.follow();
    return new Promise((resolve, reject) => {
      if (!this.#isOpen) {
        reject(new Disconnected());
        return;
      }
      const id = (this.#lastId = (this.#lastId % 1_000_000) + 1);
      this.#requests.set(id, { resolve, reject });
      this.#send({ ...message, id });
    });
  }

  /** @param {any} message */
  #receive(message) {
    if (message.view) this.#receiveView(message);
    else if (message.here) this.#showPresence(message.here);
    else if (message.re) this.#receiveReply(message);
    else if (message.error) {
      this.#viewsDelivered();
      this.#showRefusal(new Refusal(message.error, 400));
    }
  }

  /** @param {any} reply */
  #receiveReply(reply) {
    const request = this.#requests.get(reply.re);
    this.#requests.delete(reply.re);
    this.#setAway(false);
    if (reply.error) request?.reject(new Refusal(reply.error, reply.status));
    else request?.resolve(reply);
  }

  /** @param {ViewMessage} message */
  #receiveView({ view, log, board }) {
    const before = this.#pieces;
    this.#pieces = board.flatMap((part) => (typeof part === "string" ? part : before.slice(...part)));
    this.#log.push(...log.filter((entry) => entry.number > this.#known));
    this.#known = Math.max(this.#known, view.number);
    if (!this.#isWanted(view)) return; // made before the last `look`
    this.#isCurrent = true;
    this.#showView({ ...view, log: this.#log.splice(0), board: this.#pieces.join(SEPARATOR) });
    this.#viewsDelivered();
  }

  #viewsDelivered() {
    for (const resolve of this.#looking.splice(0)) resolve();
  }

  /** @param {Omit<View, "log" | "board">} view */
  #isWanted(view) {
    const { seat, at } = this.#terms;
    const isRightSeat = seat !== null ? view.seat === seat : view.open || view.own.length < 2 || view.seat === null;
    return isRightSeat && (at === null ? view.live : view.at === at);
  }
}
