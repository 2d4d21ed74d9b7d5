/** Keys this far apart are of two texts. A scanner by radio, or on a phone that is busy, takes its time between two. */
const gapMs = 500;
const shortest = 6;

/**
 * Takes what a hardware scanner types on the page itself, wherever the focus is but in a field. Answers what stops it.
 */
export const watchKeys = (hit: (text: string) => void): (() => void) => {
  let typed = '';
  let at = 0;
  const key = (event: KeyboardEvent): void => {
    const target = event.target as HTMLElement | null;
    if (target?.closest('input, textarea, select') || event.ctrlKey || event.metaKey || event.altKey) return;
    const now = event.timeStamp;
    if (now - at > gapMs) typed = '';
    at = now;
    if (event.key === 'Enter' && typed.length >= shortest) {
      event.preventDefault();
      hit(typed);
      typed = '';
    } else if (event.key.length === 1) typed += event.key;
  };
  addEventListener('keydown', key, true);
  return () => removeEventListener('keydown', key, true);
};
