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

/** Runs a program from the root and resolves with its exit code; with `capture` its output comes too. */
export const run = (program, args, { capture = false, ...options } = {}) =>
  new Promise((resolve, reject) => {
    const stdio = capture ? ['ignore', 'pipe', 'pipe'] : 'inherit';
    const child = spawn(program, args, { cwd: root, stdio, ...options });
    let output = '';
    child.stdout?.on('data', (chunk) => (output += chunk));
    child.stderr?.on('data', (chunk) => (output += chunk));
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code: code ?? 1, signal, output }));
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
