// boardgame.io's server with a trivial game, in memory. Arguments: PORT
const { Server } = require("boardgame.io/server");

const game = {
  name: "trivial",
  setup: () => ({ moves: 0 }),
  moves: { go: ({ G }) => { G.moves += 1; } },
  turn: { minMoves: 1, maxMoves: 1 },
};
Server({ games: [game], origins: [/127\.0\.0\.1/] }).run(Number(process.argv[2]));
