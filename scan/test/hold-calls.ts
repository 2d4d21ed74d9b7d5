/** Keeps the answers of some calls back, as a slow connection does, until what it answers is called. The calls themselves are sent. */
export const holdCalls = (isHeld: (path: string, body: string) => boolean): (() => void) => {
  const answered = globalThis.fetch;
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  globalThis.fetch = async (input, init) => {
    const answer = await answered(input, init);
    if (isHeld(String(input).replace(/\?.*/, ''), String(init?.body ?? ''))) await released;
    return answer;
  };
  return () => release();
};
