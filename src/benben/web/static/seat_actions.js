// What a seated player can do besides moving: take back, resign, leave the seat to a bot.
import { cancel } from "./confirm_bar.js";
import { byId } from "./dom.js";
import { tell, tellError } from "./notice.js";
import { table } from "./state.js";
import { look } from "./viewpoint.js";

export function showSeatActions() {
  const { view } = table;
  const plays = view.seat !== null && !view.over && view.full;
  byId("resign").hidden = !plays || view.seats.length !== 2;
  const leave = document.getElementById("leave"); // games without bots have none
  if (leave) leave.hidden = !plays;
  byId("go-on").hidden = !view.forkable || (view.at === view.ply && view.over);
  const back = byId("back");
  back.hidden = !view.back || view.over || !view.full;
  back.setAttribute("aria-disabled", String(!view.back?.allowed));
  back.title = view.back?.reason ?? "";
}

export async function takeBack() {
  const { back, number, seat } = table.view;
  if (!back) return;
  if (!back.allowed) {
    tell(back.reason);
    return;
  }
  cancel();
  await request(table.connection.takeBack({ after: number, seat }));
}

/** @param {Promise<void>} answer */
async function request(answer) {
  try {
    await answer;
  } catch (error) {
    tellError(error);
    look();
  }
}

byId("back").addEventListener("click", takeBack);

byId("resign").addEventListener("click", async () => {
  const { seat } = table.view;
  if (confirm(byId("resign").dataset.ask)) await request(table.connection.resign({ seat }));
});

document.getElementById("leave-button")?.addEventListener("click", async () => {
  const { seat } = table.view;
  await request(table.connection.leave({ seat, level: byId("leave-level", HTMLSelectElement).value }));
});
