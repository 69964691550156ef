// Sound by WebAudio: a low double beep when the light turns red, a short one when it turns amber. Nothing to download.

let audio = null;

/** Browsers give sound only after a touch; called at every touch. */
export function unlockSound() {
  audio = audio || new AudioContext();
  if (audio.state === "suspended") audio.resume();
}

export function soundReady() {
  return audio !== null && audio.state === "running";
}

/** What the change of the light sounds like. */
export function soundFor(before, light) {
  if (!before || before.colour === light.colour || !soundReady()) return;
  if (light.colour === "red") { beep(440, 0, 0.22, 0.5); beep(330, 0.28, 0.34, 0.5); }
  if (light.colour === "amber") beep(660, 0, 0.09, 0.2);
}

function beep(hertz, after, lasts, loud) {
  const start = audio.currentTime + after;
  const tone = new OscillatorNode(audio, { type: "triangle", frequency: hertz });
  const volume = new GainNode(audio, { gain: 0 });
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(loud, start + 0.01);
  volume.gain.setValueAtTime(loud, start + lasts - 0.03);
  volume.gain.linearRampToValueAtTime(0, start + lasts);
  tone.connect(volume).connect(audio.destination);
  tone.start(start);
  tone.stop(start + lasts);
}

/** A rising call for the judge's phone. */
export function soundCall() {
  if (!soundReady()) return;
  beep(587, 0, 0.14, 0.5);
  beep(784, 0.17, 0.14, 0.5);
  beep(988, 0.34, 0.22, 0.5);
}
