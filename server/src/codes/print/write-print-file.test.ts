import { configure, Uint8ArrayReader, Uint8ArrayWriter, ZipReader, type FileEntry } from '@zip.js/zip.js';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writePrintFile, type PrintJob } from './write-print-file.ts';
import { printLines, type PrintPart } from './print-part.ts';
import { readFirstSheet } from '../../../test/sheets.ts';

configure({ useWebWorkers: false });

const part: PrintPart = {
  codeKey: { format: 'X16', v: 'A', key: Buffer.alloc(32, 1) },
  seg: 8,
  serialFrom: 1,
  serialTo: 30_000,
  fileType: 'csv',
  urlPrefix: 'https://id.example.com/c/',
};

let folder = '';
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'print-file-'))));
afterAll(() => rm(folder, { recursive: true }));

const jobFor = (name: string, more: Partial<PrintJob> = {}): PrintJob => ({
  part,
  file: join(folder, name),
  entryName: '码.csv',
  password: 'Pw-12345678',
  ...more,
});

const unzip = async (file: string, password: string): Promise<{ name: string; bytes: Buffer }> => {
  const [entry] = await new ZipReader(new Uint8ArrayReader(await readFile(file))).getEntries();
  const bytes = await (entry as FileEntry).getData(new Uint8ArrayWriter(), { password });
  return { name: entry!.filename, bytes: Buffer.from(bytes) };
};

const plain = Buffer.concat([...printLines(part)].map(({ bytes }) => bytes));
const sha256 = createHash('sha256').update(plain).digest('hex');

it('writes the plain lines when there is no password', async () => {
  const heard: number[] = [];
  const { password: _, ...job } = jobFor('plain.csv');
  const result = await writePrintFile(job, (rows) => heard.push(rows));
  expect(result).toEqual({ file: job.file, rows: 30_000, bytes: plain.length, sha256 });
  expect((await readFile(job.file)).equals(plain)).toBe(true);
  expect(heard.at(-1)).toBe(30_000);
});

it('writes a zip that opens with its password, the same plain lines at every build', async () => {
  const first = await writePrintFile(jobFor('first.zip'));
  const second = await writePrintFile(jobFor('second.zip'));
  expect([first.sha256, second.sha256, first.rows]).toEqual([sha256, sha256, 30_000]);
  const opened = await unzip(first.file, 'Pw-12345678');
  expect(opened.name).toBe('码.csv');
  expect(opened.bytes.equals(plain)).toBe(true);
  expect(first.bytes).toBe((await readFile(first.file)).length);
  expect(first.bytes).toBeLessThan(plain.length / 3);
});

it('does not open with another password', async () => {
  const { file } = await writePrintFile(jobFor('locked.zip'));
  await expect(unzip(file, 'Pw-12345679')).rejects.toThrow(/password/i);
  await expect(unzip(file, '')).rejects.toThrow();
});

it('leaves nothing behind when it fails, and clears what a killed attempt left', async () => {
  const parents = [{ column: 'boxCode' as const, seg: 0, ratio: 24 }];
  const job = jobFor('broken.zip', { part: { ...part, parents } });
  await writeFile(`${job.file}.0000.tmp`, 'half');
  await expect(writePrintFile(job)).rejects.toThrow(RangeError);
  expect((await readdir(folder)).filter((name) => name.startsWith('broken'))).toEqual([]);
});

it('writes a sheet with the same cells, byte for byte at every build', async () => {
  const sheet = { ...part, serialTo: 500, fileType: 'xlsx' as const };
  const first = await writePrintFile(jobFor('first-sheet.zip', { part: sheet, entryName: '码.xlsx' }));
  const second = await writePrintFile(jobFor('second-sheet.zip', { part: sheet, entryName: '码.xlsx' }));
  expect([first.rows, second.sha256]).toEqual([500, first.sha256]);
  const { bytes } = await unzip(first.file, 'Pw-12345678');
  const { rows } = await readFirstSheet(bytes);
  const lines = [...printLines({ ...sheet, fileType: 'csv' })].map((each) => each.bytes.toString('utf8')).join('');
  const cells = lines
    .replace('\uFEFF', '')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));
  expect(rows.map((row) => row.map(String))).toEqual(cells);
});
