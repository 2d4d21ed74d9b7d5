import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import type { Socket } from 'node:net';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ChildMessage, ChildStart } from './run-child.ts';
import { Refusal } from '../refusal.ts';

/** What a child process may use. */
export interface ChildLimits {
  /** Of its heap. */
  heapMegabytes: number;
  /** Of everything it holds in memory; it ends itself beyond. */
  megabytes: number;
  /** How long it may be waited for without having done a piece of its work. */
  quietSeconds: number;
  /** How long it may live in all, whatever it does; without end when absent. */
  seconds?: number;
}

/** The child process was ended because it used more than it may, of memory or of time, or its native code broke. */
export class ChildLimit extends Error {
  override name = 'ChildLimit';

  constructor(
    words: string,
    /** Whether its life was over, and not its memory full. */
    readonly isTime = false,
  ) {
    super(words);
  }
}

/** A program in a process of its own. */
export interface Child<Says, Hears> {
  /** The next thing it says, waited for as long as its limits say or so many seconds. Throws its refusals, ChildLimit, and an Error when it ended otherwise. */
  next(quietSeconds?: number): Promise<Says>;
  tell(message: Hears): void;
  isOver(): boolean;
  /** Lets this process end while the child waits to be told something. */
  unref(): void;
  /** Ends it; resolves when it is gone. */
  close(): Promise<void>;
}

/** Where the sources are, whose programs find their libraries there. */
const sources = fileURLToPath(new URL('../../..', import.meta.url));
const bundler = new URL('../../../../scripts/lib/bundle-child.mjs', import.meta.url);

/** None of the server's secrets; what programs need to find their temporary folder, their time and, on Windows, their system. */
const env = (): NodeJS.ProcessEnv => {
  const keptNames = ['PATH', 'TZ', 'LANG', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'SYSTEMROOT'];
  return Object.fromEntries(
    keptNames.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
};

/** Starts the bundled program that lies beside the bundled server, or from sources what is bundled for this moment, through its input. */
const startProgram = async (source: URL, { heapMegabytes }: ChildLimits): Promise<ChildProcess> => {
  const bundled = fileURLToPath(source.href.replace(/\.ts$/, '.js'));
  const isBundled = existsSync(bundled);
  const child = fork(isBundled ? bundled : '-', {
    cwd: isBundled ? dirname(bundled) : sources,
    env: env(),
    execArgv: [`--max-old-space-size=${heapMegabytes}`, '--max-semi-space-size=4'],
    serialization: 'advanced',
    stdio: ['pipe', 'ignore', 'pipe', 'ipc'],
  });
  child.stdin!.on('error', () => undefined);
  if (!isBundled) {
    const { bundleChild } = (await import(bundler.href)) as { bundleChild: (path: string) => Promise<string> };
    child.stdin!.write(await bundleChild(fileURLToPath(source)));
  }
  child.stdin!.end();
  return child;
};

/** What a child says of its end in its last words, and V8 when the heap is full. */
const lastWords = /child limit|heap out of memory|Invalid (array|string) length/;

/**
 * Starts a program of `runChild`, named by the address of its source, in a process of its own with limits of its own: what
 * it reads may break it, but never this process. It ends with this process, however that ends.
 */
export const startChild = async <Says, Hears = never>(
  source: URL,
  input: unknown,
  limits: ChildLimits,
): Promise<Child<Says, Hears>> => {
  const child = await startProgram(source, limits);
  const inbox: Says[] = [];
  let words = '';
  let ended: Error | undefined;
  let quiet = 0;
  let wake = () => {};
  const end = (error: Error) => {
    ended ??= error;
    wake();
  };
  child.stderr!.setEncoding('utf8').on('data', (text: string) => (words = (words + text).slice(-4000)));
  child.on('message', (message: ChildMessage) => {
    quiet = 0;
    if ('said' in message) inbox.push(message.said as Says);
    else if ('refusal' in message) {
      const { code, message: text, data } = message.refusal;
      end(new Refusal(code, text, data));
    } else if ('fault' in message) end(new Error(`child process: ${message.fault}`));
    wake();
  });
  child.on('error', end);
  const life =
    limits.seconds &&
    setTimeout(() => {
      end(new ChildLimit('child lived too long', true));
      child.kill('SIGKILL');
    }, limits.seconds * 1000);
  child.once('close', () => clearTimeout(life));
  const gone = Promise.all([once(child, 'close'), child.connected && once(child, 'disconnect')]).then(
    () =>
      end(
        child.signalCode || lastWords.test(words)
          ? new ChildLimit(words)
          : new Error(`child process ended with ${child.exitCode ?? child.signalCode}: ${words}`),
      ),
    end,
  );
  const start: ChildStart = { input, megabytes: limits.megabytes, parent: process.pid };
  child.send(start, () => undefined);

  return {
    next: async (quietSeconds = limits.quietSeconds) => {
      quiet = 0;
      // counts its own turns and not the clock, which goes on while this process itself is busy
      const watch = setInterval(() => {
        if ((quiet += 1) > quietSeconds) child.kill('SIGKILL');
      }, 1000);
      try {
        for (;;) {
          const said = inbox.shift();
          if (said !== undefined) return said;
          if (ended) throw ended;
          await new Promise<void>((resolve) => (wake = resolve));
        }
      } finally {
        clearInterval(watch);
      }
    },
    tell: (message) => void (child.connected && child.send(message as object, () => undefined)),
    isOver: () => ended !== undefined || !child.connected,
    unref: () => {
      child.unref();
      child.channel?.unref();
      (child.stderr as Socket).unref();
    },
    close: async () => {
      child.kill('SIGKILL');
      await gone;
    },
  };
};
