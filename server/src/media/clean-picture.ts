import { rename, rm } from 'node:fs/promises';
import sharp from 'sharp';
import {
  checkPictureCost,
  checkPictureSize,
  inPictureTurn,
  unreadablePicture,
  type PictureSender,
} from './read-picture.ts';

const longestSeconds = 10;

/**
 * Rewrites a received photograph as its pixels alone, turned as the camera noted: where and with what it was taken, and whatever was
 * appended to it, stays out. A jpeg and a png stay what they are; other kinds hold no EXIF and are left as they came.
 * Refuses what is no picture, or would cost too much to unpack, before it does.
 */
export const cleanPicture = (path: string, sender: PictureSender): Promise<void> =>
  inPictureTurn(async () => {
    const head = await sharp(path, { limitInputPixels: false })
      .metadata()
      .catch(() => undefined);
    // What is no picture, or not of its name, is refused by whoever stores it.
    if (head?.format !== 'jpeg' && head?.format !== 'png') return;
    checkPictureSize(head.width, head.height, head.pages);
    checkPictureCost(head);
    const picture = sharp(path, { failOn: 'error' }).autoOrient().timeout({ seconds: longestSeconds });
    await (head.format === 'png' ? picture.png() : picture.jpeg({ quality: 90 }))
      .toFile(`${path}.clean`)
      .catch(async () => {
        await rm(`${path}.clean`, { force: true });
        throw unreadablePicture();
      });
    await rename(`${path}.clean`, path);
  }, sender);
