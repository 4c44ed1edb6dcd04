// The table page: starts everything and shows each new view. The server decides what is legal and explains refusals.
import { choose, explain, offerChoices } from "./confirm_bar.js";
import { byId } from "./dom.js";
import { showFinish } from "./finish.js";
import { showGhost } from "./ghosts.js";
import { showHandOver } from "./hand_over.js";
import { showInvitations } from "./invite.js";
import { explainStep } from "./lesson.js";
import { replacePicture } from "./motion.js";
import { clearNotice, tellError } from "./notice.js";
import { ScoreShow, showSeats, showTally } from "./panels.js";
import { partIn } from "./picture.js";
import { prefs, promises, tables } from "./prefs.js";
import { goTo, showReplay } from "./replay.js";
import { showSeatActions } from "./seat_actions.js";
import "./shortcuts.js";
import { board, table } from "./state.js";
import { announce, chime, showStatus } from "./status.js";
import { listMoves } from "./typed_moves.js";
import { isWide, look } from "./viewpoint.js";
/** @import { View } from "./types.js" */

/** @param {View} view */
function show(view) {
  const before = table.view;
  table.view = view;
  if (isNewPicture(view)) {
    if (view.board) drawBoard(view.board);
    offerChoices();
    listMoves();
    explainStep();
  }
  showStatus(view);
  showSeats(view, table.present);
  table.log.add(view.log);
  table.log.mark(view.at);
  showTally(view, board);
  byId("text-board").textContent = view.text;
  showReplay();
  showFinish(table.match, view);
  showInvitations();
  showSeatActions();
  showHandOver();
  const hasMoved = view.number !== before.number;
  if (hasMoved && view.live && view.last.length) announceMove(view);
  if (isMyTurn(view) && view.live && (hasMoved || !before.status.mine)) callPlayer();
}

/**
 * Does a view need another picture and other choices than the page shows?
 * @param {View} view
 */
function isNewPicture({ number, seat, at, live, full, board }) {
  const before = table.shown;
  table.shown = [number, seat, at, live, full, isWide(), board?.length].join();
  return table.shown !== before;
}

/** @param {string} picture */
function drawBoard(picture) {
  const focused = replacePicture(board, picture);
  table.looks.refresh();
  if (focused) partIn(board, focused)?.focus({ preventScroll: true });
}

/** @param {View} view */
function isMyTurn(view) {
  return view.status.mine && !view.over;
}

/** @param {View} view */
function announceMove(view) {
  announce(`${view.last.map((line) => line.text).join(" ")} ${byId("status").textContent}`);
}

function callPlayer() {
  if (table.usesKeys && !board.contains(document.activeElement)) table.touch.focusFirst();
  if (prefs.sound) chime();
}

function openDialogs() {
  for (const button of document.querySelectorAll("button[data-dialog]")) {
    const dialog = byId(button.getAttribute("data-dialog") ?? "", HTMLDialogElement);
    button.addEventListener("click", () => dialog.showModal());
    dialog.querySelector("[data-close]")?.addEventListener("click", () => dialog.close());
  }
}

async function start() {
  const { connection, log, looks, match, touch, view } = table;
  connection.onView(show);
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
  touch.onRefuse((path) => {
    if (table.view.choices.length) explain({ path });
  });
  log.onGoTo(goTo);
  new ScoreShow(board, byId("watch-score"));
  openDialogs();

  if (view.own.length) tables.add(match, view.own);
  if (view.commitment && !promises.load(match)) promises.save(match, view.commitment);
  looks.refresh();
  show(view);
  if (isWide()) await look();
  if (!table.view.over && !table.view.study) connection.follow();
  document.body.classList.add("interactive");
}

await start();
