import { readFile, writeFile } from 'node:fs/promises';
import { runChild } from '../kit/jobs/run-child.ts';
import { Refusal } from '../kit/refusal.ts';
import { openSharp, type Sharp } from '../kit/sharp.ts';
import { cleanPicture } from './clean-picture.ts';
import { withoutTexts } from './drop-notes.ts';
import { checkPictureHead, unreadablePicture } from './measure-picture.ts';
import { stampPicture } from './stamp-picture.ts';

/** What a process that opens pictures is asked: which one, and what to make of it. Files it makes are written to `to`. */
export type PictureTask = { path: string } & (
  | { kind: 'clean'; to: string; isPixelsAlone: boolean }
  | { kind: 'stamp'; to: string; lines: readonly string[]; font: string }
  | { kind: 'label'; side: number; isGrey: boolean }
);

/** What it made: the sides of the picture as it is seen, and a copy of it where one was asked for. */
export interface MadePicture {
  width: number;
  height: number;
  copy: Buffer | undefined;
}

/** What it says: that it is ready, then of each picture what it made, or why it did not. */
export type PictureMessage = { isReady: true } | MadePicture | { refusal: { code: number; message: string } };

const sharp = openSharp(['jpeg', 'png', 'gif', 'webp']);
const thumbSide = 320;

const open = (path: string): Sharp => sharp(path, { limitInputPixels: false, failOn: 'error' });

/** A copy within a square, turned as the camera noted. */
const within = (path: string, side: number): Sharp =>
  open(path).autoOrient().resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });

/** Cuts what only costs out of a png, before anything reads its head. */
const cutTexts = async (path: string): Promise<void> => {
  const content = await readFile(path);
  const isPng = content.toString('latin1', 1, 4) === 'PNG';
  const cut = isPng ? withoutTexts(content) : undefined;
  if (cut) await writeFile(path, cut);
};

const make = async (task: PictureTask): Promise<MadePicture> => {
  await cutTexts(task.path);
  const head = await sharp(task.path, { limitInputPixels: false }).metadata();
  checkPictureHead(head);
  const { width, height } = head.autoOrient;
  switch (task.kind) {
    case 'clean':
      await cleanPicture(sharp, head, task);
      // What is kept is decoded whole, so that nothing broken gets in.
      return { width, height, copy: await within(task.to, thumbSide).webp({ quality: 82 }).toBuffer() };
    case 'label': {
      const picture = within(task.path, task.side);
      return { width, height, copy: await (task.isGrey ? picture.grayscale() : picture).png().toBuffer() };
    }
    case 'stamp':
      await stampPicture(sharp, open(task.path), task);
      return { width, height, copy: undefined };
  }
};

runChild<null, PictureTask>(async (_input, parent) => {
  await parent.say({ isReady: true } satisfies PictureMessage);
  for (;;) {
    const task = await parent.heard();
    const message: PictureMessage = await make(task).catch((error: unknown) => {
      const { code, message: text } = error instanceof Refusal ? error : unreadablePicture();
      return { refusal: { code, message: text } };
    });
    await parent.say(message);
  }
});
