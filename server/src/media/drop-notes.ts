/**
 * A picture without its notes, dot for dot as it was: where, when and with what it was taken (EXIF, XMP, IPTC, notes of makers), small
 * copies, comments, and whatever is appended to it. Its colours, its movement and how it turns stay. Each way keeps what it knows to
 * be needed, and answers nothing for a file that is not built as its kind says: that one is to be painted anew.
 */
type Drop = (content: Buffer) => Buffer | undefined;

const jpegEnd = 0xd9;
const jpegScan = 0xda;

/** Where the packed dots end that begin here: at a marker that is none of theirs. */
const findScanEnd = (content: Buffer, from: number): number => {
  for (let at = content.indexOf(0xff, from); at >= 0; at = content.indexOf(0xff, at + 1)) {
    const next = content[at + 1] ?? 0;
    const isOfScan = next === 0 || next === 0xff || (next >= 0xd0 && next <= 0xd7);
    if (!isOfScan) return at;
  }
  return content.length;
};

/** Pieces that the dots are read by: frames, tables, scans, restarts. */
const isOfDots = (marker: number): boolean =>
  (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc8) || marker === jpegScan || marker === 0xdb || marker === 0xdd;

/** Whatever is no piece of the dots, but for what the colours need: JFIF, the profile, Adobe's kind of colours. */
const isNoteOfJpeg = (marker: number, body: Buffer): boolean => {
  if (marker < 0xe0 || marker > 0xef) return !isOfDots(marker);
  const begins = (text: string) => body.toString('latin1', 0, text.length) === text;
  if (marker === 0xe0) return !(begins('JFIF\0') && body.length === 14);
  if (marker === 0xe2) return !begins('ICC_PROFILE\0');
  return !(marker === 0xee && begins('Adobe'));
};

const ofJpeg: Drop = (content) => {
  const kept = [content.subarray(0, 2)];
  for (let at = 2; at + 2 <= content.length;) {
    if (content[at] !== 0xff) return undefined;
    const marker = content[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === jpegEnd) return Buffer.concat([...kept, content.subarray(at, at + 2)]);
    if (at + 4 > content.length) return undefined;
    const headEnd = at + 2 + content.readUInt16BE(at + 2);
    const end = marker === jpegScan ? findScanEnd(content, headEnd) : headEnd;
    if (headEnd < at + 4 || end > content.length) return undefined;
    if (!isNoteOfJpeg(marker, content.subarray(at + 4, headEnd))) kept.push(content.subarray(at, end));
    at = end;
  }
  return undefined;
};

const pngTexts = new Set(['tEXt', 'zTXt', 'iTXt']);

/** A png without its texts, which unfold to gigabytes as soon as its head is read; nothing where it has none, or is not built as it says. */
export const withoutTexts: Drop = (content) => {
  const kept = [content.subarray(0, 8)];
  let hasTexts = false;
  let at = 8;
  while (at + 12 <= content.length) {
    const end = at + 12 + content.readUInt32BE(at);
    if (end > content.length) return undefined;
    if (pngTexts.has(content.toString('latin1', at + 4, at + 8))) hasTexts = true;
    else kept.push(content.subarray(at, end));
    at = end;
  }
  return hasTexts ? Buffer.concat([...kept, content.subarray(at)]) : undefined;
};

const pngChunks = new Set(
  'IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP cICP mDCV cLLI sBIT bKGD hIST pHYs acTL fcTL fdAT'.split(' '),
);

const ofPng: Drop = (content) => {
  const kept = [content.subarray(0, 8)];
  for (let at = 8; at + 12 <= content.length;) {
    const end = at + 12 + content.readUInt32BE(at);
    const type = content.toString('latin1', at + 4, at + 8);
    if (end > content.length) return undefined;
    if (pngChunks.has(type)) kept.push(content.subarray(at, end));
    if (type === 'IEND') return Buffer.concat(kept);
    at = end;
  }
  return undefined;
};

/** Extensions of a gif that say how often it runs, in so many bytes, and in which colours it is. */
const gifLoops = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0']);
const gifLoopBytes = 19;
const gifColours = 'ICCRGBG1012';

/** Where the pieces of at most 255 bytes end that begin here. */
const findPiecesEnd = (content: Buffer, from: number): number => {
  let at = from;
  while (at < content.length && content[at] !== 0) at += 1 + content[at]!;
  return at + 1;
};

const coloursOfGif = (flags: number): number => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));

const ofGif: Drop = (content) => {
  const begin = 13 + coloursOfGif(content[10] ?? 0);
  const kept = [content.subarray(0, begin)];
  for (let at = begin; at < content.length;) {
    const kind = content[at];
    if (kind === 0x3b) return Buffer.concat([...kept, content.subarray(at, at + 1)]);
    const isFrame = kind === 0x2c;
    if (!isFrame && kind !== 0x21) return undefined;
    const end = findPiecesEnd(content, isFrame ? at + 11 + coloursOfGif(content[at + 9] ?? 0) : at + 2);
    if (end > content.length) return undefined;
    const label = content[at + 1];
    const program = label === 0xff ? content.toString('latin1', at + 3, at + 14) : '';
    const isProgram = program === gifColours || (gifLoops.has(program) && end - at === gifLoopBytes);
    if (isFrame || label === 0xf9 || isProgram) kept.push(content.subarray(at, end));
    at = end;
  }
  return undefined;
};

const webpChunks = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);
/** In the head of a webp: that there are EXIF and XMP. */
const webpNotes = 0x08 | 0x04;

const ofWebp: Drop = (content) => {
  const whole = 8 + content.readUInt32LE(4);
  if (whole > content.length) return undefined;
  const kept = [Buffer.from(content.subarray(0, 12))];
  for (let at = 12; at + 8 <= whole;) {
    const size = content.readUInt32LE(at + 4);
    const end = at + 8 + size;
    const type = content.toString('latin1', at, at + 4);
    if (end > whole) return undefined;
    if (webpChunks.has(type)) {
      const chunk = Buffer.concat([content.subarray(at, end), Buffer.alloc(size % 2)]);
      if (type === 'VP8X' && size > 0) chunk[8]! &= ~webpNotes;
      kept.push(chunk);
    }
    at = end + (size % 2);
  }
  const made = Buffer.concat(kept);
  made.writeUInt32LE(made.length - 8, 4);
  return made;
};

/** How each kind loses its notes. */
export const dropNotes: Record<'jpeg' | 'png' | 'gif' | 'webp', Drop> = {
  jpeg: ofJpeg,
  png: ofPng,
  gif: ofGif,
  webp: ofWebp,
};
