// The links to hand out, while somebody is still to come.
import { get } from "./net.js";
import { announce } from "./status.js";
import { by, say } from "./words.js";

let invited = "";
export async function showInvitations(match, view) {
  const state = JSON.stringify(view.seats.map((seat) => [seat.kind, seat.name]));
  if (view.full || view.over || state === invited) {
    by("invite").hidden = view.full || view.over || view.study;
    return;
  }
  invited = state;
  const source = await get(`/t/${match}/invitations`);
  by("invitations").replaceChildren(...new DOMParser().parseFromString(source, "text/html").body.childNodes);
  by("invite").hidden = view.full;
}

by("invitations").addEventListener("click", async (event) => {
  const button = event.target.closest(".copy");
  if (!button) return;
  const field = button.previousElementSibling;
  field.select();
  try {
    await navigator.clipboard.writeText(button.dataset.copy);
  } catch {
    document.execCommand("copy"); // pages without https may not use the clipboard
  }
  announce(say("copied"));
  button.textContent = say("copied");
});
