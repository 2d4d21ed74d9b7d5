import { accountHeader } from '@zhuiyuan/contract/account/role-kind';
import { publicDrawApi } from '@zhuiyuan/contract/campaign/draw/public-draw';
import type { TestApp } from '../app.ts';
import { bookGift, makeGiver, type MadeActivity } from './lottery.ts';

let last = 0;

/** Somebody on a phone of his own, behind an address of his own, who agreed: to an activity without a code, by a link (`from`), with points. */
export const openPlayer = async (
  app: TestApp,
  { id: activityId, firmId }: Pick<MadeActivity, 'id' | 'firmId'>,
  { from = '', points = 0, deviceId = '' } = {},
) => {
  const at = { 'x-forwarded-for': `198.51.100.${(last += 1) % 250}` };
  const asked = { activityId, deviceId: deviceId || `g${last}` };
  const { data } = await app.call('', publicDrawApi.login, { ...asked, agrees: true, from }, at);
  const headers = { ...at, [accountHeader]: data.token };
  if (points > 0) {
    await app.db.updateTable('member').set({ points }).where('id', '=', data.uid).execute();
    const operatorId = await makeGiver(app, firmId);
    await bookGift(app, { firmId, uid: data.uid, points, balance: points, operatorId });
  }
  const play = async () => (await app.call('', publicDrawApi.scan, asked, headers)).data;
  return {
    uid: data.uid,
    play,
    turns: async () => (await play()).turns!,
    ticket: () => app.call('', publicDrawApi.ticket, asked, headers),
    ask: (endpoint: { path: string }, input: object) => app.call('', endpoint as never, input as never, headers),
    draw: (ticket: string, clientSeed = 'ab') => app.call('', publicDrawApi.draw, { ticket, clientSeed }, headers),
    points: async () =>
      (await app.db.selectFrom('member').where('id', '=', data.uid).select('points').executeTakeFirstOrThrow()).points,
  };
};
