import { existsSync, readFileSync } from 'node:fs';
import { at, run } from './run.mjs';

const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;

/** npm's own record of what it installed. */
const record = at('node_modules/.package-lock.json');

/** What it says is compared with what the lock file asks for. */
const isInstalled = (all) => {
  if (!existsSync(record)) return false;
  const installed = packagesOf(record);
  return Object.entries(packagesOf(at('package-lock.json')))
    .filter(([path, wanted]) => path.includes('node_modules/') && !wanted.link && (all || !wanted.dev))
    .every(([path, wanted]) =>
      installed[path] ? installed[path].version === wanted.version : wanted.optional || wanted.devOptional,
    );
};

/**
 * Installs what is missing or what the lock file asks for in another version: what builds and runs the product or, with `all`,
 * what checks it as well. Ends when that fails.
 */
export const ensureInstalled = async ({ all = false } = {}) => {
  if (isInstalled(all)) return;
  const begin = performance.now();
  console.log('Installing packages …');
  // What runs meanwhile from a folder that stands would lose it to `ci`, which begins with an empty one.
  const way = existsSync(record) ? ['install', '--no-save'] : ['ci'];
  const args = [...way, '--no-audit', '--no-fund', all ? '--include=dev' : '--omit=dev', '--include=optional'];
  const own = process.env.npm_execpath;
  const { code } = own?.endsWith('.js')
    ? await run(process.execPath, [own, ...args])
    : await run('npm', args, { shell: process.platform === 'win32' });
  if (code === 0) return console.log(`Installed in ${((performance.now() - begin) / 1000).toFixed(1)} s`);
  console.error('The packages could not be installed; npm tells why above.');
  process.exit(1);
};
