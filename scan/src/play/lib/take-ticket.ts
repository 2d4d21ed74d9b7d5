import type { Challenged } from '@zhuiyuan/contract/campaign/draw/challenge';
import { drawRefusals } from '@zhuiyuan/contract/campaign/draw/draw-refusals';
import { CallFailed } from '../../lib/call.ts';
import type { Position } from '../../lib/position.ts';
import type { Desk } from './desk.ts';

/** A picture that is to be read. */
export type Picture = Challenged['challenge'];

/** The picture that a refusal came with; nothing where it was refused for something else. */
export const pictureOf = (error: unknown): Picture | undefined =>
  error instanceof CallFailed && error.code === drawRefusals.challenge[0]
    ? (error.data as Challenged | null)?.challenge
    : undefined;

/**
 * A ticket of an activity, after a picture was read where one is asked for: `readPicture` answers the token that says so. Fails with the
 * refusal where the shopper would not read it, or as the ticket does.
 */
export const takeTicket = async (
  desk: Pick<Desk, 'ticket'>,
  { activityId, place }: { activityId: number; place: Position | null },
  readPicture: (picture: Picture) => Promise<string | undefined>,
): Promise<string> => {
  let passed: string | undefined;
  for (;;) {
    try {
      return (await desk.ticket(activityId, place, passed)).ticket;
    } catch (error) {
      const picture = pictureOf(error);
      if (!picture) throw error;
      passed = await readPicture(picture);
      if (passed === undefined) throw error;
    }
  }
};
