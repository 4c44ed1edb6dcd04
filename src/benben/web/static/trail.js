// The trail: what the other players have moved since my last move stays marked until I act.
import { mark } from "./marks.js";
import { board, table } from "./state.js";
/** @import { LogEntry, View } from "./types.js" */

export function showTrail() {
  const cells = movesToShow(table.view, table.log.moves).flatMap(cellsOf);
  mark(board, "trail", new Set(cells));
}

/**
 * For a player at the live position: all moves since the own last one. Otherwise the last turn.
 * @param {View} view
 * @param {LogEntry[]} moves all that stand
 */
function movesToShow(view, moves) {
  const made = moves.filter((move) => (move.ply ?? 0) <= view.at);
  const last = made.at(-1);
  const isMine = (/** @type {LogEntry} */ move) => move.seat === view.seat;
  const isOther = (/** @type {LogEntry} */ move) => move.seat !== last?.seat;
  const start = made.findLastIndex(view.live && view.seat !== null ? isMine : isOther);
  return made.slice(start + 1);
}

/** @param {LogEntry} move */
function cellsOf(move) {
  return move.lines.filter((line) => line.seat === move.seat).flatMap((line) => line.cells);
}
