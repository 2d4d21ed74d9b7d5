import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

const isLinux = process.platform === 'linux';

/** State letter and start of a process as the system tells them; undefined when there is no such process. */
const lookUp = (pid: number): { state: string; start: string } | undefined => {
  try {
    if (isLinux) {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      // The command may hold spaces and brackets, so the fields are counted from its end.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return { state: fields[0] ?? '', start: fields[19] ?? '' };
    }
    if (process.platform === 'win32') {
      process.kill(pid, 0);
      return { state: 'R', start: '' };
    }
    const line = execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    const [state = '', ...start] = line.split(/\s+/);
    return { state, start: start.join(' ') };
  } catch {
    return undefined;
  }
};

/** A process that runs: a zombie, which only waits for its parent, does not count. */
export const isRunning = (pid: number): boolean => {
  const found = lookUp(pid);
  return found !== undefined && !/^[ZX]/.test(found.state);
};

/** Names one process for as long as the machine is up: its number alone may be given to another one later. */
export const processMark = (pid: number): string => `${pid} ${lookUp(pid)?.start ?? ''}`.trim();

/** Whether the process of a `processMark` still runs. */
export const isMarkRunning = (mark: string): boolean => {
  const pid = Number(mark.split(' ')[0]);
  return Number.isInteger(pid) && pid > 0 && isRunning(pid) && processMark(pid) === mark.trim();
};

const readCommand = (pid: number): string => {
  try {
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return '';
  }
};

const workingFolder = (pid: string): string | undefined => {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
};

/**
 * Running processes whose working folder is `folder`, as all processes of a PostgreSQL cluster have.
 * Outside Linux only the `candidate` can be told, by its command line.
 */
export const processesIn = (folder: string, candidate?: number): number[] => {
  if (!isLinux) return candidate && isRunning(candidate) && readCommand(candidate).includes(folder) ? [candidate] : [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && workingFolder(name) === folder)
    .map(Number)
    .filter(isRunning);
};
