import { uploadRefusals } from '@zhuiyuan/contract/media/upload';
import { atMost, type Standing } from '../kit/at-most.ts';
import { ChildLimit, startChild, type Child, type ChildLimits } from '../kit/jobs/start-child.ts';
import { busy, refuse, Refusal } from '../kit/refusal.ts';
import type { MadePicture, PictureMessage, PictureTask } from './picture-worker.ts';

type Worker = Child<PictureMessage, PictureTask>;

/** How many may wait, and what one picture may cost: `quietSeconds` is the time it has. */
export interface LaneLimits extends ChildLimits {
  waiting: number;
}

/** A process that opened so many pictures is replaced: memory that was used in pieces is not given back. */
const mostPictures = 500;
const startSeconds = 30;
/** One that was asked nothing for so long is ended. */
const restMs = 5 * 60_000;

/**
 * Opens pictures one at a time in a process of its own, which is ended with the picture that takes too much time or memory; the next
 * one finds another. Refuses such a picture, and as busy what would wait too long.
 */
export const openPictureLane = ({ waiting, ...limits }: LaneLimits) => {
  const takeTurn = atMost(1, waiting);
  let worker: Promise<Worker> | undefined;
  let rest: NodeJS.Timeout | undefined;
  let made = 0;
  let ended = 0;
  let isWorking = false;
  let isClosed = false;

  const start = async (): Promise<Worker> => {
    const child: Worker = await startChild(new URL('./picture-worker.ts', import.meta.url), null, limits);
    child.unref();
    try {
      // How long it takes to start on a busy machine is not the picture's.
      await child.next(startSeconds);
      return child;
    } catch (error) {
      await child.close();
      throw error instanceof ChildLimit ? busy() : error;
    }
  };
  const leave = async (): Promise<void> => {
    const left = worker;
    worker = undefined;
    made = 0;
    await (await left?.catch(() => undefined))?.close();
  };
  const ready = async (): Promise<Worker> => {
    const known = worker;
    const isLost = known && (await known.then((child) => child.isOver()).catch(() => true));
    if (isLost && worker === known) worker = undefined;
    clearTimeout(rest);
    rest = setTimeout(() => void (isWorking || leave()), restMs).unref();
    return (worker ??= start());
  };

  const ask = async (task: PictureTask): Promise<MadePicture> => {
    if (isClosed) throw busy();
    const child = await ready();
    isWorking = true;
    try {
      child.tell(task);
      const said = await child.next();
      if ((made += 1) >= mostPictures) void leave();
      if ('isReady' in said) throw new Error('a picture was asked for before its process was ready');
      if ('refusal' in said) throw new Refusal(said.refusal.code, said.refusal.message);
      return said;
    } catch (error) {
      if (error instanceof Refusal) throw error;
      await leave();
      if (!(error instanceof ChildLimit)) throw error;
      if (isClosed) throw busy();
      ended += 1;
      throw refuse(uploadRefusals.tooHard);
    } finally {
      isWorking = false;
    }
  };

  return {
    run: (task: PictureTask, standing?: Standing): Promise<MadePicture> => takeTurn(() => ask(task), standing),
    /** Has a process ready, for a picture that is on its way. */
    prepare: (): void => void (isClosed || ready().catch(() => undefined)),
    /** How many processes were ended by a picture. */
    ended: (): number => ended,
    /** Refuses from now on what waits and what comes, and ends what is under way. */
    close: (): Promise<void> => {
      isClosed = true;
      return leave();
    },
  };
};
