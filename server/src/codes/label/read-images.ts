import type { MouldFace } from '@zhuiyuan/contract/codes/label/mould';
import { mouldRefusals } from '@zhuiyuan/contract/codes/label/mould-refusals';
import { PrintColor } from '@zhuiyuan/contract/codes/state/code-enums';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { isSafeName, type Files } from '../../kit/files/files.ts';
import { refuse } from '../../kit/refusal.ts';
import { inPictureTurn, mostPixels, type PictureSender } from '../../media/read-picture.ts';

/** Dots a printer puts into a millimetre at most (600 dpi): more of a picture is not printed. */
const dotsPerMm = 600 / 25.4;
const longestSeconds = 20;

/**
 * The pictures of a face by their addresses, as a document takes them; grey where labels are printed in black. What the library takes is read,
 * one at a time in the turn of who asks. Refuses one that is gone.
 */
export const readImages = async (
  files: Files,
  { elements, color }: MouldFace,
  sender: PictureSender,
): Promise<Map<string, Buffer>> => {
  const images = new Map<string, Buffer>();
  for (const element of elements) {
    if (element.kind !== 'image' || images.has(element.src)) continue;
    const name = element.src.slice(1);
    const side = Math.ceil(Math.max(element.w, element.h) * dotsPerMm);
    const image = await inPictureTurn(async () => {
      const found = isSafeName(name) ? await files.open(name) : undefined;
      if (!found) throw refuse(mouldRefusals.noImage);
      const picture = sharp(await buffer(found.stream), { limitInputPixels: mostPixels })
        .timeout({ seconds: longestSeconds })
        .rotate()
        .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });
      if (color !== PrintColor.colored) picture.grayscale();
      return picture
        .png()
        .toBuffer()
        .catch(() => {
          throw refuse(mouldRefusals.noImage);
        });
    }, sender);
    images.set(element.src, image);
  }
  return images;
};
