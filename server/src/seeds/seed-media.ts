import sharp from 'sharp';
import { thumbName } from '../media/media-names.ts';
import { claimSeeds } from './claim-seeds.ts';
import { drawing } from './picture-shapes.ts';
import { demoLibrary, type DemoPicture } from './pictures.ts';
import type { SeedParts } from './seed.ts';

const side = 640;
const thumbSide = 320;

const render = async ({ files }: Pick<SeedParts, 'files'>, { file, shape, tint }: DemoPicture): Promise<number> => {
  const svg = Buffer.from(drawing(shape, tint));
  const picture = await sharp(svg, { density: 144 }).resize(side).png({ palette: true }).toBuffer();
  await files.put(file, picture, 'image/png');
  await files.put(
    thumbName(file),
    await sharp(picture).resize(thumbSide).webp({ quality: 82 }).toBuffer(),
    'image/webp',
  );
  return picture.length;
};

/** Draws the demonstration's library into an installation that never had it; a picture somebody deleted stays deleted. */
export const seedMedia = async (parts: SeedParts): Promise<void> => {
  if (!parts.config.demo) return;
  const fresh = await claimSeeds(
    parts.db,
    'attachment',
    demoLibrary.map((_picture, at) => at + 1),
  );
  const pictures = demoLibrary.filter((_picture, at) => fresh.has(at + 1));
  if (pictures.length === 0) return;
  const sizes = await Promise.all(pictures.map((picture) => render(parts, picture)));
  await parts.db
    .insertInto('attachment')
    .values(
      pictures.map(({ name, file, folder }, at) => ({
        name,
        attDir: file,
        sattDir: `/${file}`,
        attSize: sizes[at] ?? 0,
        attType: 'png',
        pid: folder,
        width: side,
        height: side,
      })),
    )
    .execute();
};
