let context: AudioContext | undefined;

const tone = (audio: AudioContext, at: number, pitch: number) => {
  const oscillator = audio.createOscillator();
  const volume = audio.createGain();
  oscillator.frequency.value = pitch;
  volume.gain.setValueAtTime(0.08, at);
  volume.gain.exponentialRampToValueAtTime(0.001, at + 0.12);
  oscillator.connect(volume).connect(audio.destination);
  oscillator.start(at);
  oscillator.stop(at + 0.13);
};

/** One beep for done, two lower ones for refused. Silent where the browser has no sound. */
export const beep = (times: 1 | 2): void => {
  if (typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  const now = context.currentTime;
  if (times === 1) tone(context, now, 1760);
  else for (const delay of [0, 0.18]) tone(context, now + delay, 440);
};
