import { uploadRefusals } from '@zhuiyuan/contract/media/upload';
import sharp, { type Metadata } from 'sharp';
import { addressGroup } from '../kit/address.ts';
import { atMost } from '../kit/at-most.ts';
import { serialQueue } from '../kit/jobs/serial-queue.ts';
import { refuse } from '../kit/refusal.ts';
import { readBitmap } from './read-bitmap.ts';

/** More than any telephone sends. */
export const mostPixels = 64_000_000;
const mostSide = 16_384;
const mostFrames = 500;
/** What the pixels of a picture may take when they are unpacked. */
const mostUnpackedMegabytes = 200;
/** An interlaced or progressive picture is held whole and gone over many times before its first line is known. */
const mostProgressivePixels = 24_000_000;
const longestSeconds = 5;
const thumbSide = 320;

// One picture at a time takes one of the threads that also read and write files; the others wait, but not without end.
// Every sender stands in the line with one picture at a time, and staff go before the public.
const takeTurn = atMost(1, 32, 8);
const ofSender = serialQueue({ mostWaiting: 23 });
sharp.concurrency(1);
sharp.cache(false);

/** Size of a picture as it is seen, and its small copy as webp; `thumb` is absent where the original serves. */
export interface Picture {
  width: number;
  height: number;
  thumb?: Buffer;
}

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

/** Refuses what would cost too much to unpack, by what the head says. */
export const checkPictureCost = ({ width, height, pageHeight, channels, depth, isProgressive }: Metadata): void => {
  const pixels = width * (pageHeight ?? height);
  const most = mostUnpackedMegabytes * 1_000_000;
  if (pixels * channels * (sampleBytes[depth] ?? 16) > most)
    throw refuse(uploadRefusals.tooMuchUnpacked, { n: mostUnpackedMegabytes });
  if (isProgressive && pixels > mostProgressivePixels)
    throw refuse(uploadRefusals.tooManyProgressive, { n: mostProgressivePixels / 10_000 });
};

export const unreadablePicture = () => refuse(uploadRefusals.unreadable);

/** Who has a picture read: staff waits before the public, work in the background however long. */
export interface PictureSender {
  isPatient?: boolean;
  /** Account of a sender. */
  adminId?: number;
  /** Address of a sender without an account. */
  publicAddress?: string;
}

/** Works on a picture when it is its sender's turn. */
export const inPictureTurn = <T>(
  task: () => Promise<T>,
  { isPatient, adminId, publicAddress }: PictureSender,
): Promise<T> => {
  if (publicAddress !== undefined) return ofSender.run(addressGroup(publicAddress), () => takeTurn(task, 'behind'));
  if (isPatient || adminId === undefined) return takeTurn(task, isPatient ? 'patient' : 'first');
  return ofSender.run(String(adminId), () => takeTurn(task));
};

/**
 * Measures a picture by its head, then decodes it whole: what claims to be too large is refused before decoding, what is
 * broken or takes too long after. A turn noted by the camera is applied. A bmp is measured and taken as it is. One at a
 * time in this process, in the turn of its sender; refuses as busy when too many wait.
 */
export const readPicture = (path: string, extension: string, sender: PictureSender = {}): Promise<Picture> =>
  inPictureTurn(async () => {
    if (extension === 'bmp') {
      const { width, height } = await readBitmap(path).catch(() => {
        throw unreadablePicture();
      });
      checkPictureSize(width, height);
      return { width, height };
    }
    const head = await sharp(path, { limitInputPixels: false })
      .metadata()
      .catch(() => {
        throw unreadablePicture();
      });
    const { width, height, pageHeight, pages, autoOrient } = head;
    checkPictureSize(width, pageHeight ?? height, pages);
    checkPictureCost(head);
    const thumb = await sharp(path, { limitInputPixels: mostPixels, failOn: 'error' })
      .autoOrient()
      .resize({ width: thumbSide, height: thumbSide, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .timeout({ seconds: longestSeconds })
      .toBuffer()
      .catch(() => {
        throw unreadablePicture();
      });
    return { width: autoOrient.width, height: autoOrient.height, thumb };
  }, sender);
