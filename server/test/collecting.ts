/**
 * Collects what nobody holds again and again while something runs, as a server does in an hour. A collection stops everything: what runs has four
 * times as long for itself, however slow the machine is.
 */
export const collecting = async <T>(run: () => Promise<T>): Promise<T> => {
  const { gc } = globalThis;
  if (!gc) throw new Error('needs --expose-gc');
  let timer: NodeJS.Timeout;
  const later = (ms: number) => {
    timer = setTimeout(() => {
      const begun = performance.now();
      gc();
      later(Math.max(200, 4 * (performance.now() - begun)));
    }, ms);
  };
  later(200);
  try {
    return await run();
  } finally {
    clearTimeout(timer!);
  }
};
