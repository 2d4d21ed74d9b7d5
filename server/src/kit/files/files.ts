import type { Readable } from 'node:stream';

/**
 * Where uploaded and generated files live: the local disk, or an S3-compatible store.
 * Names are relative, with `/` between parts, and never leave the store's root.
 */
export interface Files {
  /** Stores a stream under a name; a failed or aborted stream leaves nothing behind. */
  put(name: string, content: Readable | Buffer, contentType?: string): Promise<void>;
  /** Takes over a finished local file under a name; the local file is gone afterwards. */
  adopt(path: string, name: string, contentType?: string): Promise<void>;
  /** Opens a stored file, or a byte range of it (both ends inclusive). Nothing when there is no such file. */
  open(name: string, range?: { start: number; end: number }): Promise<{ stream: Readable; size: number } | undefined>;
  size(name: string): Promise<number | undefined>;
  remove(name: string): Promise<void>;
  /** Throws when the store cannot be written. */
  check(): Promise<void>;
}

export const storeAwayText = '文件存储暂时没有响应，请稍后重试';

/** The store did not answer in time, or not to the end: the same may be tried again later. */
export class StoreAway extends Error {
  override name = 'StoreAway';
}

export const storeClosedText = '文件存储拒绝了访问，请联系管理员检查它的密钥和权限';

/** The store does not let us in: its key or its rights are wrong, which no second try mends. */
export class StoreClosed extends Error {
  override name = 'StoreClosed';
}

const safePart = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

/** Whether a name stays below the root: no empty, hidden, absolute or climbing part. */
export const isSafeName = (name: string): boolean =>
  name.length > 0 && name.length <= 300 && name.split('/').every((part) => safePart.test(part) && !part.includes('..'));
