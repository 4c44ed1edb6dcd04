// The state of the table page: everything that changes while the page is open, in one object.
// (Preferences outlive the page; prefs.js keeps them.)
import { Connection } from "./connection.js";
import { byId } from "./dom.js";
import { Log } from "./log.js";
import { Looks } from "./looks.js";
import { Plies } from "./plies.js";
import { keptStage } from "./stage.js";
import { Touch } from "./touch.js";
/** @import { Place } from "./motion.js" */
/** @import { Choice, View } from "./types.js" */

export const board = byId("board");
export const stage = byId("stage");

/** @type {View} */
const first = JSON.parse(byId("view", HTMLScriptElement).text);

export const table = {
  match: first.match,
  view: first,
  connection: new Connection(first.match, first),
  touch: new Touch(board),
  looks: new Looks(stage, board),
  log: new Log(board),
  plies: new Plies(),

  // How this page looks at the match
  /** @type {number | null} the seat of the person who looks, where several people share this screen */
  eyes: null,
  /** @type {number | null} the past position that is shown; null follows the match */
  at: first.live ? null : first.at,
  /** the number of moves when the viewer left the live match */
  seen: first.ply,
  /** the size of the stage for which the picture was drawn */
  stage: keptStage(),

  // What the page shows
  /** the server does not answer */
  isAway: false,
  /** the replay plays by itself: the timer of its next step; 0: it does not */
  playing: 0,
  /** the replay has asked for its next position */
  isStepping: false,
  /** identifies the picture and choices shown, so that nothing is drawn twice */
  shown: "",
  /** @type {number[]} the seats whose people are at the table now */
  present: [],
  /** the seats for which the invitations were fetched */
  invited: "",
  /** @type {Map<string, Place> | null} where the pieces were before the pictures of this frame */
  places: null,

  // The move that is being made
  /** @type {Choice | null} chosen, but not confirmed */
  pending: null,
  isPosting: false,
  /** @type {Choice | null} the choice whose ghost is shown or awaited */
  ghost: null,
  /** @type {Map<string, Promise<string>>} */
  ghosts: new Map(),

  /** where the screen was last touched */
  pointer: { x: 0, y: 0 },
  /** the last input came from the keyboard */
  usesKeys: false,
};
