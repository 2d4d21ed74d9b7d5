import { readdirSync, readFileSync } from 'node:fs';
import { at } from './lib/run.mjs';

/**
 * Pauses of a second and more in tests. What is waited for is asked for (`expect.poll`), on a page by what it shows; a pause says above it what has to last
 * so long. Nothing is waited for less long than elsewhere: on a busy machine it comes later.
 */
const longest = 1000;
const pauses = /\bsleep\((\d[\d_]*)[,)]|\bsetTimeout\(\w+, (\d[\d_]*)\)/g;
const complaints = [];

const tests = ['contract', 'server', 'console', 'scan', 'e2e'].flatMap((side) =>
  readdirSync(at(side), { recursive: true, encoding: 'utf8' })
    .map((name) => `${side}/${name.replaceAll('\\', '/')}`)
    .filter(
      (path) =>
        !/\/(?:node_modules|dist)\//.test(path) && (/\.(test|spec)\.tsx?$/.test(path) || /^e2e\/.*\.ts$/.test(path)),
    ),
);
for (const file of tests) {
  const lines = readFileSync(at(file), 'utf8').split('\n');
  for (const [nth, line] of lines.entries()) {
    if (/\bvi\.wait(For|Until)\(/.test(line)) complaints.push(`${file}:${nth + 1}: wait by expect.poll or eventually`);
    if (line.includes('.waitForTimeout(')) complaints.push(`${file}:${nth + 1}: wait for what the page shows`);
    for (const [, slept, timed] of line.matchAll(pauses)) {
      if (Number((slept ?? timed).replaceAll('_', '')) < longest || /^\s*\/\//.test(lines[nth - 1] ?? '')) continue;
      complaints.push(`${file}:${nth + 1}: a pause of a second and more says above it why it takes so long`);
    }
  }
}

for (const complaint of complaints) console.error(complaint);
process.exitCode = complaints.length === 0 ? 0 : 1;
