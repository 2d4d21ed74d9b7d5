import { DeductibleOwner } from '@zhuiyuan/contract/parties/deductible/deductible';
import { NeedUnit, PayKind } from '@zhuiyuan/contract/movement/replenish/need-enums';
import { needOrderApi } from '@zhuiyuan/contract/movement/replenish/need-order';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApp } from '../../test/app.ts';
import { firmWorld } from '../../test/factories/access.ts';
import { makeAgent } from '../../test/factories/parties.ts';
import { makeGoods, needDraft, needPermissions } from '../../test/factories/replenish.ts';
import { orderPayChecks } from './check-order-pay.ts';

let app: TestApp;
let firmId: number;
let token: string;
let id: number;

beforeAll(async () => {
  ({ app, firmId, token } = await firmWorld([...needPermissions, 'admin:identity:agent:duct']));
  const agentId = await makeAgent(app, firmId);
  const account = { firmId, ownerKind: DeductibleOwner.agent, ownerId: agentId, peerKind: DeductibleOwner.firm };
  await app.db
    .insertInto('dedAccount')
    .values({ ...account, peerId: firmId, balance: 9000, totalIn: 9000 })
    .execute();
  const items = [{ productId: await makeGoods(app, firmId), unit: NeedUnit.box, qty: 4, price: 30_000 }];
  const order = async () => (await app.data(token, needOrderApi.save, needDraft(agentId, items))).id;
  const cancelled = await order();
  await app.data(token, needOrderApi.deduct, { id: cancelled, amount: 2000 });
  await app.data(token, needOrderApi.cancel, { id: cancelled, reason: '不要了' });
  id = await order();
  await app.data(token, needOrderApi.pay, { id, amount: 5000 });
  await app.data(token, needOrderApi.deduct, { id, amount: 4000 });
});
afterAll(() => app.close());

const faults = async (db = app.db) => {
  const found = [];
  for (const { name, find } of orderPayChecks)
    for (const { difference } of await find(db, firmId)) found.push([name, difference]);
  return found;
};
const sums = '要货订单的已付与抵扣等于其付款记录之和';
const booked = '要货订单的每笔抵扣与退回各有一条抵扣记录';

test('finds nothing where orders were paid, set off against and cancelled', async () => {
  expect(await faults()).toEqual([]);
});

test.each([
  [
    'a payment that was raised',
    sql`update need_pay set amount = amount + 100 where kind = ${PayKind.pay}`,
    [[sums, -100]],
  ],
  [
    'an order paid without a payment',
    sql`update need_order set pay_amount = pay_amount + 300 where pay_amount > 0`,
    [[sums, 300]],
  ],
  [
    'what was set off, on both sides',
    sql`with paid as (update need_pay set amount = amount - 1000 where kind = ${PayKind.deduct} and amount = 4000 returning order_id)
      update need_order set deduct_amount = deduct_amount - 1000 where id = (select order_id from paid)`,
    [[booked, 1000]],
  ],
  [
    'what went back on paper alone',
    sql`delete from ded_log where ref_kind = 'need_pay' and amount > 0`,
    [[booked, 2000]],
  ],
])('finds %s', async (_, statement, expected) => {
  const undone = new Error('undone');
  await app.db
    .transaction()
    .execute(async (db) => {
      await statement.execute(db);
      expect(await faults(db)).toEqual(expected);
      throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error;
    });
});
