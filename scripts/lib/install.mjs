import { existsSync, readFileSync } from 'node:fs';
import { at, run } from './run.mjs';

const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;

/** npm's own record of what it installed is compared with what the lock file asks for. */
const isInstalled = () => {
  const record = at('node_modules/.package-lock.json');
  if (!existsSync(record)) return false;
  const installed = packagesOf(record);
  return Object.entries(packagesOf(at('package-lock.json')))
    .filter(([path, wanted]) => path.includes('node_modules/') && !wanted.link)
    .every(([path, wanted]) =>
      installed[path] ? installed[path].version === wanted.version : wanted.optional || wanted.devOptional,
    );
};

/** Installs the packages when some are missing or the lock file asks for others; ends when that fails. */
export const ensureInstalled = async () => {
  if (isInstalled()) return;
  console.log('Installing packages …');
  const args = ['ci', '--no-audit', '--no-fund', '--include=dev', '--include=optional'];
  const own = process.env.npm_execpath;
  const { code } = own?.endsWith('.js')
    ? await run(process.execPath, [own, ...args])
    : await run('npm', args, { shell: process.platform === 'win32' });
  if (code === 0) return;
  console.error('The packages could not be installed; npm tells why above.');
  process.exit(1);
};
