// Load for a table's server. Arguments: a JSON object
//   {client: "socket" | "pages-0.1" | "boardgame.io", url, game, tables, seconds, rate (clicks a second; 0: closed loop),
//    views: ask for views (whole clicks) or only for events (bare moves), lengths: moves of the peer's matches}
// Clients:
//   socket        a page or program of today: moves and views (or events) over one WebSocket for each player
//   pages-0.1     a page of release 0.1: ghost, post, and a view fetched by each player after the event
//   boardgame.io  the peer, over Socket.IO
// A click counts when both players have what they need to show it; its time is from sending the move to the other
// player's view (or event). Prints {all (with the warm-up), clicks, p50, p99, cpu (our microseconds a click), requests,
// bytes (both for each click)}.
//
// The program shares the machine with the server, so it does little work of its own: HTTP and server-sent events over
// plain sockets, WebSockets by the package ws.
const http = require("http");
const net = require("net");
const zlib = require("zlib");
const WebSocket = require("ws");

const asked = JSON.parse(process.argv[2]);
const address = new URL(asked.url);
const WARM_UP = 2000; // milliseconds not counted
const traffic = { requests: 0, bytes: 0 };
let seed = 1;

function chance(n) {
  seed = (seed * 1103515245 + 12345) % 2147483648;
  return Math.floor((seed / 2147483648) * n);
}

// For what is not measured: opening a table.
const kept = new http.Agent({ keepAlive: true });
function post(path, body) {
  return new Promise((resolve, reject) => {
    const headers = { "Content-Type": "application/json" };
    const sent = http.request(asked.url + path, { method: "POST", agent: kept, headers }, (answer) => {
      const parts = [];
      answer.on("data", (part) => parts.push(part));
      answer.on("end", () => {
        const text = Buffer.concat(parts).toString();
        if (answer.statusCode >= 300) reject(new Error(`${answer.statusCode} ${text}`));
        else resolve(JSON.parse(text));
      });
    });
    sent.on("error", reject);
    sent.end(JSON.stringify(body));
  });
}

// Waits until a number has been heard.
class Waiter {
  constructor() { this.number = 0; this.wanted = Infinity; }
  heard(number) {
    this.number = Math.max(number, this.number);
    if (this.number >= this.wanted) {
      this.wanted = Infinity;
      this.tell(performance.now());
    }
  }
  until(number) {
    if (number <= this.number) return Promise.resolve(performance.now());
    this.wanted = number;
    return new Promise((tell) => { this.tell = tell; });
  }
}

// A keep-alive connection for one request after the other; answers have a length.
class Line {
  constructor() {
    this.data = Buffer.alloc(0);
    this.queue = Promise.resolve();
    this.socket = net.connect(Number(address.port), address.hostname);
    this.socket.setNoDelay(true);
    this.socket.on("data", (part) => this.read(part));
    this.socket.on("error", (error) => this.fail?.(error));
  }
  request(method, path, head, body = "") {
    const asked = () => new Promise((done, fail) => {
      Object.assign(this, { done, fail });
      const text = `${method} ${path} HTTP/1.1\r\nHost: ${address.host}\r\nAccept-Encoding: gzip\r\n${head}Content-Length: ${body.length}\r\n\r\n${body}`;
      traffic.requests += 1;
      traffic.bytes += text.length;
      this.socket.write(text);
    });
    this.queue = this.queue.then(asked, asked);
    return this.queue;
  }
  read(part) {
    traffic.bytes += part.length;
    this.data = this.data.length ? Buffer.concat([this.data, part]) : part;
    const end = this.data.indexOf("\r\n\r\n");
    if (end < 0) return;
    const head = this.data.subarray(0, end).toString("latin1").toLowerCase();
    const length = Number(/\r\ncontent-length: (\d+)/.exec(head)?.[1] ?? 0);
    if (this.data.length < end + 4 + length) return;
    const body = this.data.subarray(end + 4, end + 4 + length);
    this.data = Buffer.alloc(0);
    const status = Number(head.slice(9, 12));
    if (status >= 300) return this.fail(new Error(`${head}\n${body}`));
    this.done(head.includes("content-encoding: gzip") ? zlib.gunzipSync(body) : body);
  }
}

async function openTable() {
  const seats = [{ kind: "person" }, { kind: "person" }];
  return post("/api/v1/matches", { game: asked.game, players: 2, seats });
}

// A player at a socket, who gets views or bare events.
class SocketPlayer extends Waiter {
  constructor(match, { seat, secret }, number) {
    super();
    Object.assign(this, { number, view: null, acknowledged: new Waiter() });
    const url = `ws://${address.host}/api/v1/matches/${match}/socket?after=${number}`;
    const headers = { Cookie: `seat-${match}=${seat}~${secret}` };
    this.socket = new WebSocket(url, { headers, perMessageDeflate: false });
    this.opened = new Promise((ready, reject) => {
      this.socket.on("error", reject);
      this.socket.on("open", () => {
        if (asked.views) this.socket.send(JSON.stringify({ do: "look", ghosts: true }));
        else ready();
      });
      this.socket.on("message", (data) => {
        traffic.bytes += data.length;
        const text = data.toString();
        if (text.startsWith('{"view"')) {
          this.view = JSON.parse(text).view;
          this.heard(this.view.number);
          ready();
        } else if (text.startsWith('{"event"')) this.heard(JSON.parse(text).event.number);
        else if (text.startsWith('{"re"')) {
          const reply = JSON.parse(text);
          if (reply.error) throw new Error(text);
          this.acknowledged.heard(reply.number);
        }
      });
    });
  }
  play(after, move) {
    const text = JSON.stringify({ do: "move", id: 1, after, move });
    traffic.bytes += text.length;
    traffic.requests += 1; // a message to the server
    this.socket.send(text);
  }
  close() { this.socket.close(); }
}

class SocketTable {
  async open() {
    const created = await openTable();
    this.number = created.number;
    this.actor = 0;
    this.made = 0;
    this.players = created.seats.map((seat) => new SocketPlayer(created.match, seat, created.number));
    await Promise.all(this.players.map((player) => player.opened));
    this.moves = asked.views ? null : asked.games[chance(asked.games.length)];
  }
  get isOver() { return asked.views ? this.players[0].view.over : this.made === this.moves.length; }
  close() { for (const player of this.players) player.close(); }
  async click() {
    const seat = asked.views ? this.players[0].view.actor : this.moves[this.made][0];
    const mover = this.players[seat], other = this.players[1 - seat], next = this.number + 1;
    const move = asked.views ? mover.view.choices[chance(mover.view.choices.length)].move : this.moves[this.made][1];
    const started = performance.now();
    const heard = other.until(next);
    const done = asked.views ? mover.until(next) : mover.acknowledged.until(next);
    mover.play(this.number, move);
    const took = (await heard) - started;
    await done;
    this.number = next;
    this.made += 1;
    return took;
  }
}

// A player at a page of release 0.1.
class OldPlayer extends Waiter {
  constructor(match, { seat, secret }, number) {
    super();
    this.match = match;
    this.head = `Cookie: seat-${match}=${seat}~${secret}\r\n`;
    this.lines = [new Line(), new Line()];
    this.since = 0;
    this.fetching = null;
    this.stream = net.connect(Number(address.port), address.hostname);
    this.stream.setEncoding("latin1");
    this.stream.write(`GET /api/v1/matches/${match}/events?after=${number} HTTP/1.1\r\nHost: ${address.host}\r\n${this.head}\r\n`);
    let rest = "";
    this.stream.on("data", (part) => {
      traffic.bytes += part.length;
      const lines = (rest + part).split("\n");
      rest = lines.pop();
      for (const line of lines) if (line.startsWith("id: ")) this.refresh();
    });
  }
  // As the page did: a refresh asked for during a refresh follows it.
  async refresh() {
    if (this.fetching) {
      this.again = true;
      return;
    }
    this.fetching = this.fetch();
    await this.fetching;
    this.fetching = null;
    if (this.again) {
      this.again = false;
      await this.refresh();
    }
  }
  async fetch() {
    const body = await this.lines[0].request("GET", `/t/${this.match}/view?since=${this.since}`, this.head);
    this.view = JSON.parse(body);
    this.since = this.view.number;
    this.heard(this.view.number);
  }
  async play(after, move) {
    const query = new URLSearchParams({ move, after });
    this.lines[1].request("GET", `/t/${this.match}/ghost?${query}`, this.head).catch(() => {});
    const head = `${this.head}Content-Type: application/json\r\nPrefer: return=minimal\r\n`;
    await this.lines[0].request("POST", `/api/v1/matches/${this.match}/moves`, head, JSON.stringify({ move, after }));
    await this.refresh();
  }
  close() {
    this.stream.destroy();
    for (const line of this.lines) line.socket.destroy();
  }
}

class OldTable {
  async open() {
    const created = await openTable();
    this.number = created.number;
    this.players = created.seats.map((seat) => new OldPlayer(created.match, seat, created.number));
    await Promise.all(this.players.map((player) => player.fetch()));
  }
  get isOver() { return this.players[0].view.over; }
  close() { for (const player of this.players) player.close(); }
  async click() {
    const seat = this.players[0].view.actor, next = this.number + 1;
    const mover = this.players[seat], other = this.players[1 - seat];
    const move = mover.view.choices[chance(mover.view.choices.length)].move;
    const started = performance.now();
    const heard = other.until(next);
    const played = mover.play(this.number, move);
    const took = (await heard) - started;
    await played;
    await mover.until(next);
    this.number = next;
    return took;
  }
}

class PeerTable {
  async open() {
    this.match = (await post("/games/trivial/create", { numPlayers: 2, unlisted: true })).matchID;
    this.players = await Promise.all(["0", "1"].map((playerID) => this.join(playerID)));
    this.number = 0;
    this.last = asked.lengths[chance(asked.lengths.length)];
  }
  async join(playerID) {
    const { playerCredentials } = await post(`/games/trivial/${this.match}/join`, { playerID, playerName: playerID });
    const socket = new WebSocket(`ws://${address.host}/socket.io/?EIO=4&transport=websocket`, { perMessageDeflate: false });
    const waiter = new Waiter();
    await new Promise((ready, reject) => {
      socket.on("error", reject);
      socket.on("message", (data) => {
        traffic.bytes += data.length;
        const packet = data.toString();
        if (packet.startsWith("0")) socket.send("40/trivial,"); // open: enter the game's room
        else if (packet.startsWith("40")) socket.send(`42/trivial,${JSON.stringify(["sync", this.match, playerID, playerCredentials, 2])}`);
        else if (packet === "2") socket.send("3"); // ping
        else if (packet.startsWith("42/trivial,")) {
          const [name, , news] = JSON.parse(packet.slice(11));
          if (name === "update") waiter.heard(news._stateID);
          else if (name === "sync") { waiter.heard(news.state._stateID); ready(); }
        }
      });
    });
    const head = `42/trivial,["update",{"type":"MAKE_MOVE","payload":{"type":"go","args":[],"playerID":"${playerID}","credentials":"${playerCredentials}"}},`;
    const update = (number) => {
      const text = `${head}${number},"${this.match}","${playerID}"]`;
      traffic.bytes += text.length;
      traffic.requests += 1;
      socket.send(text);
    };
    return { socket, waiter, update };
  }
  get isOver() { return this.number >= this.last; }
  close() { for (const { socket } of this.players) socket.close(); }
  async click() {
    const actor = this.players[this.number % 2], other = this.players[1 - (this.number % 2)];
    const started = performance.now();
    const heard = other.waiter.until(this.number + 1), acknowledged = actor.waiter.until(this.number + 1);
    actor.update(this.number);
    await acknowledged;
    const took = (await heard) - started;
    this.number += 1;
    return took;
  }
}

const CLIENTS = { socket: SocketTable, "pages-0.1": OldTable, "boardgame.io": PeerTable };

async function main() {
  const tables = Array.from({ length: asked.tables }, () => new CLIENTS[asked.client]());
  for (const table of tables) await table.open();
  Object.assign(traffic, { requests: 0, bytes: 0 });
  const used = process.cpuUsage(), begin = performance.now() + WARM_UP, end = begin + 1000 * asked.seconds;
  const pause = asked.rate ? (1000 * asked.tables) / asked.rate : 0;
  const times = [];
  let all = 0;
  await Promise.all(tables.map(async (table, index) => {
    let due = performance.now() + (pause * index) / tables.length;
    while (performance.now() < end) {
      if (pause) {
        await new Promise((go) => setTimeout(go, Math.max(0, due - performance.now())));
        due += pause;
      }
      if (table.isOver) {
        table.close();
        await table.open();
      }
      const took = await table.click();
      all += 1;
      if (performance.now() >= begin && performance.now() < end) times.push(took);
    }
  }));
  const { user, system } = process.cpuUsage(used);
  times.sort((a, b) => a - b);
  const at = (part) => times[Math.min(times.length - 1, Math.floor(part * times.length))];
  const { requests, bytes } = traffic;
  console.log(JSON.stringify({ all, clicks: times.length, p50: at(0.5), p99: at(0.99), cpu: (user + system) / all, requests: requests / all, bytes: bytes / all }));
  process.exit(0);
}

main().catch((error) => { console.error(error); process.exit(1); });
