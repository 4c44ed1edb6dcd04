// The links to hand out while seats are open.
import { byId, parseHtml, targetOf } from "./dom.js";
import { get } from "./net.js";
import { table } from "./state.js";
import { announce } from "./status.js";
import { say } from "./words.js";

export async function showInvitations() {
  const { match, view } = table;
  const state = JSON.stringify(view.seats.map((seat) => [seat.kind, seat.name]));
  const isOpen = !view.full && !view.over && !view.study;
  if (isOpen && state !== table.invited) {
    table.invited = state;
    byId("invitations").replaceChildren(...parseHtml(await get(`/t/${match}/invitations`)));
  }
  const hasLinks = byId("invitations").querySelector(".invitation") !== null;
  byId("invite").hidden = !isOpen || !hasLinks || table.view.full;
}

byId("invitations").addEventListener("click", async (event) => {
  const button = targetOf(event)?.closest("button.copy");
  if (!button) return;
  const field = button.previousElementSibling;
  if (field instanceof HTMLInputElement) field.select();
  try {
    await navigator.clipboard.writeText(button.getAttribute("data-copy") ?? "");
  } catch {
    document.execCommand("copy"); // browsers offer the clipboard to https pages only
  }
  announce(say("copied"));
  button.textContent = say("copied");
});
