import type { MouldFace } from '@zhuiyuan/contract/codes/label/mould';
import { mouldRefusals } from '@zhuiyuan/contract/codes/label/mould-refusals';
import { PrintColor } from '@zhuiyuan/contract/codes/state/code-enums';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { isSafeName, type Files } from '../../kit/files/files.ts';
import { refuse } from '../../kit/refusal.ts';

/** Dots a printer puts into a millimetre at most (600 dpi): more of a picture is not printed. */
const dotsPerMm = 600 / 25.4;
const mostPixels = 40_000_000;

/** The pictures of a face by their addresses, as a document takes them; grey where labels are printed in black. Refuses one that is gone. */
export const readImages = async (files: Files, { elements, color }: MouldFace): Promise<Map<string, Buffer>> => {
  const images = new Map<string, Buffer>();
  for (const element of elements) {
    if (element.kind !== 'image' || images.has(element.src)) continue;
    const name = element.src.slice(1);
    const found = isSafeName(name) ? await files.open(name) : undefined;
    if (!found) throw refuse(mouldRefusals.noImage);
    const side = Math.ceil(Math.max(element.w, element.h) * dotsPerMm);
    const picture = sharp(await buffer(found.stream), { limitInputPixels: mostPixels })
      .rotate()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });
    if (color !== PrintColor.colored) picture.grayscale();
    images.set(
      element.src,
      await picture
        .png()
        .toBuffer()
        .catch(() => {
          throw refuse(mouldRefusals.noImage);
        }),
    );
  }
  return images;
};
