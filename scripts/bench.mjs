import { prepare } from './lib/prepare.mjs';
import { at, passSignals, runNode, tool } from './lib/run.mjs';

/**
 * Every benchmark, or the named ones: `npm run bench lists requests`. A number is the time of the one before it, in seconds:
 * `npm run bench storm 60`, or how many rows a bench lays out. The storm is no measurement, Lighthouse fetches
 * what it needs, exports, figures and search fill their tables for long: they run when they are named.
 */
const all = [
  'animation',
  'codes',
  'draws',
  'issue',
  'verify',
  'imports',
  'lists',
  'moving',
  'overload',
  'packing',
  'payouts',
  'ranges',
  'requests',
  'weights',
];
const known = [...all, 'exports', 'figures', 'lighthouse', 'search', 'storm'];
const asked = process.argv.slice(2);
const named = asked.filter((word) => !/^\d+$/.test(word));
const unknown = named.filter((name) => !known.includes(name));
const timeOf = (name) => [asked[asked.indexOf(name) + 1]].filter((word) => /^\d+$/.test(word ?? ''));
if (unknown.length > 0) {
  console.error(`No benchmark ${unknown.join(', ')}; there are ${known.join(', ')}.`);
  process.exit(1);
}

passSignals();
await prepare({ all: true });
for (const name of named.length > 0 ? named : all) {
  console.log(`\n${name}`);
  const { code } = await runNode(tool('tsx'), [at(`bench/${name}.ts`), ...timeOf(name)]);
  if (code !== 0) process.exitCode = code;
}
