import { open } from 'node:fs/promises';

const headBytes = 138;
const fileHead = 14;
const plainHead = 40;
/** What programs write behind the pixels to fill up. */
const mostBehind = 4;

/** A bitmap that is not whole, not of this form, or more than it says. */
export class BadBitmap extends Error {
  override name = 'BadBitmap';
}

/**
 * Sides of an uncompressed bitmap, whose pixels take exactly the room its head says: nothing but a picture fits in it.
 * Throws BadBitmap. Reads the head alone.
 */
export const readBitmap = async (path: string): Promise<{ width: number; height: number }> => {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const { buffer: head, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    if (bytesRead < fileHead + plainHead || head.toString('latin1', 0, 2) !== 'BM') throw new BadBitmap();
    const headSize = head.readUInt32LE(14);
    const width = head.readInt32LE(18);
    const height = Math.abs(head.readInt32LE(22));
    const depth = head.readUInt16LE(28);
    const compression = head.readUInt32LE(30);
    const isForm =
      [40, 52, 56, 108, 124].includes(headSize) &&
      head.readUInt16LE(26) === 1 &&
      // 0: as they are, 3: as they are, with masks for 16 and 32 bits
      ((compression === 0 && [1, 4, 8, 16, 24, 32].includes(depth)) || (compression === 3 && [16, 32].includes(depth)));
    if (!isForm || width < 1 || height < 1) throw new BadBitmap();
    const begin = head.readUInt32LE(10);
    const colours = depth <= 8 ? 4 * 2 ** depth : 0;
    const end = begin + Math.ceil((width * depth) / 32) * 4 * height;
    const profileEnd =
      headSize === 124 && bytesRead >= headBytes ? fileHead + head.readUInt32LE(126) + head.readUInt32LE(130) : 0;
    const isWhole = begin >= fileHead + plainHead && begin <= fileHead + headSize + 16 + colours + mostBehind;
    if (!isWhole || size < end || size > Math.max(end, profileEnd) + mostBehind) throw new BadBitmap();
    return { width, height };
  } finally {
    await file.close();
  }
};
