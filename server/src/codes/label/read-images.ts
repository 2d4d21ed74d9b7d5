import { Code } from '@zhuiyuan/contract/kit/codes';
import type { MouldFace } from '@zhuiyuan/contract/codes/label/mould';
import { mouldRefusals } from '@zhuiyuan/contract/codes/label/mould-refusals';
import { PrintColor } from '@zhuiyuan/contract/codes/state/code-enums';
import { withLocalCopy } from '../../jobs/with-local-copy.ts';
import { isSafeName } from '../../kit/files/files.ts';
import type { App } from '../../kit/http/app-context.ts';
import { refuse, Refusal } from '../../kit/refusal.ts';
import { toExtension } from '../../media/file-kinds.ts';
import { drawForLabel, type PictureSender } from '../../media/read-picture.ts';

/** Dots a printer puts into a millimetre at most (600 dpi): more of a picture is not printed. */
const dotsPerMm = 600 / 25.4;

/**
 * The pictures of a face by their addresses, as a document takes them; grey where labels are printed in black. What the library takes is read,
 * one at a time in the turn of who asks. Refuses one that is gone.
 */
export const readImages = async (
  app: Pick<App, 'files' | 'config'>,
  { elements, color }: MouldFace,
  sender: PictureSender,
): Promise<Map<string, Buffer>> => {
  const images = new Map<string, Buffer>();
  for (const element of elements) {
    if (element.kind !== 'image' || images.has(element.src)) continue;
    const name = element.src.slice(1);
    if (!isSafeName(name)) throw refuse(mouldRefusals.noImage);
    const side = Math.ceil(Math.max(element.w, element.h) * dotsPerMm);
    const isGrey = color !== PrintColor.colored;
    const draw = (path: string) => drawForLabel({ path, extension: toExtension(name) }, { side, isGrey }, sender);
    const image = await withLocalCopy(app, name, draw).catch((error: unknown) => {
      throw error instanceof Refusal && error.code !== Code.tooOften ? refuse(mouldRefusals.noImage) : error;
    });
    images.set(element.src, image);
  }
  return images;
};
