// Load for a table's server: tables that are played in a closed loop or paced. Arguments: a JSON object
//   {kind: "benben" | "boardgame.io", url, tables, seconds, rate (moves a second in all; 0: as fast as it goes),
//    games: file, brief: ask for short answers, endless: matches of the peer never end}
// `games` holds matches to play, lists of [seat, move]. The peer's matches have as many moves: then both open a new one.
// A move counts when it is acknowledged and the other player has heard of it; its time is from the post to that event.
// Prints {all (with those of the warm-up), moves, p50, p99, max, cpu}: milliseconds, and our own microseconds a move.
//
// It shares the machine with the server, so it speaks both protocols by itself, with as little work as it can: HTTP and
// server-sent events over plain sockets, Socket.IO's packets over ws.
const fs = require("fs");
const http = require("http");
const net = require("net");

const asked = JSON.parse(process.argv[2]);
const address = new URL(asked.url);
const games = JSON.parse(fs.readFileSync(asked.games));
const WARM_UP = 2000; // milliseconds not counted
let next = 0;

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

// Somebody who waits for the next number: `heard` when it has come.
class Ear {
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

// A connection for one request after the other, each answered with a length.
class Line {
  constructor() {
    this.text = "";
    this.socket = net.connect(Number(address.port), address.hostname);
    this.socket.setNoDelay(true);
    this.socket.setEncoding("latin1");
    this.socket.on("data", (part) => this.read(part));
    this.socket.on("error", (error) => this.fail?.(error));
  }
  post(path, head, body) {
    return new Promise((done, fail) => {
      Object.assign(this, { done, fail });
      this.socket.write(`POST ${path} HTTP/1.1\r\nHost: ${address.host}\r\n${head}Content-Length: ${body.length}\r\n\r\n${body}`);
    });
  }
  read(part) {
    this.text += part;
    const end = this.text.indexOf("\r\n\r\n");
    if (end < 0) return;
    const length = Number(/\r\ncontent-length: (\d+)/.exec(this.text)[1]);
    if (this.text.length < end + 4 + length) return;
    const answer = this.text;
    this.text = "";
    if (answer.startsWith("HTTP/1.1 200 ")) this.done();
    else this.fail(new Error(answer));
  }
}

class BenbenTable {
  async open() {
    const seats = [{ kind: "person" }, { kind: "person" }];
    const created = await post("/api/v1/matches", { game: "pyramidis", players: 2, seats });
    this.path = `/api/v1/matches/${created.match}`;
    this.number = created.number;
    this.moves = games[next++ % games.length];
    this.made = 0;
    this.lines ??= [new Line(), new Line()];
    this.heads = created.seats.map((seat) => `Authorization: Bearer ${seat.secret}\r\n`);
    this.streams = [];
    this.ears = await Promise.all(this.heads.map((head) => this.listen(head)));
  }

  listen(head) {
    const ear = new Ear(), socket = net.connect(Number(address.port), address.hostname);
    this.streams.push(socket);
    socket.setEncoding("latin1");
    socket.write(`GET ${this.path}/events HTTP/1.1\r\nHost: ${address.host}\r\n${head}\r\n`);
    return new Promise((resolve, reject) => {
      let rest = "";
      socket.on("data", (part) => {
        const lines = (rest + part).split("\n");
        rest = lines.pop();
        for (const line of lines) {
          if (line.startsWith("id: ")) ear.heard(Number(line.slice(4)));
          else if (line.startsWith("retry: ")) resolve(ear); // the first that is said
        }
      });
      socket.on("error", reject);
    });
  }

  get isOver() { return this.made === this.moves.length; }

  close() { for (const socket of this.streams) socket.destroy(); }

  async move() {
    const [actor, move] = this.moves[this.made];
    const head = `${this.heads[actor]}Content-Type: application/json\r\n${asked.brief ? "Prefer: return=minimal\r\n" : ""}`;
    const started = performance.now();
    const heard = this.ears[1 - actor].until(this.number + 1);
    await this.lines[actor].post(`${this.path}/moves`, head, `{"move": "${move}", "after": ${this.number}}`);
    const took = (await heard) - started;
    this.number += 1;
    this.made += 1;
    return took;
  }
}

class PeerTable {
  async open() {
    this.match = (await post("/games/trivial/create", { numPlayers: 2, unlisted: true })).matchID;
    this.players = await Promise.all(["0", "1"].map((playerID) => this.join(playerID)));
    this.number = 0;
    this.last = asked.endless ? Infinity : games[next++ % games.length].length;
  }

  async join(playerID) {
    const { playerCredentials } = await post(`/games/trivial/${this.match}/join`, { playerID, playerName: playerID });
    const WebSocket = require("ws");
    const socket = new WebSocket(`ws://${address.host}/socket.io/?EIO=4&transport=websocket`, { perMessageDeflate: false });
    const ear = new Ear();
    await new Promise((ready, reject) => {
      socket.on("error", reject);
      socket.on("message", (data) => {
        const packet = data.toString();
        if (packet.startsWith("0")) socket.send("40/trivial,"); // open: enter the game's room
        else if (packet.startsWith("40")) socket.send(`42/trivial,${JSON.stringify(["sync", this.match, playerID, playerCredentials, 2])}`);
        else if (packet === "2") socket.send("3"); // are you there?
        else if (packet.startsWith("42/trivial,")) {
          const [name, , news] = JSON.parse(packet.slice(11));
          if (name === "update") ear.heard(news._stateID);
          else if (name === "sync") { ear.heard(news.state._stateID); ready(); }
        }
      });
    });
    const head = `42/trivial,["update",{"type":"MAKE_MOVE","payload":{"type":"go","args":[],"playerID":"${playerID}","credentials":"${playerCredentials}"}},`;
    return { socket, ear, update: (number) => socket.send(`${head}${number},"${this.match}","${playerID}"]`) };
  }

  get isOver() { return this.number >= this.last; }

  close() { for (const { socket } of this.players) socket.close(); }

  async move() {
    const actor = this.players[this.number % 2], other = this.players[1 - (this.number % 2)];
    const started = performance.now();
    const heard = other.ear.until(this.number + 1), acknowledged = actor.ear.until(this.number + 1);
    actor.update(this.number);
    await acknowledged;
    const took = (await heard) - started;
    this.number += 1;
    return took;
  }
}

async function main() {
  const tables = Array.from({ length: asked.tables }, () => (asked.kind === "benben" ? new BenbenTable() : new PeerTable()));
  for (const table of tables) await table.open();
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
      const took = await table.move();
      all += 1;
      if (performance.now() >= begin && performance.now() < end) times.push(took);
    }
  }));
  const { user, system } = process.cpuUsage(used);
  times.sort((a, b) => a - b);
  const at = (part) => times[Math.min(times.length - 1, Math.floor(part * times.length))];
  console.log(JSON.stringify({ all, moves: times.length, p50: at(0.5), p99: at(0.99), max: times.at(-1), cpu: (user + system) / all }));
  process.exit(0);
}

main().catch((error) => { console.error(error); process.exit(1); });
