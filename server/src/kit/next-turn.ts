const waiting: (() => void)[] = [];
let isPaced = false;

const pass = (): void => {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(pass);
  else isPaced = false;
};

/**
 * Waits until the loop has looked at its sockets once more. Of the calls that wait one goes on at a time, so that whoever
 * only has to be refused does not wait for the rows of all others.
 */
export const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.push(resolve);
    if (isPaced) return;
    isPaced = true;
    setImmediate(pass);
  });
