import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const shelf = join(root, 'node_modules', '.cache', 'zhuiyuan-e2e');

/** With its owners, of whom the database's is another. */
export const copyData = (from: string, to: string): void => {
  execFileSync('cp', ['-a', from, to]);
};

/**
 * Where the data folder lies that an ordinary run keeps for the next ones: named by what lays it out, the built server, its migrations and how it is
 * started, and by the day, since the demonstration's rows are told from today. Undefined where runs prove that it can be laid out.
 */
export const placeOfKept = (): string | undefined => {
  if (process.env.CI) return undefined;
  const stamp = readFileSync(join(root, 'server', 'dist', '.stamp.json'), 'utf8');
  const hash = createHash('sha256').update((JSON.parse(stamp) as { contents: string }).contents);
  const migrations = join(root, 'server', 'migrations');
  for (const name of readdirSync(migrations).toSorted()) hash.update(name).update(readFileSync(join(migrations, name)));
  hash.update(readFileSync(join(import.meta.dirname, 'start-server.ts')));
  hash.update(new Date().toLocaleDateString('sv', { timeZone: 'Asia/Shanghai' }));
  return join(shelf, hash.digest('hex').slice(0, 20));
};

/** Keeps a data folder whose server has ended in order, in the place of what an earlier day or server needed. */
export const keepData = (folder: string, place: string): void => {
  const draft = `${place}.draft-${process.pid}`;
  mkdirSync(shelf, { recursive: true });
  copyData(folder, draft);
  if (!existsSync(place)) renameSync(draft, place);
  for (const name of readdirSync(shelf).filter((entry) => join(shelf, entry) !== place))
    rmSync(join(shelf, name), { recursive: true, force: true });
};
