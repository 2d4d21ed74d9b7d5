import { accountHeader } from '@zhuiyuan/contract/account/role-kind';
import { publicDrawApi } from '@zhuiyuan/contract/campaign/draw/public-draw';
import { publicTraceApi } from '@zhuiyuan/contract/scan/query/public-trace';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { makeCodeWorld, opsOf, range } from '../../../test/factories/codes.ts';
import { makeActivity } from '../../../test/factories/lottery.ts';
import { pauseActivity } from '../activity/publish-activity.ts';
import type { Db } from '../../kit/db/database.ts';

let app: TestApp;
let activity: Awaited<ReturnType<typeof makeActivity>>;
let codeOf: (serial: number) => Promise<string>;
beforeAll(async () => {
  app = await openTestApp({ poolSize: 8 });
  const world = await makeCodeWorld(app);
  const ops = opsOf(app, world);
  const { seg } = await world.issue({ itemCount: 100 });
  activity = await makeActivity(app, { firmId: world.firmId }, [{ stock: 10, weight: 1_000_000 }]);
  const lotId = await ops.makeLot(activity.productId);
  await ops.use(range(seg, 1, 50), { productId: activity.productId, lotId });
  await ops.use(range(seg, 51, 100));
  codeOf = (serial) => ops.codeOf(seg, serial);
});
afterAll(() => app.close());

const scan = async (serial: number, headers = {}) =>
  (await app.call('', publicTraceApi.scan, { code: await codeOf(serial), deviceId: `d${serial}` }, headers)).data;
const kept = (scanId: number | null) =>
  app.db.selectFrom('scanLog').where('id', '=', scanId!).select(['uid', 'activityId']).executeTakeFirstOrThrow();

test('a query keeps the campaign that answered it, and who signed in on its page', async () => {
  const first = await scan(1);
  expect(await kept(first.scanId)).toEqual({ uid: null, activityId: null });
  const play = await app.call('', publicDrawApi.scan, { token: first.token });
  expect(play.data.activity?.id).toBe(activity.id);
  expect(await kept(first.scanId)).toEqual({ uid: null, activityId: activity.id });
  const { data: person } = await app.call('', publicDrawApi.login, { token: first.token, agrees: true });
  expect(await kept(first.scanId)).toEqual({ uid: person.uid, activityId: activity.id });
  // Somebody else on the same page is not who scanned.
  const other = await app.call('', publicDrawApi.login, { token: first.token });
  expect(other.data.uid).not.toBe(person.uid);
  expect(await kept(first.scanId)).toMatchObject({ uid: person.uid });

  // His next query is his from the start.
  const headers = { [accountHeader]: person.token };
  const second = await scan(2, headers);
  expect(await kept(second.scanId)).toEqual({ uid: person.uid, activityId: null });
  await Promise.all(
    Array.from({ length: 8 }, () => app.call('', publicDrawApi.scan, { token: second.token }, headers)),
  );
  expect(await kept(second.scanId)).toEqual({ uid: person.uid, activityId: activity.id });
});

test('no campaign stands with a query that none answered, or one that takes no draws', async () => {
  const none = await scan(60);
  expect((await app.call('', publicDrawApi.scan, { token: none.token })).data.activity).toBeNull();
  expect(await kept(none.scanId)).toEqual({ uid: null, activityId: null });
  await app.db.transaction().execute((where) => pauseActivity(where as Db, activity.id));
  const paused = await scan(3);
  expect((await app.call('', publicDrawApi.scan, { token: paused.token })).data.activity?.id).toBe(activity.id);
  expect(await kept(paused.scanId)).toMatchObject({ activityId: null });
});
