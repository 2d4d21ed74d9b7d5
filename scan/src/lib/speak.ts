let waiting: (() => void) | undefined;

/**
 * Reads a text aloud in Chinese where the device can; a new one takes the place of the old. A page that nobody has touched yet
 * stays silent until it is touched, as phones demand.
 */
export const speak = (text: string): void => {
  const { speechSynthesis } = window;
  if (!speechSynthesis || typeof SpeechSynthesisUtterance === 'undefined') return;
  if (waiting) removeEventListener('pointerup', waiting);
  waiting = undefined;
  const say = (): void => {
    const words = new SpeechSynthesisUtterance(text);
    words.lang = 'zh-CN';
    speechSynthesis.cancel();
    speechSynthesis.speak(words);
  };
  if (navigator.userActivation?.hasBeenActive) return say();
  waiting = say;
  addEventListener('pointerup', say, { once: true });
};
