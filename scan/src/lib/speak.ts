/** Reads a text aloud in Chinese where the device can; a new one interrupts the old. A browser that stays silent until it is touched reads it then. */
export const speak = (text: string): void => {
  const { speechSynthesis } = globalThis;
  if (!speechSynthesis || typeof SpeechSynthesisUtterance === 'undefined') return;
  const say = (): SpeechSynthesisUtterance => {
    const words = new SpeechSynthesisUtterance(text);
    words.lang = 'zh-CN';
    speechSynthesis.cancel();
    speechSynthesis.speak(words);
    return words;
  };
  say().addEventListener('error', ({ error }) => {
    if (error === 'not-allowed') addEventListener('pointerdown', say, { once: true });
  });
};
