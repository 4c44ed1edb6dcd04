// A score sheet as text, as a picture, and as a play for the app BG Stats.
import { idOf } from "./pad_store.js";
import { Scores } from "./sheet_score.js";
import { say } from "./words.js";
/** @import { Pad } from "./pad_store.js" */
/** @import { Sheet, SheetResult } from "./types.js" */

/**
 * A sheet with its results.
 * @typedef {object} Shown
 * @property {{ game: string, title: string, uuid: string }} game
 * @property {Sheet} sheet
 * @property {Pad} pad
 * @property {string[]} heads of the columns
 * @property {string[]} people
 * @property {SheetResult} result
 * @property {string[]} verdict who has won, and why; empty before the end
 */

/** @param {Pad} pad */
export const dateOf = (pad) => new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "long" }).format(new Date(pad.made));

/** @param {Shown} shown */
export function titleOf({ game, sheet, pad }) {
  const name = sheet.title ? `${game.title} (${sheet.title})` : game.title;
  return say("match-of", { game: name, date: dateOf(pad) });
}

/** @param {Shown} shown */
export function fileName({ game, pad }) {
  return `${game.game}-${pad.made.slice(0, 10)}`;
}

/** For a message to friends: one line for each section, then the totals. @param {Shown} shown */
export function asText(shown) {
  const { sheet, pad, heads, result, verdict } = shown;
  const scores = new Scores(sheet, pad.players, pad.entries);
  const lines = [titleOf(shown)];
  if (sheet.goal !== null) lines.push(shown.people.join(", "));
  for (const { name, title, rows } of sheet.sections) {
    if (rows.every((row) => row.points === 0)) continue;
    lines.push(`${title}: ${heads.map((head, k) => `${head} ${scores.sectionPoints(name, k)}`).join(", ")}`);
  }
  lines.push(`${say("total")}: ${heads.map((head, k) => `${head} ${result.totals[k]}`).join(", ")}`);
  return [...lines, ...verdict].join("\n");
}

// The play file. The format is not documented by its makers; docs/how-to/score-pad.md says what we know of it.

/** @param {Date} time */
function stamp(time) {
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  const day = [time.getFullYear(), two(time.getMonth() + 1), two(time.getDate())].join("-");
  return `${day} ${[time.getHours(), time.getMinutes(), time.getSeconds()].map(two).join(":")}`;
}

const ABOUT =
  "This is a Play file that can be read by Board Game Stats. If you see this text, try to use a share, export or open-in function to open it with Board Game Stats.";

/** @param {Shown} shown @param {Date} [now] */
export function asPlay(shown, now = new Date()) {
  const { game, sheet, pad, people, result } = shown;
  const played = stamp(new Date(pad.made));
  const isTeam = sheet.goal !== null;
  const winners = isTeam ? people.map(() => Boolean(result.solved)) : people.map((_name, k) => result.winners.includes(k));
  return {
    about: ABOUT,
    players: people.map((name, k) => ({ uuid: idOf(name), id: k + 1, name, isAnonymous: false, modificationDate: played, bggUsername: "" })),
    locations: [],
    games: [
      { uuid: game.uuid, id: 1, name: game.title, modificationDate: played, cooperative: isTeam, highestWins: true, noPoints: false, usesTeams: false },
    ],
    plays: [
      {
        uuid: pad.id,
        modificationDate: stamp(now),
        entryDate: stamp(now),
        playDate: played,
        usesTeams: false,
        durationMin: 0,
        ignored: false,
        manualWinner: true,
        rounds: 0,
        scoringSetting: 0,
        gameRefId: 1,
        board: sheet.title,
        comments: asText(shown),
        playerScores: people.map((_name, k) => ({
          score: String(result.totals[isTeam ? 0 : k]),
          winner: pad.done && winners[k],
          newPlayer: false,
          startPlayer: Boolean(sheet.first) && k === pad.first,
          playerRefId: k + 1,
          rank: 0,
          seatOrder: k + 1,
        })),
      },
    ],
    userInfo: { meRefId: 1 },
  };
}

// Files

/** @param {string} name @param {Blob} content */
export function download(name, content) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
