import { prepare } from './lib/prepare.mjs';
import { at, passSignals, runNode, tool } from './lib/run.mjs';

/** Every benchmark, or the named ones: `npm run bench lists requests`. */
const all = ['codes', 'issue', 'verify', 'imports', 'lists', 'overload', 'ranges', 'requests', 'weights'];
const named = process.argv.slice(2);
const unknown = named.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  console.error(`No benchmark ${unknown.join(', ')}; there are ${all.join(', ')}.`);
  process.exit(1);
}

passSignals();
await prepare();
for (const name of named.length > 0 ? named : all) {
  console.log(`\n${name}`);
  const { code } = await runNode(tool('tsx'), [at(`bench/${name}.ts`)]);
  if (code !== 0) process.exitCode = code;
}
