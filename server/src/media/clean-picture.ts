import { readFile, writeFile } from 'node:fs/promises';
import type { Library, Metadata, Sharp } from '../kit/sharp.ts';
import { dropNotes } from './drop-notes.ts';

const kinds = ['jpeg', 'png', 'gif', 'webp'] as const;
type Kind = (typeof kinds)[number];

/** Colours a profile can be kept of: those of print are turned into those of a screen. */
const screenSpaces = new Set(['srgb', 'rgb', 'rgb16', 'b-w', 'grey16']);

const encode = (picture: Sharp, kind: Kind, { chromaSubsampling, isPalette }: Metadata): Sharp => {
  if (kind === 'jpeg') {
    const isFine = chromaSubsampling === '4:4:4';
    return picture.jpeg({ quality: 90, chromaSubsampling: isFine ? '4:4:4' : '4:2:0' });
  }
  if (kind === 'png') return picture.png({ palette: isPalette });
  return kind === 'gif' ? picture.gif() : picture.webp({ quality: 90 });
};

/**
 * Writes a picture to `to` without what it tells beside its dots. Dots of strangers are painted anew where a kind is not moving, so that
 * nothing else can be hidden between them; those of others only where the picture has to be turned as the camera noted, or is not
 * built as its kind says.
 */
export const cleanPicture = async (
  sharp: Library,
  head: Metadata,
  { path, to, isPixelsAlone }: { path: string; to: string; isPixelsAlone: boolean },
): Promise<void> => {
  const kind = kinds.find((known) => known === head.format);
  if (!kind) throw new Error(`no way to clean a ${head.format}`);
  const isMoving = kind === 'gif' || kind === 'webp';
  const mustTurn = (head.orientation ?? 1) > 1;
  const whole = mustTurn || (isPixelsAlone && !isMoving) ? undefined : dropNotes[kind](await readFile(path));
  if (whole) return writeFile(to, whole, { mode: 0o600 });
  const turned = sharp(path, {
    limitInputPixels: false,
    failOn: 'error',
    animated: isMoving && !mustTurn,
  }).autoOrient();
  if (!isPixelsAlone && screenSpaces.has(head.space)) turned.keepIccProfile();
  await encode(turned, kind, head).toFile(to);
};
