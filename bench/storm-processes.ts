import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../server/test/own-cluster.ts';

const main = new URL('../server/dist/main.js', import.meta.url).pathname;

interface Process {
  role: 'api' | 'worker';
  port: number;
  child?: ChildProcess;
  /** Set when we ended it ourselves. */
  isKilled: boolean;
}

/** Five processes of the product that are started again whenever they end, as a supervisor would. */
export const openProcesses = async (folder: string, settings: Record<string, string>) => {
  const roles = ['api', 'api', 'api', 'worker', 'worker'] as const;
  const all: Process[] = [];
  for (const role of roles) all.push({ role, port: await freePort(), isKilled: false });
  const violations: string[] = [];
  const counts = { kills: 0, endedWithoutDatabase: 0 };
  const state = { isStopping: false, isDatabaseAway: false };

  const start = (one: Process, at: number): void => {
    const { role, port } = one;
    const env = { PATH: process.env.PATH, ROLE: role, PORT: String(port), DATA_DIR: join(folder, `process-${at}`) };
    const child = spawn(process.execPath, [main], {
      env: { ...env, ...settings },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const mayMissDatabase = state.isDatabaseAway;
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => (said = (said + String(chunk)).slice(-2000)));
    one.child = child;
    child.once('exit', async (code, signal) => {
      if (state.isStopping) return;
      const cannotStart = /cannot start/.test(said);
      if (one.isKilled) one.isKilled = false;
      else if (cannotStart && (mayMissDatabase || state.isDatabaseAway)) counts.endedWithoutDatabase += 1;
      else violations.push(`a ${role} ended by itself (${signal ?? code}): ${said.trim().slice(-400)}`);
      if (cannotStart) await sleep(1_000);
      if (!state.isStopping) start(one, at);
    });
  };

  /** Nothing when a process is ready, otherwise what it says about itself. */
  const notReady = async ({ role, port, child }: Process): Promise<string> => {
    try {
      const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(5_000) });
      return answer.ok ? '' : `${role}: ${await answer.text()}`;
    } catch (error) {
      return `${role} (process ${child?.pid}): ${(error as Error).cause ?? error}`;
    }
  };

  return {
    state,
    counts,
    violations,
    start: () => all.forEach(start),
    /** Addresses that take calls; whether somebody answers there at this moment is for the caller to find out. */
    addresses: all.filter(({ role }) => role === 'api').map(({ port }) => `http://127.0.0.1:${port}`),
    /** Ends one of them as a power cut would. */
    kill(): void {
      const one = all[counts.kills % all.length]!;
      counts.kills += 1;
      if (!one.child || one.child.exitCode !== null || one.child.signalCode !== null) return;
      one.isKilled = true;
      one.child.kill('SIGKILL');
    },
    /** Seconds until all of them are ready; throws when one never is. */
    async untilReady(withinMs: number): Promise<number> {
      const from = Date.now();
      for (;;) {
        const waiting = (await Promise.all(all.map(notReady))).filter(Boolean);
        if (waiting.length === 0) return (Date.now() - from) / 1000;
        if (Date.now() - from > withinMs)
          throw new Error(`not ready after ${withinMs / 1000} s: ${waiting.join('; ')}`);
        await sleep(250);
      }
    },
    /** Ends all in peace; one that does not end well is a violation. */
    async stop(): Promise<void> {
      state.isStopping = true;
      await Promise.all(
        all.map(async ({ child, role }) => {
          if (!child || child.exitCode !== null || child.signalCode !== null) return;
          const ended = once(child, 'exit');
          child.kill('SIGTERM');
          const [code] = (await ended) as [number | null];
          if (code !== 0) violations.push(`a ${role} ended with ${code} on SIGTERM`);
        }),
      );
    },
  };
};
