import { drawSvg } from '../../kit/draw-svg.ts';
import { thumbName } from '../../media/media-names.ts';
import { claimSeeds } from '../../settings/claim-seeds.ts';
import { drawing } from './picture-shapes.ts';
import { demoLibrary, type DemoPicture } from './pictures.ts';
import type { SeedParts } from '../first/seed-parts.ts';

const side = 640;
const thumbSide = 320;

const render = async ({ files }: Pick<SeedParts, 'files'>, { file, shape, tint }: DemoPicture): Promise<number> => {
  const drawn = drawSvg(drawing(shape, tint), 144);
  const picture = await drawn.clone().resize(side).png({ palette: true }).toBuffer();
  await files.put(file, picture, 'image/png');
  await files.put(thumbName(file), await drawn.resize(thumbSide).webp({ quality: 82 }).toBuffer(), 'image/webp');
  return picture.length;
};

/** The pictures of an installation's library as they were drawn: their numbers in it, with their bytes. */
export type Drawn = ReadonlyMap<number, number>;

/** Draws what the library of a demonstration lacks, ahead of the transaction that makes its rows. */
export const drawLibrary = async (parts: SeedParts): Promise<Drawn> => {
  if (!parts.config.demo) return new Map();
  const given = await parts.db.selectFrom('seeded').where('what', '=', 'attachment').select('rowId').execute();
  const known = new Set(given.map(({ rowId }) => rowId));
  const missing = demoLibrary.map((picture, at) => ({ picture, id: at + 1 })).filter(({ id }) => !known.has(id));
  return new Map(
    await Promise.all(missing.map(async ({ picture, id }) => [id, await render(parts, picture)] as const)),
  );
};

/** Gives an installation the pictures drawn for it that it never had; one that somebody deleted stays deleted. */
export const seedMedia = async ({ db }: Pick<SeedParts, 'db'>, drawn: Drawn): Promise<void> => {
  const fresh = await claimSeeds(db, 'attachment', [...drawn.keys()]);
  if (fresh.size === 0) return;
  await db
    .insertInto('attachment')
    .values(
      [...fresh]
        .map((id) => ({ ...demoLibrary[id - 1]!, bytes: drawn.get(id) ?? 0 }))
        .map(({ name, file, folder, bytes }) => ({
          name,
          attDir: file,
          sattDir: `/${file}`,
          attSize: bytes,
          attType: 'png',
          pid: folder,
          width: side,
          height: side,
        })),
    )
    .execute();
};
