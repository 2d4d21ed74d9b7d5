import { accountHeader } from '@zhuiyuan/contract/account/role-kind';
import { drawRefusals } from '@zhuiyuan/contract/campaign/draw/draw-refusals';
import { publicDrawApi } from '@zhuiyuan/contract/campaign/draw/public-draw';
import { publicPacketApi } from '@zhuiyuan/contract/red/public-packet';
import { redCodeApi } from '@zhuiyuan/contract/red/code/red-code';
import { publicTraceApi } from '@zhuiyuan/contract/scan/query/public-trace';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeStaff } from '../../../test/factories/access.ts';
import { openCashWorld } from '../../../test/factories/cash.ts';
import { makeCodeWorld, opsOf, range } from '../../../test/factories/codes.ts';
import { makeActivity } from '../../../test/factories/lottery.ts';
import { makeRedActive } from '../../../test/factories/red.ts';
import { runBatches } from '../../red/code/run-batches.ts';
import type { TestApp } from '../../../test/app.ts';

let app: TestApp;
let cash: Awaited<ReturnType<typeof openCashWorld>>;
let world: Awaited<ReturnType<typeof makeCodeWorld>>;
let ops: ReturnType<typeof opsOf>;
let seg: number;
let lotId: number;
let activityId: number;
beforeAll(async () => {
  cash = await openCashWorld({ firm: async (one) => (world = await makeCodeWorld(one)).firmId });
  ({ app } = cash);
  ops = opsOf(app, world);
  // Twenty digits, which can be guessed: their owner scratches four more free.
  ({ seg } = await world.issue({ fmt: 'N20', pinLen: 4, itemCount: 500 }));
  const activity = await makeActivity(app, { firmId: world.firmId }, [{ stock: 100, weight: 1_000_000 }]);
  activityId = activity.id;
  lotId = await ops.makeLot(activity.productId);
  const used = await ops.use(range(seg, 1, 400), { productId: activity.productId, lotId });
  if (used.code !== 200) throw new Error(used.message);
});
afterAll(() => cash.close());

let at = 0;
const from = () => ({ 'x-forwarded-for': `203.0.${(at += 1) % 250}.${at % 250}` });
const scan = async (code: string, deviceId: string) =>
  (await app.call('', publicTraceApi.scan, { code, deviceId }, from())).data;
const signIn = async (token: string) => {
  const { data } = await app.call('', publicDrawApi.login, { token, agrees: true }, from());
  return { ...from(), [accountHeader]: data.token };
};
const begin = async (token: string, headers: Record<string, string>) => {
  const ticket = await app.call('', publicDrawApi.ticket, { token, activityId }, headers);
  if (ticket.code !== 200) return { code: ticket.code, message: ticket.message, data: null };
  return app.call('', publicDrawApi.draw, { ticket: ticket.data.ticket, clientSeed: '0123456789abcdef' }, headers);
};
const flood = async (device: string) => {
  for (let n = 0; n < 120; n += 1) await scan(await ops.codeOf(seg, 300 + (n % 100)), device);
};

test('a code that asks for its PIN is drawn with by nobody who did not give it', async () => {
  const code = await ops.codeOf(seg, 1);
  const asked = await scan(code, 'honest');
  expect(asked.verdict).toBe('NEED_PIN');
  expect(await begin(asked.token, await signIn(asked.token))).toMatchObject({ code: drawRefusals.needsPin[0] });
  await flood('flood');
  const refused = await scan(code, 'flood');
  expect(refused.verdict).toBe('LIMITED');
  expect(await begin(refused.token, await signIn(refused.token))).toMatchObject({ code: drawRefusals.ticketOver[0] });
});

test('who is refused for asking too often is not told which codes exist', async () => {
  await flood('curious');
  const told = [];
  for (const code of [await ops.codeOf(seg, 2), '12345678901234567890']) {
    const { verdict, token } = await scan(code, 'curious');
    const { data } = await app.call('', publicDrawApi.scan, { token }, from());
    told.push({ verdict, eligibility: data.eligibility });
  }
  expect(told[0]).toEqual(told[1]);
  expect(told[0]).toMatchObject({ verdict: 'LIMITED', eligibility: { code: drawRefusals.ticketOver[0] } });
});

test('a red packet is received by no query that was refused', async () => {
  const redActiveId = await makeRedActive(app, world.firmId, { poolId: cash.poolId });
  const { token } = await makeStaff(app, { firmId: world.firmId, permissions: ['admin:lottery:redBar:save'] });
  await app.data(token, redCodeApi.save, {
    redActiveId,
    source: 'range',
    range: { seg, serialFrom: 50, serialTo: 59 },
    shares: [{ amount: 100, count: 10 }],
  } as never);
  await runBatches(app);
  await flood('thief');
  const refused = await scan(await ops.codeOf(seg, 50), 'thief');
  const claim = { token: refused.token, authCode: '', agrees: true };
  expect((await app.call('', publicPacketApi.claim, claim, await signIn(refused.token))).code).toBe(
    drawRefusals.ticketOver[0],
  );
});

test('what was asked while a code was held back proves nothing once it is free', async () => {
  await ops.freeze(range(seg, 80, 80));
  const held = await scan(await ops.codeOf(seg, 80), 'early');
  expect(held.verdict).toBe('FROZEN');
  await ops.unfreeze(range(seg, 80, 80));
  expect(await begin(held.token, await signIn(held.token))).toMatchObject({ code: drawRefusals.ticketOver[0] });
});
