import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { addressGroup } from '../kit/address.ts';
import { serialQueue } from '../kit/jobs/serial-queue.ts';
import { requireKind } from './file-kinds.ts';
import { checkPictureSize, unreadablePicture } from './measure-picture.ts';
import { openPictureLane } from './picture-lane.ts';
import type { MadePicture, PictureTask } from './picture-worker.ts';
import { readBitmap } from './read-bitmap.ts';

/** What opens a picture takes below 400 MB for the largest that is let in. */
const limits = { heapMegabytes: 256, megabytes: 640 };

// Strangers have a process and a line of their own: whatever they send, the pictures of staff do not wait for it.
const lanes = {
  staff: openPictureLane({ ...limits, quietSeconds: 20, waiting: 32 }),
  public: openPictureLane({ ...limits, quietSeconds: 10, waiting: 8 }),
};
// Every sender stands in the line with one picture at a time.
const ofSender = serialQueue({ mostWaiting: 23 });

/** Who has a picture opened: work in the background waits for however many of staff. */
export interface PictureSender {
  isPatient?: boolean;
  /** Account of a sender. */
  adminId?: number;
  /** Address of a sender without an account. */
  publicAddress?: string;
}

const ask = (task: PictureTask, { isPatient, adminId, publicAddress }: PictureSender): Promise<MadePicture> => {
  if (publicAddress !== undefined) return ofSender.run(addressGroup(publicAddress), () => lanes.public.run(task));
  if (isPatient || adminId === undefined) return lanes.staff.run(task, isPatient ? 'patient' : 'first');
  return ofSender.run(String(adminId), () => lanes.staff.run(task));
};

/** Begins to get ready for a picture of somebody, while it is still on its way. */
export const awaitPicture = ({ publicAddress }: PictureSender): void =>
  lanes[publicAddress === undefined ? 'staff' : 'public'].prepare();

/** How many pictures had the process ended that opened them, by whose they were. */
export const endedByPictures = () => ({ staff: lanes.staff.ended(), public: lanes.public.ended() });

/** Refuses the pictures of strangers from now on and ends what opens them, so that a process that stops does not wait for them. */
export const closePublicPictures = (): Promise<void> => lanes.public.close();

/** Has a file made of a picture in its place. */
const replace = async (
  path: string,
  sender: PictureSender,
  toTask: (to: string) => PictureTask,
): Promise<MadePicture> => {
  const to = `${path}.${randomBytes(4).toString('hex')}`;
  try {
    const made = await ask(toTask(to), sender);
    await rename(to, path);
    return made;
  } finally {
    await rm(to, { force: true });
  }
};

/** Size of a picture as it is seen, and its small copy as webp; `thumb` is absent where the original serves. */
export interface Picture {
  width: number;
  height: number;
  thumb?: Buffer;
}

/**
 * Measures a picture by its head and decodes it whole, in a process of its own: what claims to be too large is refused before decoding,
 * what is broken, takes too long or too much memory after. The file loses its notes of where and with what it was taken, and is
 * turned as the camera noted; that of a stranger is painted anew. A bmp is measured and taken as it is. One at a time of a sender,
 * and refused as busy when too many wait.
 */
export const readPicture = async (path: string, extension: string, sender: PictureSender = {}): Promise<Picture> => {
  await requireKind(path, extension);
  if (extension === 'bmp') {
    const { width, height } = await readBitmap(path).catch(() => {
      throw unreadablePicture();
    });
    checkPictureSize(width, height);
    return { width, height };
  }
  const isPixelsAlone = sender.publicAddress !== undefined;
  const { copy, ...sides } = await replace(path, sender, (to) => ({ kind: 'clean', path, to, isPixelsAlone }));
  return { ...sides, thumb: copy };
};

const font = ['../fonts', '../../fonts']
  .map((folder) => join(import.meta.dirname, folder, 'noto-sans-sc.ttf'))
  .find((file) => existsSync(file))!;

/** Burns lines of text into the foot of a received picture, which becomes a jpeg at most 1600 pixels long and wide. Refuses as `readPicture` does. */
export const stampPicture = async (
  { path, extension }: { path: string; extension: string },
  lines: readonly string[],
  sender: PictureSender,
): Promise<void> => {
  await requireKind(path, extension);
  await replace(path, sender, (to) => ({ kind: 'stamp', path, to, lines, font }));
};

/** A picture as documents take it (png), no longer and wider than `side`. Refuses as `readPicture` does. */
export const drawForLabel = async (
  { path, extension }: { path: string; extension: string },
  { side, isGrey }: { side: number; isGrey: boolean },
  sender: PictureSender,
): Promise<Buffer> => {
  await requireKind(path, extension);
  const { copy } = await ask({ kind: 'label', path, side, isGrey }, sender);
  if (!copy) throw unreadablePicture();
  return copy;
};
