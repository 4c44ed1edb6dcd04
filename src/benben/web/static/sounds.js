// Sounds, made when they are needed: stone on stone, points, a gong for my turn, a chord for the end. Off until switched on.
import { prefs } from "./prefs.js";

/** @type {AudioContext | undefined} */
let audio;

/**
 * A tone that fades away.
 * @param {number} frequency
 * @param {{ at?: number, seconds?: number, volume?: number, shape?: OscillatorType }} [how]
 */
function tone(frequency, { at = 0, seconds = 0.5, volume = 0.07, shape = "sine" } = {}) {
  audio ??= new AudioContext();
  const start = audio.currentTime + at;
  const source = audio.createOscillator();
  const level = audio.createGain();
  source.type = shape;
  source.frequency.setValueAtTime(frequency, start);
  level.gain.setValueAtTime(volume, start);
  level.gain.exponentialRampToValueAtTime(0.0001, start + seconds);
  source.connect(level).connect(audio.destination);
  source.start(start);
  source.stop(start + seconds);
}

/** A knock: a short noise through a narrow filter. */
function knock() {
  audio ??= new AudioContext();
  const samples = audio.createBuffer(1, audio.sampleRate * 0.08, audio.sampleRate);
  const values = samples.getChannelData(0);
  for (let n = 0; n < values.length; n += 1) values[n] = (Math.random() * 2 - 1) * (1 - n / values.length) ** 4;
  const source = audio.createBufferSource();
  const filter = audio.createBiquadFilter();
  const level = audio.createGain();
  source.buffer = samples;
  filter.type = "bandpass";
  filter.frequency.value = 900;
  level.gain.value = 0.5;
  source.connect(filter).connect(level).connect(audio.destination);
  source.start();
}

const SOUNDS = {
  lay: knock,
  score: () => [660, 880].forEach((frequency, n) => tone(frequency, { at: 0.12 + 0.09 * n, seconds: 0.25, volume: 0.04 })),
  turn: () => [98, 196, 247].forEach((frequency, n) => tone(frequency, { seconds: 1.6 - 0.4 * n, volume: 0.08 / (n + 1) })),
  end: () => [392, 494, 587, 784].forEach((frequency, n) => tone(frequency, { at: 0.14 * n, seconds: 1.2 })),
};

/** @param {keyof typeof SOUNDS} name */
export function play(name) {
  if (prefs.sound) SOUNDS[name]();
}
