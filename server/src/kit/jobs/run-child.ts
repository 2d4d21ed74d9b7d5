import { Worker } from 'node:worker_threads';
import { progress } from '../progress.ts';
import { Refusal } from '../refusal.ts';

/** The first thing a child process hears. */
export interface ChildStart {
  input: unknown;
  megabytes: number;
  /** Process that it works for. */
  parent: number;
}

/** What a child process says: a message, that it goes on, or why it ends. */
export type ChildMessage =
  | { said: unknown }
  | { goesOn: true }
  | { refusal: { code: number; message: string; data: unknown } }
  | { fault: string };

/** What the program of a child process may do to its parent. */
export interface Parent<Hears> {
  /** Resolves when the message is on its way. */
  say(message: unknown): Promise<void>;
  /** The next thing it was told. */
  heard(): Promise<Hears>;
}

/**
 * In a thread, because what reads a hostile file may be too busy to look after itself: ends the process when it holds too
 * much memory or when its parent is gone.
 */
const guard = `
const { workerData: { most, parent } } = require('node:worker_threads');
const { writeSync } = require('node:fs');
const isOrphan = () => {
  if (process.platform !== 'win32') return process.ppid !== parent;
  try { return !process.kill(parent, 0); } catch { return true; }
};
setInterval(() => {
  if (process.memoryUsage.rss() > most) writeSync(2, 'child limit');
  else if (!isOrphan()) return;
  process.kill(process.pid, 'SIGKILL');
}, 50);`;

const goesOnEveryMs = 1000;

const send = (message: ChildMessage): Promise<void> =>
  new Promise((sent) => process.send!(message, undefined, undefined, () => sent()));

/** Runs a program that `startChild` started, then ends the process. Its refusals and faults are thrown where it was started. */
export const runChild = <Input, Hears = never>(work: (input: Input, parent: Parent<Hears>) => Promise<void>): void => {
  // who stops the server by the keyboard or by its group lets it finish what it reads
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
  let isOver = false;
  // An orderly exit waits for what is under way in native code, however long that takes; nobody wants it any more.
  process.on('disconnect', () => (isOver ? process.exit() : process.kill(process.pid, 'SIGKILL')));
  const inbox: Hears[] = [];
  let wake = () => {};
  const begin = async ({ input, megabytes, parent }: ChildStart): Promise<void> => {
    new Worker(guard, { eval: true, workerData: { most: megabytes * 1024 * 1024, parent } }).unref();
    let told = progress.made;
    setInterval(() => {
      if (progress.made === told) return;
      told = progress.made;
      void send({ goesOn: true });
    }, goesOnEveryMs).unref();
    const heard = async (): Promise<Hears> => {
      while (inbox.length === 0) await new Promise<void>((resolve) => (wake = resolve));
      return inbox.shift()!;
    };
    try {
      await work(input as Input, { say: (said) => send({ said }), heard });
    } catch (error) {
      if (error instanceof Refusal)
        await send({ refusal: { code: error.code, message: error.message, data: error.data } });
      else await send({ fault: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
    isOver = true;
    process.disconnect();
  };
  process.once('message', (start: ChildStart) => {
    process.on('message', (message: Hears) => {
      inbox.push(message);
      wake();
    });
    void begin(start);
  });
};
