import type { Library, Sharp } from '../kit/sharp.ts';

/** The longer side of a stamped picture: what is on a label can still be read. */
const side = 1600;

const escaped = (line: string): string => line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The lines in white, as wide as `width` allows. */
const drawLines = (sharp: Library, { lines, font }: Stamp, width: number): Sharp =>
  sharp({
    text: {
      text: `<span foreground="white">${lines.map(escaped).join('\n')}</span>`,
      font: 'Noto Sans SC',
      fontfile: font,
      rgba: true,
      width,
      dpi: Math.max(72, Math.round(width / 8)),
    },
  });

interface Stamp {
  lines: readonly string[];
  /** File of the font they are written in. */
  font: string;
  to: string;
}

/** Burns lines of text into the foot of a picture, which becomes a jpeg at most 1600 pixels long and wide. */
export const stampPicture = async (sharp: Library, picture: Sharp, stamp: Stamp): Promise<void> => {
  const { data, info } = await picture
    .autoOrient()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const edge = Math.max(4, Math.round(width / 40));
  const lines = await drawLines(sharp, stamp, Math.max(16, width - 2 * edge))
    .png()
    .toBuffer();
  const fits = await sharp(lines)
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
    .toFile(stamp.to);
};
