import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { at } from './lib/run.mjs';

/**
 * Pauses in tests, of whatever length. What is waited for is asked for (`expect.poll`, `eventually`), on a page by what it shows; a pause that stays says
 * in a comment above it what has to last so long. Nothing is waited for less long than elsewhere: on a busy machine it comes later.
 * `--root <folder>` looks at another tree: a test plants faults there.
 */
const flag = process.argv.indexOf('--root');
const root = flag > 0 ? process.argv[flag + 1] : at('');
const imported = /\bsetTimeout as (\w+)\b[^;]*'node:timers\/promises'/;
/** A helper that is one promise says by its name what it is for. */
const promised = /(?<!=>\s*)\bnew Promise(?:<[^;]*?>)?\(\s*\(?\w+\)?\s*=>\s*\{?\s*setTimeout\(/g;
const complaints = [];

const tests = ['contract', 'server', 'console', 'scan', 'e2e']
  .filter((side) => existsSync(join(root, side)))
  .flatMap((side) =>
    readdirSync(join(root, side), { recursive: true, encoding: 'utf8' }).map(
      (name) => `${side}/${name.replaceAll('\\', '/')}`,
    ),
  )
  .filter(
    (path) =>
      // The one that plants faults for this check.
      path !== 'server/src/house/walls.test.ts' &&
      !/\/(?:node_modules|dist)\//.test(path) &&
      (/\.(test|spec)\.tsx?$/.test(path) || /^e2e\/.*\.ts$/.test(path)),
  );
for (const file of tests) {
  const text = readFileSync(join(root, file), 'utf8');
  const lines = text.split('\n');
  const lineOf = ({ index }) => text.slice(0, index).split('\n').length;
  const tell = (found, what) => complaints.push(`${file}:${lineOf(found)}: ${what}`);
  for (const found of text.matchAll(/\bvi\.wait(?:For|Until)\(/g)) tell(found, 'wait by expect.poll or eventually');
  for (const found of text.matchAll(/\.waitForTimeout\(/g)) tell(found, 'wait for what the page shows');
  const [, sleep] = imported.exec(text) ?? [];
  const pauses = [
    ...(sleep ? text.matchAll(new RegExp(`\\b${sleep}\\(`, 'g')) : []),
    ...text.matchAll(promised),
    // What is due runs at once; so long is waited for something that comes.
    ...text.matchAll(/\bsettle\(\d{3,}/g),
  ];
  for (const found of pauses)
    if (!/^\s*(?:\/\/|\*)/.test(lines[lineOf(found) - 2] ?? ''))
      tell(found, 'ask for what is waited for, or say above the pause what lasts so long');
}

for (const complaint of complaints) console.error(complaint);
process.exitCode = complaints.length === 0 ? 0 : 1;
