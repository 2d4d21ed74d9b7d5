import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const TableCopy = z.object({
  /** Schema and name, as in the file `database/<name>.copy.gz`. */
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.int(),
  /** SHA-256 of the packed file, hex. */
  sha256: z.string(),
});
export type TableCopy = z.output<typeof TableCopy>;

const Partition = z.object({ name: z.string(), parent: z.string(), bound: z.string() });
export type Partition = z.output<typeof Partition>;

/** What a backup holds. It is written last: a folder without it is no backup. */
export const Manifest = z.object({
  format: z.literal(1),
  madeAt: z.string(),
  /** The migrations that the tables stand for, in order. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })).min(1),
  partitions: z.array(Partition),
  /** Tables that no migration makes: months of scans that were detached, alike the table they came from. */
  detached: z.array(z.object({ name: z.string(), like: z.string() })),
  sequences: z.array(z.object({ name: z.string(), last: z.string(), isCalled: z.boolean() })),
  queues: z.array(z.record(z.string(), z.unknown())),
  tables: z.array(TableCopy),
  /** Absent where files lie in an S3-compatible store, which is backed up by its own means. */
  files: z.object({ count: z.int(), bytes: z.int() }).optional(),
});
export type Manifest = z.output<typeof Manifest>;

export const manifestFile = 'manifest.json';
export const tableFile = (folder: string, name: string): string => join(folder, 'database', `${name}.copy.gz`);
/** A line for each file, in the form that `sha256sum --check` reads inside `files`. */
export const sumsFile = 'files.sha256';

/** The manifest of a backup. Throws one line when the folder holds none. */
export const readManifest = async (folder: string): Promise<Manifest> => {
  const text = await readFile(join(folder, manifestFile), 'utf8').catch(() => undefined);
  if (text === undefined) throw new Error(`${folder} holds no finished backup (no ${manifestFile})`);
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw new Error(`${manifestFile} is not whole`);
  }
  const parsed = Manifest.safeParse(content);
  if (!parsed.success) throw new Error(`${manifestFile} is not of a kind this version can restore`);
  return parsed.data;
};
