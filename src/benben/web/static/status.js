// The line that is always in view, and how a player is called: title, icon, badge, sound.
import { by, say } from "./words.js";

const title = document.title;

export function showStatus(view) {
  by("status-who").textContent = view.status.who;
  by("status-now").textContent = view.status.now;
  by("status-then").textContent = view.status.then;
  by("status").classList.toggle("mine", view.status.mine);
  by("status").classList.toggle("thinks", view.status.thinks && view.live);
  const calls = view.status.mine && !view.over;
  document.title = calls ? `● ${say("your-turn")} – ${title}` : title;
  const icon = by("icon");
  icon.dataset.usual ??= icon.href;
  icon.href = calls ? icon.dataset.waiting : icon.dataset.usual;
  if (calls) navigator.setAppBadge?.(1).catch(() => {});
  else navigator.clearAppBadge?.().catch(() => {});
}

export function announce(text) {
  by("announce").textContent = text;
}

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
