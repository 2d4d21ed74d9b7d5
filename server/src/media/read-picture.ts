import { uploadRefusals } from '@zhuiyuan/contract/media/upload';
import sharp from 'sharp';
import { refuse } from '../kit/refusal.ts';

const mostPixels = 64_000_000;
const thumbSide = 320;

/** Size of a picture as it is seen, and its small copy as webp; `thumb` is absent where the original serves. */
export interface Picture {
  width: number;
  height: number;
  thumb?: Buffer;
}

/**
 * Measures a picture by its head, then decodes it whole: what claims more than 64 million pixels is refused before
 * decoding, what is broken after. A turn noted by the camera is applied. bmp is taken as it is.
 */
export const readPicture = async (path: string, extension: string): Promise<Picture> => {
  if (extension === 'bmp') return { width: 0, height: 0 };
  const { width, height } = await sharp(path, { limitInputPixels: false })
    .metadata()
    .then(({ autoOrient }) => autoOrient)
    .catch(() => {
      throw refuse(uploadRefusals.unreadable);
    });
  if (width * height > mostPixels) throw refuse(uploadRefusals.tooManyPixels, { n: mostPixels / 10_000 });
  const thumb = await sharp(path, { limitInputPixels: mostPixels, failOn: 'error' })
    .autoOrient()
    .resize({ width: thumbSide, height: thumbSide, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 82 })
    .toBuffer()
    .catch(() => {
      throw refuse(uploadRefusals.unreadable);
    });
  return { width, height, thumb };
};
