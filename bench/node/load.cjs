// Load for a table's server: tables that are played in a closed loop or paced. Arguments: a JSON object
//   {kind: "benben" | "boardgame.io", url, tables, seconds, rate (moves a second in all; 0: as fast as it goes), games: file, brief: ask for short answers}
// `games` holds matches to play: lists of [seat, move].
// A move counts when it is acknowledged and the other player has heard of it; its time is from the post to that event.
// Prints {all (with those of the warm-up), moves, seconds, p50, p99, max}, times in milliseconds.
const http = require("http");
const fs = require("fs");

const asked = JSON.parse(process.argv[2]);
const WARM_UP = 2000; // milliseconds not counted

function request(method, url, { agent, secret, body, brief } = {}) {
  const data = body === undefined ? undefined : JSON.stringify(body);
  const headers = secret ? { Authorization: `Bearer ${secret}` } : {};
  if (data !== undefined) Object.assign(headers, { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(data) });
  if (brief) headers.Prefer = "return=minimal";
  return new Promise((resolve, reject) => {
    const sent = http.request(url, { method, agent, headers }, (answer) => {
      const parts = [];
      answer.on("data", (part) => parts.push(part));
      answer.on("end", () => {
        const text = Buffer.concat(parts).toString();
        if (answer.statusCode >= 300) reject(new Error(`${answer.statusCode} ${text}`));
        else resolve(text);
      });
    });
    sent.on("error", reject);
    sent.end(data);
  });
}

// Somebody who waits for numbers: `heard` when one has come, `until` a promise of it.
class Ear {
  constructor() { this.number = 0; this.waiting = []; }
  heard(number) {
    if (number > this.number) this.number = number;
    this.waiting = this.waiting.filter(([wanted, tell]) => (wanted <= this.number ? (tell(performance.now()), false) : true));
  }
  until(number) {
    if (number <= this.number) return Promise.resolve(performance.now());
    return new Promise((tell) => this.waiting.push([number, tell]));
  }
}

class BenbenTable {
  static games = asked.games ? JSON.parse(fs.readFileSync(asked.games)) : [];
  static next = 0;

  async open() {
    const seats = [{ kind: "person" }, { kind: "person" }];
    const created = JSON.parse(await request("POST", `${asked.url}/api/v1/matches`, { body: { game: "pyramidis", players: 2, seats } }));
    this.url = `${asked.url}/api/v1/matches/${created.match}`;
    this.number = created.number;
    this.moves = BenbenTable.games[BenbenTable.next++ % BenbenTable.games.length];
    this.made = 0;
    this.seats = created.seats.map((seat) => ({ secret: seat.secret, agent: this.agents?.[seat.seat] ?? new http.Agent({ keepAlive: true, maxSockets: 1 }) }));
    this.agents = this.seats.map((seat) => seat.agent);
    this.ears = await Promise.all(this.seats.map((seat) => this.listen(seat)));
  }

  listen(seat) {
    const ear = new Ear();
    return new Promise((resolve, reject) => {
      const sent = http.request(`${this.url}/events`, { headers: { Authorization: `Bearer ${seat.secret}` } }, (answer) => {
        let rest = "";
        answer.on("data", (part) => {
          const lines = (rest + part.toString()).split("\n");
          rest = lines.pop();
          for (const line of lines) if (line.startsWith("id: ")) ear.heard(Number(line.slice(4)));
        });
        answer.on("error", () => {});
        resolve(ear);
      });
      sent.on("error", reject);
      sent.end();
      ear.close = () => { sent.on("error", () => {}); sent.destroy(); };
    });
  }

  async move() {
    if (this.made === this.moves.length) { // over: the next match
      for (const ear of this.ears) ear.close();
      await this.open();
    }
    const [actor, move] = this.moves[this.made], other = this.ears[1 - actor];
    const started = performance.now();
    const heard = other.until(this.number + 1);
    await request("POST", `${this.url}/moves`, { ...this.seats[actor], brief: asked.brief, body: { move, after: this.number } });
    const took = (await heard) - started;
    this.number += 1;
    this.made += 1;
    return took;
  }
}

class PeerTable {
  async open() {
    const { io } = require("socket.io-client");
    const lobby = `${asked.url}/games/trivial`;
    this.match = JSON.parse(await request("POST", `${lobby}/create`, { body: { numPlayers: 2, unlisted: true } })).matchID;
    this.players = await Promise.all(["0", "1"].map(async (playerID) => {
      const joined = JSON.parse(await request("POST", `${lobby}/${this.match}/join`, { body: { playerID, playerName: playerID } }));
      const socket = io(`${asked.url}/trivial`, { transports: ["websocket"], forceNew: true });
      const ear = new Ear();
      await new Promise((ready) => {
        socket.on("sync", (_match, { state }) => { ear.heard(state._stateID); ready(); });
        socket.on("update", (_match, state) => ear.heard(state._stateID));
        socket.emit("sync", this.match, playerID, joined.playerCredentials, 2);
      });
      return { playerID, credentials: joined.playerCredentials, socket, ear };
    }));
    this.number = 0;
  }

  async move() {
    const actor = this.players[this.number % 2], other = this.players[1 - (this.number % 2)];
    const action = { type: "MAKE_MOVE", payload: { type: "go", args: [], playerID: actor.playerID, credentials: actor.credentials } };
    const started = performance.now();
    const heard = other.ear.until(this.number + 1);
    actor.socket.emit("update", action, this.number, this.match, actor.playerID);
    await actor.ear.until(this.number + 1);
    const took = (await heard) - started;
    this.number += 1;
    return took;
  }
}

async function main() {
  const tables = Array.from({ length: asked.tables }, () => (asked.kind === "benben" ? new BenbenTable() : new PeerTable()));
  for (const table of tables) await table.open();
  const begin = performance.now() + WARM_UP, end = begin + 1000 * asked.seconds;
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
      const took = await table.move();
      all += 1;
      if (performance.now() >= begin && performance.now() < end) times.push(took);
    }
  }));
  times.sort((a, b) => a - b);
  const at = (part) => times[Math.min(times.length - 1, Math.floor(part * times.length))];
  console.log(JSON.stringify({ all, moves: times.length, seconds: asked.seconds, p50: at(0.5), p99: at(0.99), max: times.at(-1) }));
  process.exit(0);
}

main().catch((error) => { console.error(error); process.exit(1); });
