import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dataFolderMode } from '../data-folder.ts';
import { keepPrivate } from './keep-private.ts';

let dataDir: string;
let umask: number;
beforeEach(() => {
  umask = process.umask();
  dataDir = mkdtempSync(join(tmpdir(), 'zhuiyuan-private-'));
  chmodSync(dataDir, 0o755);
});
afterEach(() => {
  process.umask(umask);
  rmSync(dataDir, { recursive: true });
});

const modeOf = (name = ''): number => statSync(join(dataDir, name)).mode & 0o7777;
const make = (name: string, mode: number): void => {
  mkdirSync(join(dataDir, name));
  chmodSync(join(dataDir, name), mode);
};

test('a data folder that was open, and what lies in it, is closed; what is made later is closed at once', () => {
  make('files', 0o755);
  make('sealed', 0o500);
  make('postgres', 0o750);
  keepPrivate(dataDir);
  mkdirSync(join(dataDir, 'jobs'));
  writeFileSync(join(dataDir, 'note'), '');
  expect(modeOf()).toBe(dataFolderMode());
  expect([modeOf('files'), modeOf('jobs'), modeOf('note')]).toEqual([0o700, 0o700, 0o600]);
  // Nothing is opened, and the database sees to its own.
  expect([modeOf('sealed'), modeOf('postgres')]).toEqual([0o500, 0o750]);
});

test('a folder that all share is left to all', () => {
  chmodSync(dataDir, 0o1777);
  make('shared', 0o1777);
  keepPrivate(dataDir);
  expect([modeOf(), modeOf('shared')]).toEqual([0o1777, 0o1777]);
});

test.runIf(process.getuid?.() === 0)('what belongs to another account is left to it', () => {
  make('lost+found', 0o755);
  chownSync(join(dataDir, 'lost+found'), 12_345, 12_345);
  keepPrivate(dataDir);
  expect(modeOf('lost+found')).toBe(0o755);
});
