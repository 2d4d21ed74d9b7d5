/** A buffer of `count` equal lines, filled by doubling. */
export const repeatLine = (line: Buffer, count: number): Buffer => {
  const lines = Buffer.allocUnsafe(line.length * count);
  line.copy(lines);
  for (let filled = line.length; filled < lines.length; filled *= 2) lines.copyWithin(filled, 0, filled);
  return lines;
};

const toView = (bytes: Buffer): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);

/** Where the texts of a column stand: the first at `offset`, each next one `stride` bytes further. */
export interface Column {
  bytes: Buffer;
  offset: number;
  stride: number;
}

/**
 * Copies texts of `length` (four or more) bytes from one column to another, row by row; `shared` neighbouring target rows
 * get the same source row, of which the first `skipped` rows were before this column began.
 */
export const copyColumn = (
  source: Column,
  target: Column,
  length: number,
  count: number,
  shared = 1,
  skipped = 0,
): void => {
  const from = toView(source.bytes);
  const to = toView(target.bytes);
  let read = source.offset;
  let left = shared - skipped;
  for (let row = 0, write = target.offset; row < count; row++, write += target.stride) {
    // Whole words, the last one overlapping: a copy call per text would cost more than the code did.
    for (let at = 0; at < length - 4; at += 4) to.setInt32(write + at, from.getInt32(read + at));
    to.setInt32(write + length - 4, from.getInt32(read + length - 4));
    left--;
    if (left > 0) continue;
    left = shared;
    read += source.stride;
  }
};

/** Writes consecutive numbers of the same number of digits. */
export const writeNumbers = ({ bytes, offset, stride }: Column, first: number, digits: number, count: number): void => {
  for (let row = 0, end = offset + digits - 1; row < count; row++, end += stride) {
    for (let at = end, rest = first + row; at > end - digits; at--) {
      const tens = (rest / 10) | 0;
      bytes[at] = 48 + rest - tens * 10;
      rest = tens;
    }
  }
};
