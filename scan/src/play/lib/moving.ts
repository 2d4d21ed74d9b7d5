/** Whether things move for this person. */
export const mayMove = (): boolean =>
  typeof matchMedia !== 'function' || !matchMedia('(prefers-reduced-motion: reduce)').matches;

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Slows down towards the end: the share of the way that is done after a share of the time. */
export const easeOut = (share: number): number => 1 - (1 - share) ** 3;

/** Calls `draw` before each paint with the share of the time that is over, until it is; in a hidden page it ends at once. */
export const run = (ms: number, draw: (share: number) => void): Promise<void> =>
  new Promise((resolve) => {
    let start = 0;
    const end = (): void => {
      document.removeEventListener('visibilitychange', end);
      cancelAnimationFrame(next);
      draw(1);
      resolve();
    };
    const step = (now: number): void => {
      start ||= now;
      const share = Math.min(1, (now - start) / ms);
      if (share === 1) return end();
      draw(share);
      next = requestAnimationFrame(step);
    };
    let next = requestAnimationFrame(step);
    document.addEventListener('visibilitychange', end);
  });
