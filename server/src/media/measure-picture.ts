import { uploadRefusals } from '@zhuiyuan/contract/media/upload';
import type { Metadata } from '../kit/sharp.ts';
import { refuse } from '../kit/refusal.ts';

/** More than any telephone sends. */
const mostPixels = 64_000_000;
const mostSide = 16_384;
const mostFrames = 500;
/** What the pixels of a picture may take when they are unpacked. */
const mostUnpackedMegabytes = 200;
/** An interlaced or progressive picture is held whole and gone over many times before its first line is known. */
const mostProgressivePixels = 24_000_000;

/** Refuses what a picture's head says before anything is made of it. */
export const checkPictureSize = (width: number, height: number, frames = 1): void => {
  if (width > mostSide || height > mostSide) throw refuse(uploadRefusals.tooLongSide, { n: mostSide });
  if (width * height > mostPixels) throw refuse(uploadRefusals.tooManyPixels, { n: mostPixels / 10_000 });
  if (frames > mostFrames) throw refuse(uploadRefusals.tooManyFrames, { n: mostFrames });
};

const sampleBytes: Record<string, number> = {
  uchar: 1,
  char: 1,
  ushort: 2,
  short: 2,
  uint: 4,
  int: 4,
  float: 4,
  complex: 8,
  double: 8,
};

/** Refuses what is too large, or would cost too much to unpack, by what the head says. */
export const checkPictureHead = (head: Metadata): void => {
  const { width, height, pageHeight, pages, channels, depth, isProgressive } = head;
  checkPictureSize(width, pageHeight ?? height, pages);
  const pixels = width * (pageHeight ?? height);
  const most = mostUnpackedMegabytes * 1_000_000;
  if (pixels * channels * (sampleBytes[depth] ?? 16) > most)
    throw refuse(uploadRefusals.tooMuchUnpacked, { n: mostUnpackedMegabytes });
  if (isProgressive && pixels > mostProgressivePixels)
    throw refuse(uploadRefusals.tooManyProgressive, { n: mostProgressivePixels / 10_000 });
};

export const unreadablePicture = () => refuse(uploadRefusals.unreadable);
