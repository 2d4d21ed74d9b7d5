import { Audience } from '@zhuiyuan/contract/campaign/campaign-states';
import { claimApi } from '@zhuiyuan/contract/claim/claim-list';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeStaff } from '../../test/factories/access.ts';
import { openCashWorld } from '../../test/factories/cash.ts';

let world: Awaited<ReturnType<typeof openCashWorld>>;
beforeAll(async () => {
  world = await openCashWorld();
});
afterAll(() => world.close());

it('cash that a shop won by opening a box shows how far it is', async () => {
  const { token } = await makeStaff(world.app, { firmId: world.firmId, permissions: ['admin:lottery:receive:list'] });
  const activity = await world.campaign();
  const [uid] = await world.people(['oshop_ok']);
  const [drawId] = await world.draw(activity, [uid!], { audience: Audience.shop });
  await world.work();
  const payout = await world.payoutOf(drawId!);
  expect(payout).toMatchObject({ source: 4, status: 'RECEIVED' });
  const { list } = await world.app.data(token, claimApi.list, {});
  const found = await world.app.data(token, claimApi.list, { delivery: 'RECEIVED' } as never);
  expect([list[0]!.delivery, found.total]).toEqual(['RECEIVED', 1]);
});
