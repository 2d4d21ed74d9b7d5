import { crc32, createDeflateRaw } from 'node:zlib';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';

/** A file of a zip; its sizes may be told wrong. */
export interface RawEntry {
  name: string;
  deflated: Buffer;
  size: number;
  crc?: number;
}

/** Compresses `times` repetitions between a beginning and an end, without ever holding them. */
export const repeated = async (
  name: string,
  [begin, unit, end]: readonly [string, string, string],
  times: number,
): Promise<RawEntry> => {
  const block = Buffer.from(unit.repeat(Math.max(1, Math.min(times, Math.ceil((1 << 20) / unit.length)))));
  const perBlock = block.length / Buffer.byteLength(unit);
  let size = 0;
  let crc = 0;
  const pieces = function* pieces() {
    yield Buffer.from(begin);
    for (let left = times; left > 0; left -= perBlock)
      yield left >= perBlock ? block : block.subarray(0, left * Buffer.byteLength(unit));
    yield Buffer.from(end);
  };
  const counted = function* counted() {
    for (const piece of pieces()) {
      size += piece.length;
      crc = crc32(piece, crc);
      yield piece;
    }
  };
  const deflated = await buffer(Readable.from(counted()).pipe(createDeflateRaw({ level: 9 })));
  return { name, deflated, size, crc };
};

export const plainEntry = (name: string, text: string): Promise<RawEntry> => repeated(name, [text, ' ', ''], 0);

/** A zip written byte by byte, as no library would: names may be there twice or lead out, sizes may lie. */
export const rawZip = (entries: readonly RawEntry[]): Buffer => {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, deflated, size, crc = 0 } of entries) {
    const letters = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x0800, 2);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc, 10);
    common.writeUInt32LE(deflated.length, 14);
    common.writeUInt32LE(size, 18);
    common.writeUInt16LE(letters.length, 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), common, letters, deflated]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    directory.push(Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'), common, rest, letters);
    files.push(local);
    at += local.length;
  }
  const listing = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(entries.length & 0xffff, 8);
  end.writeUInt16LE(entries.length & 0xffff, 10);
  end.writeUInt32LE(listing.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...files, listing, end]);
};
