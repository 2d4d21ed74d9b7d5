import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';

/** The folder of the whole project. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Path below the root. */
export const at = (...parts) => join(root, ...parts);

const minimum = [20, 19];

/** Ends with one clear line on a runtime that is too old. */
export const checkNode = () => {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > minimum[0] || (major === minimum[0] && minor >= minimum[1])) return;
  console.error(`Node ${minimum.join('.')} or newer is needed, this is ${process.versions.node}`);
  process.exit(1);
};

/**
 * npm starts a script through a shell, which ends on a signal without passing it on: the loss of the parent then says
 * the same as the signal.
 */
export const endWithParent = () => {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, 200);
  timer.unref();
};

const children = new Set();
let isEnding = false;

/** Ends the programs that `run` started together with this process. */
export const passSignals = () => {
  endWithParent();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.once(signal, () => {
      isEnding = true;
      for (const child of children) child.kill(signal);
      process.exitCode = 1;
      if (children.size === 0) process.exit();
    });
  }
};

/** Runs a program from the root and resolves with its exit code; with `capture` its output comes too. */
export const run = (program, args, { capture = false, ...options } = {}) =>
  new Promise((resolve, reject) => {
    if (isEnding) return resolve({ code: 1, signal: 'SIGTERM', output: '' });
    const stdio = capture ? ['ignore', 'pipe', 'pipe'] : 'inherit';
    const child = spawn(program, args, { cwd: root, stdio, ...options });
    children.add(child);
    let output = '';
    child.stdout?.on('data', (chunk) => (output += chunk));
    child.stderr?.on('data', (chunk) => (output += chunk));
    child.once('error', reject);
    child.once('close', (code, signal) => {
      children.delete(child);
      resolve({ code: code ?? 1, signal, output });
    });
  });

/** Runs a JavaScript file with this very runtime. */
export const runNode = (file, args = [], options = {}) => run(process.execPath, [file, ...args], options);

const entries = {
  knip: 'knip/bin/knip.js',
  oxfmt: 'oxfmt/bin/oxfmt',
  oxlint: 'oxlint/bin/oxlint',
  playwright: '@playwright/test/cli.js',
  tsc: 'typescript/bin/tsc',
  tsx: 'tsx/dist/cli.mjs',
  vite: 'vite/bin/vite.js',
  vitest: 'vitest/vitest.mjs',
};

/** Entry file of an installed development tool. */
export const tool = (name) => at('node_modules', entries[name]);
