/** Collects what nobody holds again and again while something runs, as a server does in an hour. */
export const collecting = async <T>(run: () => Promise<T>): Promise<T> => {
  const { gc } = globalThis;
  if (!gc) throw new Error('needs --expose-gc');
  const timer = setInterval(() => gc(), 200);
  try {
    return await run();
  } finally {
    clearInterval(timer);
  }
};
