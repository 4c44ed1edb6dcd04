// The table page: starts everything and shows each new view. The server decides what is legal and explains refusals.
import { choose, explain, offerChoices } from "./confirm_bar.js";
import { byId } from "./dom.js";
import "./fans.js";
import { flyPoints } from "./flying_points.js";
import { showGhost } from "./ghosts.js";
import { showGuide } from "./guide.js";
import { showHint } from "./hints.js";
import { showHandOver } from "./hand_over.js";
import { showInvitations } from "./invite.js";
import { replacePicture } from "./motion.js";
import { clearNotice, tellError } from "./notice.js";
import { startNotices } from "./notices.js";
import { showSeats, showTally } from "./panels.js";
import { labelTitles, partIn } from "./picture.js";
import { knownGames, promises, tables } from "./prefs.js";
import { goTo, showReplay } from "./replay.js";
import { open as openResult, showResult } from "./result.js";
import { showSeatActions } from "./seat_actions.js";
import "./shortcuts.js";
import "./side.js";
import { play } from "./sounds.js";
import { board, table } from "./state.js";
import { announce, callInTitle, showStatus } from "./status.js";
import { showTip } from "./tips.js";
import { showTrail } from "./trail.js";
import { listMoves } from "./typed_moves.js";
import { fits, look } from "./viewpoint.js";
/** @import { View } from "./types.js" */

const MOVING = ["move", "back", "resign"]; // the events that change the position

/** @param {View} view */
function show(view) {
  const before = table.view;
  table.view = view;
  byId("table").dataset.number = String(view.number);
  table.log.add(view.log, view.seats);
  table.log.mark(view.at, view.live);
  if (isNewPicture(view)) {
    if (view.board) drawBoard(view.board);
    showTrail();
    offerChoices();
    table.looks.showWhatCanBeDone();
    listMoves();
  }
  showStatus(view);
  showSeats(view, table.present);
  showTally(view, board);
  byId("text-board").textContent = view.text;
  showReplay();
  showResult(view, view.over && !before.over);
  showInvitations();
  showSeatActions();
  showHandOver();
  showGuide();
  showHint();
  const hasMoved = view.number !== before.number && view.log.some((entry) => MOVING.includes(entry.kind));
  if (hasMoved && view.live && view.last.length) announceMove(view);
  if (hasMoved && view.live) {
    playSounds(view, view.over && !before.over);
    if (!view.over) flyPoints(view.log.at(-1)?.lines ?? []); // at the end the score pad counts
  }
  if (isMyTurn(view) && view.live && (hasMoved || !before.status.mine)) callPlayer();
}

/**
 * Does a view need another picture and other choices than the page shows?
 * @param {View} view
 */
function isNewPicture({ number, seat, at, live, full, size, board }) {
  const before = table.shown;
  table.shown = [number, seat, at, live, full, size, board?.length].join();
  return table.shown !== before;
}

/** @param {string} picture */
function drawBoard(picture) {
  const focused = replacePicture(board, picture);
  table.looks.refresh();
  if (!focused) return;
  const part = partIn(board, focused);
  if (part) part.focus({ preventScroll: true });
  if (document.activeElement !== part) board.focus({ preventScroll: true });
}

/** @param {View} view */
function isMyTurn(view) {
  return view.status.mine && !view.over;
}

/** @param {View} view */
function announceMove(view) {
  announce(`${view.last.map((line) => line.text).join(" ")} ${byId("status").textContent}`);
}

/**
 * @param {View} view
 * @param {boolean} hasEnded
 */
function playSounds(view, hasEnded) {
  const last = view.log.at(-1);
  const moved = last?.kind === "move" ? last.lines.flatMap((line) => line.cells) : [];
  if (moved.length) play(moved.some(isOfPapyrus) ? "papyrus" : "lay");
  if (last?.lines.some((line) => line.points)) play("score");
  if (hasEnded) play("end");
}

/** @param {string} id */
const isOfPapyrus = (id) => partIn(board, id)?.matches("[data-sound=papyrus]");

function callPlayer() {
  if (table.usesKeys && (document.activeElement === board || !board.contains(document.activeElement))) table.touch.focusFirst();
  play("turn");
}

/** The moves wait until somebody looks, the call does not. */
function callFromHiddenTab() {
  callInTitle(true);
  play("turn");
}

/**
 * Learn how promising the ways to lay a piece are, before it is laid: the best is shown first.
 * @param {string} first the piece
 */
async function rankWays(first) {
  const { choices, number } = table.view;
  const ways = choices.filter((choice) => choice.path[0] === first);
  if (ways.some((choice) => choice.promise !== undefined)) return;
  const ranks = await table.connection.rank({ after: number, first }).catch(() => null);
  for (const choice of ways) choice.promise = ranks?.[choice.move];
}

function openDialogs() {
  for (const button of document.querySelectorAll("button[data-dialog]")) {
    const dialog = byId(button.getAttribute("data-dialog") ?? "", HTMLDialogElement);
    button.addEventListener("click", () => dialog.showModal());
    dialog.querySelector("[data-close]")?.addEventListener("click", () => dialog.close());
  }
}

async function start() {
  const { connection, log, looks, match, plies, touch, view } = table;
  plies.onShow(show);
  connection.onView((next) => {
    plies.add(next);
    if (document.hidden && plies.isWaiting && isMyTurn(next)) callFromHiddenTab();
  });
  connection.onPresence((seats) => {
    table.present = seats;
    showSeats(table.view, seats);
  });
  connection.onState((state) => {
    table.isAway = state === "away";
    clearNotice();
  });
  connection.onRefusal(tellError);
  touch.onShow(showGhost);
  touch.onChoose(choose);
  touch.onLookAt((element) => {
    if (touch.asks) return showTip(element);
    const acts = table.view.choices.length > 0;
    return looks.enlarge(element, acts) || (!acts && showTip(element));
  });
  touch.onRank(rankWays);
  touch.onRefuse((path) => {
    if (table.view.choices.length) explain({ path });
  });
  log.onGoTo(goTo);
  openDialogs();

  if (view.own.length) {
    tables.add(match, view.own);
    if (!view.lesson) knownGames.add(view.game); // who is guided through it does not know it yet
  }
  if (view.commitment && !promises.load(match)) promises.save(match, view.commitment);
  labelTitles(board);
  looks.refresh();
  show(view);
  if (!fits()) await look();
  if (!table.view.over && !table.view.study) connection.follow();
  if (table.view.over && table.view.live && !table.view.study) openResult(false);
  document.body.classList.add("interactive");
  startNotices();
}

await start();
