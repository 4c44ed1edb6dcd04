// The status line, and the signals for a player's turn: title, icon, badge, sound.
import { byId } from "./dom.js";
import { say } from "./words.js";
/** @import { View } from "./types.js" */

const title = document.title;

/** @param {View} view */
export function showStatus(view) {
  byId("status-who").textContent = view.status.who;
  byId("status-now").textContent = view.status.now;
  byId("status-then").textContent = view.status.then;
  byId("status").classList.toggle("mine", view.status.mine);
  byId("status").classList.toggle("thinks", view.status.thinks && view.live);
  const calls = view.status.mine && !view.over;
  document.title = calls ? `● ${say("your-turn")} – ${title}` : title;
  const icon = byId("icon", HTMLLinkElement);
  icon.dataset.usual ??= icon.href;
  icon.href = (calls && icon.dataset.waiting) || icon.dataset.usual;
  if (calls) navigator.setAppBadge?.(1).catch(() => {});
  else navigator.clearAppBadge?.().catch(() => {});
}

/**
 * Let screen readers read a text.
 * @param {string} text
 */
export function announce(text) {
  byId("announce").textContent = text;
}

/** A soft tone. */
export function chime() {
  const audio = new AudioContext();
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.frequency.value = 523;
  volume.gain.setValueAtTime(0.08, audio.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.0001, audio.currentTime + 0.5);
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + 0.5);
}
