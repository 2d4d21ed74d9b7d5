import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeDataFolder, requireRoom } from '../data-folder.ts';
import { copyPrograms, findPrograms } from './postgres-programs.ts';

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

const waysToCreate = [
  'useradd --system --user-group --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin postgres',
  'adduser -S -D -H postgres',
];

const createUser = (): void => {
  for (const [program = '', ...options] of waysToCreate.map((way) => way.split(' '))) {
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
  if (!user) throw new Error('the database refuses to run as root, and no user postgres or nobody exists');
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

/** The folder under /var/lib that stands in for one data folder the database user cannot reach. */
const standIn = (dataDir: string): string =>
  join(sharedFolder, createHash('sha256').update(dataDir).digest('hex').slice(0, 16));

const requireFirstRoom = (folder: string, room: number): void => {
  if (!existsSync(join(folder, 'cluster'))) requireRoom(folder, room);
};

/**
 * Finds a place for the database of a data folder: inside it, or, when we are root and the user of the database cannot
 * reach it (a clone below root's closed home), under /var/lib/zhuiyuan. `known` is the place used before. Where there is no database yet, `room`
 * megabytes have to be free, before anything is laid out.
 */
export const preparePostgresHome = async (dataDir: string, known?: string, room = 0): Promise<PostgresHome> => {
  makeDataFolder(dataDir);
  const programs = await findPrograms();
  const inside = join(realpathSync(dataDir), 'postgres');
  if (process.getuid?.() !== 0) {
    const folder = known ?? inside;
    requireFirstRoom(folder, room);
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
  requireFirstRoom(folder, room);
  const hasPrograms = canReach(join(programs, 'bin'), owner);
  if (outside || !hasPrograms) {
    mkdirSync(sharedFolder, { recursive: true });
    chmodSync(sharedFolder, 0o755);
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chownSync(folder, owner.uid, owner.gid);
  const reachable = hasPrograms ? programs : copyPrograms(programs, sharedFolder);
  return { programs: reachable, folder, isInside: folder === inside, owner };
};
