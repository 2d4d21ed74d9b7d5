import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { at, root, run } from './run.mjs';

const stamp = at('node_modules/.installed');
const lockHash = () =>
  createHash('sha256')
    .update(readFileSync(at('package-lock.json')))
    .digest('hex');

/** Somebody who ran npm himself has no stamp of ours, but npm's own record is newer than the lock file then. */
const isInstalledByHand = () => {
  const record = at('node_modules/.package-lock.json');
  return (
    !existsSync(stamp) && existsSync(record) && statSync(record).mtimeMs >= statSync(at('package-lock.json')).mtimeMs
  );
};

/** Installs the packages when they are missing or the lock file changed. */
export const ensureInstalled = async () => {
  const hash = lockHash();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  if (!isInstalledByHand()) {
    console.log('Installing packages …');
    const args = ['ci', '--no-audit', '--no-fund', '--include=dev', '--include=optional'];
    const own = process.env.npm_execpath;
    const { code } = own?.endsWith('.js')
      ? await run(process.execPath, [own, ...args], { cwd: root })
      : await run('npm', args, { cwd: root, shell: process.platform === 'win32' });
    if (code !== 0) {
      console.error('The packages could not be installed; npm tells why above.');
      process.exit(1);
    }
  }
  writeFileSync(stamp, hash);
};
