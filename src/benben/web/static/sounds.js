// Sounds, made when they are needed: stone on stone, papyrus, points, a gong for my turn, a chord for the end. Off until switched on.
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

/**
 * A noise through a filter.
 * @param {{ seconds: number, volume: number, filter: BiquadFilterType, frequency: number }} how
 * @param {(part: number) => number} level how loud it is, by the part of its time that is over
 */
function noise({ seconds, volume, filter: type, frequency }, level) {
  audio ??= new AudioContext();
  const samples = audio.createBuffer(1, audio.sampleRate * seconds, audio.sampleRate);
  const values = samples.getChannelData(0);
  for (let n = 0; n < values.length; n += 1) values[n] = (Math.random() * 2 - 1) * level(n / values.length);
  const source = audio.createBufferSource();
  const filter = audio.createBiquadFilter();
  const gain = audio.createGain();
  source.buffer = samples;
  filter.type = type;
  filter.frequency.value = frequency;
  gain.gain.value = volume;
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start();
}

const knock = () => noise({ seconds: 0.08, volume: 0.5, filter: "bandpass", frequency: 900 }, (part) => (1 - part) ** 4);

/** A rustle: fibres that crackle one after the other, louder in the middle. */
function rustle() {
  const fibres = Array.from({ length: 14 }, () => Math.random() ** 2);
  const swell = (/** @type {number} */ part) => Math.sin(Math.PI * part) ** 2;
  noise({ seconds: 0.26, volume: 0.07, filter: "highpass", frequency: 2600 }, (part) => swell(part) * (0.25 + fibres[Math.floor(part * fibres.length)]));
}

const SOUNDS = {
  lay: knock,
  papyrus: rustle,
  score: () => [660, 880].forEach((frequency, n) => tone(frequency, { at: 0.12 + 0.09 * n, seconds: 0.25, volume: 0.04 })),
  turn: () => [98, 196, 247].forEach((frequency, n) => tone(frequency, { seconds: 1.6 - 0.4 * n, volume: 0.08 / (n + 1) })),
  end: () => [392, 494, 587, 784].forEach((frequency, n) => tone(frequency, { at: 0.14 * n, seconds: 1.2 })),
};

/** @param {keyof typeof SOUNDS} name */
export function play(name) {
  if (prefs.sound) SOUNDS[name]();
}
