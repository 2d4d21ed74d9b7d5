import { open } from 'node:fs/promises';

/** How files of old office programs begin, and encrypted ones of new programs. */
const signature = 'd0cf11e0a1b11ae1';
/** The part that holds an encrypted file, as its directory names it. */
const sealedPart = Buffer.from('EncryptedPackage', 'utf16le');
const pieceBytes = 1 << 20;

/** What an office file is that is no zip: one that a password closes, or one of before 2007; undefined for any other file. */
export const findCompound = async (path: string): Promise<'encrypted' | 'old' | undefined> => {
  const file = await open(path);
  try {
    const piece = Buffer.alloc(pieceBytes + sealedPart.length);
    for (let at = 0; ; at += pieceBytes) {
      const { bytesRead } = await file.read(piece, 0, piece.length, at);
      const read = piece.subarray(0, bytesRead);
      if (at === 0 && read.toString('hex', 0, signature.length / 2) !== signature) return undefined;
      if (read.includes(sealedPart)) return 'encrypted';
      if (bytesRead < piece.length) return 'old';
    }
  } finally {
    await file.close();
  }
};
