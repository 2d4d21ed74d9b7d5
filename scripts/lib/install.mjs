import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { at, run } from './run.mjs';

const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;

/** npm's own record of what it installed. */
const record = at('node_modules/.package-lock.json');

/** What it says is compared with what the lock file asks for. */
const isInstalled = (all) => {
  if (!existsSync(record)) return false;
  const installed = packagesOf(record);
  return Object.entries(packagesOf(at('package-lock.json')))
    .filter(([path, wanted]) => path.includes('node_modules/') && (all || !(wanted.dev || wanted.link)))
    .every(([path, wanted]) => {
      if (wanted.link) return existsSync(at(path));
      return installed[path] ? installed[path].version === wanted.version : wanted.optional || wanted.devOptional;
    });
};

const own = process.env.npm_execpath;
const npm = (args, options) =>
  own?.endsWith('.js')
    ? run(process.execPath, [own, ...args], options)
    : run('npm', args, { shell: process.platform === 'win32', ...options });

/** Comes before the lock file where it exists; only there while an installation runs. */
const addressed = at('npm-shrinkwrap.json');

/**
 * Says of each package of the lock file where the configured registry has its archive. The lock file names no registry, for which npm would ask
 * about every version of each package before it fetches one: as many calls again and twice the bytes.
 */
const addressPackages = async () => {
  const { code, output } = await npm(['config', 'get', 'registry'], { capture: true });
  const registry = output.trim().split('\n').at(-1);
  if (code !== 0 || !URL.canParse(registry)) return false;
  const lock = JSON.parse(readFileSync(at('package-lock.json'), 'utf8'));
  for (const [path, entry] of Object.entries(lock.packages)) {
    const [, place] = /.*node_modules\/(.+)/.exec(path) ?? [];
    if (!place || entry.link || entry.resolved) continue;
    const name = entry.name ?? place;
    entry.resolved = `${registry.replace(/\/?$/, '/')}${name}/-/${name.split('/').at(-1)}-${entry.version}.tgz`;
  }
  writeFileSync(addressed, JSON.stringify(lock));
  return true;
};

/** A fresh installation: with addresses of the usual form first, and when the registry has others, by asking it. */
const installAfresh = async (args) => {
  try {
    if ((await addressPackages()) && (await npm(['ci', ...args], { capture: true })).code === 0) return 0;
  } finally {
    rmSync(addressed, { force: true });
  }
  return (await npm(['ci', ...args])).code;
};

/**
 * Installs what is missing or what the lock file asks for in another version: what builds and runs the product or, with `all`,
 * what checks it as well. Ends when that fails.
 */
export const ensureInstalled = async ({ all = false } = {}) => {
  // An installation that was killed leaves it behind.
  rmSync(addressed, { force: true });
  if (isInstalled(all)) return;
  const begin = performance.now();
  console.log('Installing packages …');
  const args = ['--no-audit', '--no-fund', all ? '--include=dev' : '--omit=dev', '--include=optional'];
  // What runs meanwhile from a folder that stands would lose it to `ci`, which begins with an empty one.
  const code = existsSync(record) ? (await npm(['install', '--no-save', ...args])).code : await installAfresh(args);
  if (code === 0) return console.log(`Installed in ${((performance.now() - begin) / 1000).toFixed(1)} s`);
  console.error('The packages could not be installed; npm tells why above.');
  process.exit(1);
};
