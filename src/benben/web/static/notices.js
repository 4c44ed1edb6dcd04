// Notices of my turn when this page is closed: by Web Push for this browser, by a webhook for the chat of the group.
import { byId } from "./dom.js";
import { Refusal, get, post } from "./net.js";
import { keep, prefs } from "./prefs.js";
import { table } from "./state.js";
import { say } from "./words.js";

const toggle = byId("notify", HTMLInputElement);
const address = byId("webhook-url", HTMLInputElement);
const canPush = "serviceWorker" in navigator && "PushManager" in window;

/** @param {string} text */
function tell(text) {
  byId("notices-text").textContent = text;
}

async function subscription() {
  const worker = await navigator.serviceWorker.ready;
  const known = await worker.pushManager.getSubscription();
  if (known) return known;
  const { key } = await get("/notices/key");
  return worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

async function subscribe() {
  const { endpoint, keys } = (await subscription()).toJSON();
  await post(`/t/${table.match}/notices`, { endpoint, p256dh: keys?.p256dh, auth: keys?.auth });
}

async function unsubscribe() {
  const worker = await navigator.serviceWorker.ready;
  const known = await worker.pushManager.getSubscription();
  if (known) await post(`/t/${table.match}/notices/end`, { endpoint: known.endpoint });
}

toggle.addEventListener("change", async () => {
  try {
    if (toggle.checked && (await Notification.requestPermission()) !== "granted") throw new Error(say("notices-denied"));
    await (toggle.checked ? subscribe() : unsubscribe());
    keep({ notify: toggle.checked });
    tell(say(toggle.checked ? "notices-on" : "notices-off"));
  } catch (error) {
    toggle.checked = false;
    tell(error instanceof Refusal || (error instanceof Error && !(error instanceof DOMException)) ? error.message : say("notices-failed"));
  }
});

byId("webhook").addEventListener("submit", async (event) => {
  event.preventDefault();
  try {
    const { host } = await post(`/t/${table.match}/webhook`, { url: address.value.trim() });
    tell(host ? say("webhook-on", { host }) : say("notices-off"));
    address.value = "";
  } catch (error) {
    tell(error instanceof Error ? error.message : "");
  }
});

/** Say whether a chat is told of this match. The address itself is a secret of the chat and not shown again. */
async function showWebhook() {
  const { host } = await get(`/t/${table.match}/webhook`).catch(() => ({ host: "" }));
  if (host) tell(say("webhook-on", { host }));
}

document.querySelector("[data-dialog=settings]")?.addEventListener("click", () => !byId("notices").hidden && showWebhook());

/** A person who has switched notices on gets them for every match. */
export async function startNotices() {
  byId("notices").hidden = !table.view.own.length || table.view.over;
  byId("notify-row").hidden = !canPush;
  toggle.checked = canPush && prefs.notify && Notification.permission === "granted";
  if (toggle.checked && table.view.own.length && !table.view.over) await subscribe().catch(() => (toggle.checked = false));
}
