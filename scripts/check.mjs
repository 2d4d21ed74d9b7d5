import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { ensureInstalled } from './lib/install.mjs';
import { at, checkNode, runNode, tool } from './lib/run.mjs';

checkNode();
await ensureInstalled({ all: true });

const { workspaces } = JSON.parse(readFileSync(at('package.json'), 'utf8'));
// What the benches import is the whole server: their types are checked with it, once.
const typed = workspaces.filter((name) => name !== 'bench' && existsSync(at(name, 'tsconfig.json')));

const checks = [
  ...typed.map((name) => [
    `types of ${name === 'server' ? 'server and bench' : name}`,
    tool('tsc'),
    ['-p', name, '--pretty'],
  ]),
  ['lint', tool('oxlint'), ['--deny-warnings']],
  ['walls', at('scripts/check-walls.mjs'), []],
  ['owners', at('scripts/check-owners.mjs'), []],
  ['states', at('scripts/check-states.mjs'), []],
  ['waits', at('scripts/check-waits.mjs'), []],
  ['colours', at('scripts/check-colors.mjs'), []],
  ['papers', at('scripts/check-papers.mjs'), []],
  ['refusals', at('scripts/list-refusals.mjs'), ['--check']],
  ['format', tool('oxfmt'), ['--check']],
  ['unused code', tool('knip'), []],
  ['database types', tool('tsx'), ['server/test/generate-types.ts', '--check']],
];

/** Two at a time: more would only make a small machine swap. */
const queue = [...checks];
const results = [];
const work = async () => {
  for (let next = queue.shift(); next; next = queue.shift()) {
    const [name, program, args] = next;
    const { code, output } = await runNode(program, args, { capture: true });
    results.push({ name, passed: code === 0 });
    console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${name}`);
    if (code !== 0) console.log(output.trim());
  }
};
await Promise.all([work(), work()]);

// A program of its own, which not every machine has.
const alerts = spawnSync('promtool', ['test', 'rules', at('deploy/alerts.test.yml')], { encoding: 'utf8' });
if (alerts.error?.code === 'ENOENT') console.log('left out: alert rules (promtool is not installed)');
else {
  results.push({ name: 'alert rules', passed: alerts.status === 0 });
  console.log(`${alerts.status === 0 ? 'ok  ' : 'FAIL'} alert rules`);
  if (alerts.status !== 0) console.log(`${alerts.stdout ?? ''}${alerts.stderr ?? ''}`.trim());
}

const failed = results.filter((result) => !result.passed);
console.log(
  failed.length === 0 ? '\nAll checks passed' : `\nFailed: ${failed.map((result) => result.name).join(', ')}`,
);
process.exitCode = failed.length === 0 ? 0 : 1;
