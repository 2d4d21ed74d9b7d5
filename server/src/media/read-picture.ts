import { uploadRefusals } from '@zhuiyuan/contract/media/upload';
import sharp from 'sharp';
import { atMost } from '../kit/at-most.ts';
import { refuse } from '../kit/refusal.ts';
import { readBitmap } from './read-bitmap.ts';

/** More than any telephone sends; such a picture takes up to 400 MB for a moment, when it has to be whole to be read. */
const mostPixels = 64_000_000;
const mostSide = 16_384;
const mostFrames = 500;
const longestSeconds = 15;
const thumbSide = 320;

// One picture at a time takes one of the threads that also read and write files; the others wait, but not without end.
const inTurn = atMost(1, 32);
sharp.concurrency(1);
sharp.cache(false);

/** Size of a picture as it is seen, and its small copy as webp; `thumb` is absent where the original serves. */
export interface Picture {
  width: number;
  height: number;
  thumb?: Buffer;
}

/** Refuses what a picture's head says before anything is made of it. */
const checkSize = (width: number, height: number, frames = 1): void => {
  if (width > mostSide || height > mostSide) throw refuse(uploadRefusals.tooLongSide, { n: mostSide });
  if (width * height > mostPixels) throw refuse(uploadRefusals.tooManyPixels, { n: mostPixels / 10_000 });
  if (frames > mostFrames) throw refuse(uploadRefusals.tooManyFrames, { n: mostFrames });
};

const unreadable = () => refuse(uploadRefusals.unreadable);

/**
 * Measures a picture by its head, then decodes it whole: what claims to be too large is refused before decoding, what is
 * broken or takes too long after. A turn noted by the camera is applied. A bmp is measured and taken as it is. One at a
 * time in this process; refuses as busy when too many wait, unless it is patient.
 */
export const readPicture = (path: string, extension: string, isPatient = false): Promise<Picture> =>
  inTurn(async () => {
    if (extension === 'bmp') {
      const { width, height } = await readBitmap(path).catch(() => {
        throw unreadable();
      });
      checkSize(width, height);
      return { width, height };
    }
    const { width, height, pageHeight, pages, autoOrient } = await sharp(path, { limitInputPixels: false })
      .metadata()
      .catch(() => {
        throw unreadable();
      });
    checkSize(width, pageHeight ?? height, pages);
    const thumb = await sharp(path, { limitInputPixels: mostPixels, failOn: 'error' })
      .autoOrient()
      .resize({ width: thumbSide, height: thumbSide, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .timeout({ seconds: longestSeconds })
      .toBuffer()
      .catch(() => {
        throw unreadable();
      });
    return { width: autoOrient.width, height: autoOrient.height, thumb };
  }, isPatient);
