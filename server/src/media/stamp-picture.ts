import { rename } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import {
  checkPictureCost,
  checkPictureSize,
  inPictureTurn,
  unreadablePicture,
  type PictureSender,
} from './read-picture.ts';

/** The longer side of a stamped picture: what is on a label can still be read. */
const side = 1600;
const longestSeconds = 10;

const font = ['../fonts', '../../fonts']
  .map((folder) => join(import.meta.dirname, folder, 'noto-sans-sc.ttf'))
  .find((file) => existsSync(file))!;

const escaped = (line: string): string => line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The lines in white, as wide as `width` allows. */
const drawLines = (lines: readonly string[], width: number): Promise<Buffer> =>
  sharp({
    text: {
      text: `<span foreground="white">${lines.map(escaped).join('\n')}</span>`,
      font: 'Noto Sans SC',
      fontfile: font,
      rgba: true,
      width,
      dpi: Math.max(72, Math.round(width / 8)),
    },
  })
    .png()
    .toBuffer();

/**
 * Burns lines of text into the foot of a received picture, which becomes a jpeg at most 1600 pixels long and wide. Refuses what is
 * no picture, or would cost too much to unpack, before it does.
 */
export const stampPicture = (path: string, lines: readonly string[], sender: PictureSender): Promise<void> =>
  inPictureTurn(async () => {
    const head = await sharp(path, { limitInputPixels: false })
      .metadata()
      .catch(() => {
        throw unreadablePicture();
      });
    checkPictureSize(head.width, head.pageHeight ?? head.height, head.pages);
    checkPictureCost(head);
    try {
      const { data, info } = await sharp(path, { failOn: 'error' })
        .autoOrient()
        .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
        .flatten({ background: '#fff' })
        .raw()
        .timeout({ seconds: longestSeconds })
        .toBuffer({ resolveWithObject: true });
      const { width, height, channels } = info;
      const edge = Math.max(4, Math.round(width / 40));
      const fits = await sharp(await drawLines(lines, Math.max(16, width - 2 * edge)))
        .resize({
          width: Math.max(1, width - 2 * edge),
          height: Math.max(1, Math.round(height / 3)),
          fit: 'inside',
          withoutEnlargement: true,
        })
        .png()
        .toBuffer({ resolveWithObject: true });
      const band = Math.min(height, fits.info.height + 2 * edge);
      const shade = { r: 0, g: 0, b: 0, alpha: 0.6 };
      await sharp(data, { raw: { width, height, channels } })
        .composite([
          { input: { create: { width, height: band, channels: 4, background: shade } }, left: 0, top: height - band },
          { input: fits.data, left: Math.min(edge, width - fits.info.width), top: Math.max(0, height - band + edge) },
        ])
        .jpeg({ quality: 84 })
        .toFile(`${path}.stamped`);
    } catch {
      throw unreadablePicture();
    }
    await rename(`${path}.stamped`, path);
  }, sender);
