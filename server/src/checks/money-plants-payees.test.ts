import { RoleKind } from '@zhuiyuan/contract/account/role-kind';
import { LedgerType } from '@zhuiyuan/contract/fund/ledger-enums';
import { Review } from '@zhuiyuan/contract/kit/review';
import { agentApi } from '@zhuiyuan/contract/parties/agent/agent';
import { shopApi } from '@zhuiyuan/contract/parties/shop/shop';
import { shopApplyApi } from '@zhuiyuan/contract/parties/shop/shop-apply';
import { shopInviteApi } from '@zhuiyuan/contract/parties/shop/shop-invite';
import { BillState, ReconDiffType, ReconState } from '@zhuiyuan/contract/payout/payout-enums';
import { reconApi } from '@zhuiyuan/contract/payout/recon';
import { accountApi } from '@zhuiyuan/contract/account/account';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { elsewhere, makeStaff } from '../../test/factories/access.ts';
import { bindPerson } from '../../test/factories/account.ts';
import { makeTeller } from '../../test/factories/fund.ts';
import { makeActivity, makeMembers } from '../../test/factories/lottery.ts';
import { makeAgent, makeFirm, makeShop } from '../../test/factories/parties.ts';
import { hear } from '../../test/factories/packets.ts';
import { makeRedemption } from '../../test/factories/posting.ts';
import { makeRedActive, sendAsStaff } from '../../test/factories/red.ts';
import { asInsider, brokenRules, insiderOf } from '../../test/insider.ts';
import { openAccount } from '../account/account-session.ts';
import { auditRedemption, shipRedemption } from '../claim/redemption-writes.ts';
import { hashToken } from '../kit/http/session.ts';
import { readInvite } from '../parties/shop/invites.ts';
import { putForward } from '../parties/shop/shop-application.ts';
import { beginHeld, rejectHeld } from '../payout/open-payouts.ts';
import { requirePayer } from '../red/send/find-receivers.ts';
import { seedRegions } from '../seeds/first/seed-regions.ts';

/** What somebody with the database in his hands does to who is paid, one thing a test, and what is said of it. */
let app: TestApp;
let firmId: number;
let staff: number;
beforeAll(async () => {
  app = await openTestApp();
});
beforeEach(async () => {
  firmId = await makeFirm(app);
  staff = await makeTeller(app, firmId);
});
afterAll(() => app.close());

/** Which rules break, each once. */
const broken = () => brokenRules(app, firmId);
const { inOne } = insiderOf(() => ({ app, firmId }));
const nobody = 777_777;

const bindings = '身份绑定的账号同绑定与解绑时记下的';
const givers = '每次身份绑定都由企业或平台的员工给出，并有其操作日志';

/** A shop with somebody who acts as it, and another account. */
const boundShop = async () => {
  const agentId = await makeAgent(app, firmId);
  const shopId = await makeShop(app, firmId, agentId);
  await bindPerson(app, { firmId, kind: RoleKind.shop, id: shopId });
  const { rows } = await sql<{ id: number }>`insert into account default values returning id`.execute(app.db);
  expect(await broken()).toEqual([]);
  return { agentId, shopId, accountId: rows[0]!.id };
};
const bindByHand = (accountId: number, roleId: number) =>
  sql`insert into role_binding (firm_id, account_id, role_kind, role_id) values (${firmId}, ${accountId}, ${RoleKind.shop}, ${roleId})`;
const endByHand = (shopId: number) =>
  sql`update role_binding set ended_at = now() where role_kind = ${RoleKind.shop} and role_id = ${shopId} and ended_at is null`;
/** A note of the newest binding of a shop. */
const noteByHand = (shopId: number, more: { staffId?: number | null; offeredAt?: string | null; at?: string } = {}) => {
  const { staffId = null, offeredAt = null, at = 'now()' } = more;
  return sql`insert into binding_note (firm_id, binding_id, account_id, role_kind, role_id, bound_at, ended_at, staff_id, offered_at, at)
    select firm_id, id, account_id, role_kind, role_id, bound_at, ended_at, ${staffId}::bigint, ${sql.raw(offeredAt ?? 'null')}::timestamptz, ${sql.raw(at)}
    from role_binding where role_id = ${shopId} and firm_id = ${firmId} order by id desc limit 1`;
};

test('an account that is bound to a shop by hand', async () => {
  const { shopId, accountId } = await boundShop();
  await asInsider(app, endByHand(shopId), bindByHand(accountId, shopId));
  expect(await broken()).toEqual([bindings]);
});

test('a binding that is given to another account, for a while', async () => {
  const { shopId, accountId } = await boundShop();
  await asInsider(
    app,
    sql`update role_binding set account_id = ${accountId} where role_id = ${shopId} and firm_id = ${firmId}`,
  );
  expect(await broken()).toEqual([bindings]);
});

test.each(['bound_at', 'ended_at'])('a binding whose %s is moved', async (column) => {
  const { shopId } = await boundShop();
  await asInsider(
    app,
    sql`update role_binding set ${sql.ref(column)} = now() - interval '1 day' where role_id = ${shopId} and firm_id = ${firmId}`,
  );
  expect(await broken()).toEqual([bindings]);
});

test('a binding that is taken away, and one that ended and is let live again', async () => {
  const { shopId, accountId } = await boundShop();
  await asInsider(app, bindByHand(accountId, await makeShop(app, firmId, await makeAgent(app, firmId), '别店')));
  await asInsider(app, sql`delete from role_binding where account_id = ${accountId}`);
  expect(await broken()).toEqual([]);
  const { token } = await makeStaff(app, { firmId, permissions: ['admin:identity:shop:update'] });
  await app.data(token, shopApi.unbind, { id: shopId });
  expect(await broken()).toEqual([]);
  await asInsider(
    app,
    sql`update role_binding set ended_at = null, ended_by = null where role_id = ${shopId} and firm_id = ${firmId}`,
    noteByHand(shopId),
  );
  expect(await broken()).toEqual([bindings, givers]);
  await asInsider(app, sql`delete from role_binding where role_id = ${shopId} and firm_id = ${firmId}`);
  expect(await broken()).toContain(bindings);
});

test('a binding that was noted by hand', async () => {
  const { shopId, accountId } = await boundShop();
  const { token } = await makeStaff(app, { firmId, permissions: ['admin:identity:shop:update'] });
  await app.data(token, shopApi.unbind, { id: shopId });
  await asInsider(app, bindByHand(accountId, shopId), noteByHand(shopId));
  expect(await broken()).toEqual([givers]);
  // As if it had been there before there were notes; under the name of one of the staff; out of a QR code.
  const began = `(select applied_at from schema_migration where name like '0141%')`;
  for (const more of [
    { at: began },
    { staffId: staff },
    { staffId: staff, offeredAt: 'now()' },
    { staffId: nobody, offeredAt: 'now()' },
  ]) {
    await asInsider(
      app,
      sql`delete from binding_note where account_id = ${accountId}`,
      sql`update schema_migration set applied_at = applied_at - interval '1 day' where name like '0141%'`,
      noteByHand(shopId, more),
    );
    expect(await broken()).toEqual([more.at === undefined ? givers : bindings]);
  }
});

test('an account that is bound by a QR code that nobody made', async () => {
  const { shopId, agentId } = await boundShop();
  const made = (token: string, kind: RoleKind, id: number, at: string, by = staff) =>
    sql`insert into bind_token (token_hash, firm_id, role_kind, role_id, expires_at, created_by, created_at)
      values (${hashToken(token)}, ${firmId}, ${kind}, ${id}, now() + interval '30 minutes', ${by}, ${sql.raw(at)})`;
  const { token } = await makeStaff(app, {
    firmId,
    permissions: ['admin:identity:shop:update', 'admin:identity:agent:bind'],
  });
  await app.data(token, shopApi.unbind, { id: shopId });
  const bind = async (bindToken: string) =>
    expect((await app.call('', accountApi.bind, { bindToken }, elsewhere())).code).toBe(200);
  // At the moment of one that was made, of somebody else.
  await app.data(token, agentApi.bindQrcode, { id: agentId });
  const { createdBy } = await app.db
    .selectFrom('bindToken')
    .where('roleId', '=', agentId)
    .select('createdBy')
    .executeTakeFirstOrThrow();
  const moment = `(select created_at from bind_token where role_kind = ${RoleKind.agent} and role_id = ${agentId})`;
  await asInsider(app, made('a'.repeat(43), RoleKind.shop, shopId, moment, createdBy!));
  await bind('a'.repeat(43));
  expect(await broken()).toEqual([givers]);
});

test('a QR code, an unbinding and another account in its place break no rule', async () => {
  const { shopId, agentId } = await boundShop();
  const { token } = await makeStaff(app, {
    firmId,
    permissions: ['admin:identity:shop:update', 'admin:identity:agent:bind', 'admin:identity:agent:delete'],
  });
  await app.data(token, shopApi.unbind, { id: shopId });
  const { bindToken } = await app.data(token, shopApi.bindQrcode, { id: shopId });
  expect((await app.call('', accountApi.bind, { bindToken }, elsewhere())).code).toBe(200);
  expect(await broken()).toEqual([]);
  const other = await makeAgent(app, firmId);
  for (const id of [agentId, other]) {
    const code = (await app.data(token, agentApi.bindQrcode, { id })).bindToken;
    expect((await app.call('', accountApi.bind, { bindToken: code }, elsewhere())).code).toBe(200);
  }
  await app.data(token, agentApi.remove, { id: other });
  expect(await broken()).toEqual([]);
});

/** Two shops whose keepers put them forward by a link. */
const joined = async () => {
  const agentId = await makeAgent(app, firmId);
  const { token } = await makeStaff(app, {
    firmId,
    permissions: ['admin:identity:shop:save', 'admin:identity:shop:audit', 'admin:lottery:storeAudit:audit'],
  });
  const { url } = await app.data(token, shopInviteApi.offer, { agentId } as never);
  const code = url.split('#')[1]!;
  const ids: number[] = [];
  const invite = await readInvite(app.shopperDb, code);
  for (const nth of [0, 1, 2]) {
    const words = {
      name: `茶铺${nth}`,
      shopType: 2 as const,
      contact: '何店长',
      phone: `1350000000${nth}`,
      regionCode: '330106',
      address: '文三路',
      lng: null,
      lat: null,
      licenseNo: '',
      licenseImage: '',
      doorImage: '',
    };
    const { id } = await inOne(async (db) => {
      const { accountId } = await openAccount(db);
      const { masterKey } = app.config;
      return putForward(db, { accountId, source: '1.2.3.4', invite, words, masterKey, checkWords: async () => {} });
    });
    ids.push(id);
  }
  return { ids, token };
};

test('whoever put a shop forward and is passed breaks no rule; one that nobody put forward, or passed, does', async () => {
  const { ids, token } = await joined();
  const [one, two, three] = ids as [number, number, number];
  await app.data(token, shopApplyApi.audit, { ids: [one, two], audit: Review.passed, remark: '' });
  await app.data(token, shopApi.review, { id: three, audit: Review.passed, remark: '' });
  expect(await broken()).toEqual([]);
  const bend = (statement: string) => asInsider(app, statement);
  await bend(`update shop_application set account_id = account_id + 1 where shop_id = ${three}`);
  expect(await broken()).toEqual([givers]);
  await bend(`update shop_application set account_id = account_id - 1 where shop_id = ${three}`);
  expect(await broken()).toEqual([]);
  await bend(`update audit_log set oper_param = '{"ids":[${one}]}' where oper_param like '{"ids":[${one},${two}]%'`);
  expect(await broken()).toEqual([givers]);
});

/** Packets sent by hand to two people, 5 yuan and 7 yuan; each waits for another person. */
const held = async () => {
  const id = await makeRedActive(app, firmId);
  const uids = await makeMembers(app, firmId, 2);
  const payer = await inOne((db) => requirePayer(db, id));
  for (const uid of uids)
    await sql`insert into account_open_id (app_id, open_id, account_id) select ${payer.appId}, ${`o-${uid}`}, account_id from member where id = ${uid}`.execute(
      app.db,
    );
  const packets = [500, 700].map((amount, nth) => ({
    openid: `o-${uids[nth]}`,
    uid: uids[nth]!,
    consumer: '',
    remark: '',
    amount,
  }));
  const order = { payer, packets, remark: '补发', fileName: null, idemKey: 'one', reviewAbove: 0 };
  await inOne((db) => sendAsStaff(db, order, staff));
  const rows = await app.db.selectFrom('redInfo').where('redActiveId', '=', id).orderBy('id').selectAll().execute();
  expect(await broken()).toEqual([]);
  return { payer, order, one: rows[0]!, other: rows[1]! };
};
const linesNoted = '手工发放的各行同发放时记下的';

test('held packets whose receivers are exchanged with their lines', async () => {
  const { one, other } = await held();
  for (const [row, as] of [
    [one, other],
    [other, one],
  ] as const)
    await asInsider(
      app,
      sql`update red_send_line set openid = ${as.openid}, uid = ${as.uid} where id = ${row.sourceId} and firm_id = ${firmId}`,
      sql`update red_info set openid = ${as.openid}, uid = ${as.uid} where id = ${row.id}`,
    );
  expect(await broken()).toEqual([linesNoted]);
});

test('held packets between whose lines money is moved', async () => {
  const { one, other } = await held();
  for (const [row, by] of [
    [one, 300],
    [other, -300],
  ] as const)
    await asInsider(
      app,
      sql`update red_send_line set amount = amount + ${by} where id = ${row.sourceId} and firm_id = ${firmId}`,
      sql`update red_info set amount = amount + ${by} where id = ${row.id}`,
      sql`update fund_ledger set reserved = reserved + ${by}, avail = avail - ${by} where ref_kind = 'redSend' and ref_id = ${row.sourceId} and firm_id = ${firmId}`,
    );
  expect(await broken()).toEqual([linesNoted]);
  await expect(sql`delete from send_note where firm_id = ${firmId}`.execute(app.db)).rejects.toThrow('stays as it was');
});

test('packets that are let go, or taken back, and a send of the same again break no rule', async () => {
  const { order, one, other } = await held();
  const by = await makeTeller(app, firmId);
  await inOne((db) => beginHeld(db, [one.id], { by, remark: '' }));
  await inOne((db) => rejectHeld(db, [other.id], { by, remark: '重复' }));
  await inOne((db) => sendAsStaff(db, order, staff));
  await inOne((db) => sendAsStaff(db, { ...order, idemKey: 'two' }, staff));
  expect(await broken()).toEqual([]);
});

const attempts = '每次尝试的金额与商户同其发放记录，所发请求也相同';

/** Packets of which one was received and one failed. */
const paid = async () => {
  const { one, other, ...rest } = await held();
  const by = await makeTeller(app, firmId);
  await inOne((db) => beginHeld(db, [one.id, other.id], { by, remark: '' }));
  await hear(app, one, BillState.success);
  await hear(app, other, BillState.fail, 'ACCOUNT_FROZEN');
  expect(await broken()).toEqual([]);
  return { ...rest, one, other };
};

test.each([
  ['names two sums', `regexp_replace(body, '^\\{', '{"transfer_amount":199900,')`],
  ['names two receivers', `regexp_replace(body, '^\\{', '{"openid":"o-else",')`],
  ['asks for nothing', `'{}'`],
])('an attempt whose request %s', async (_what, body) => {
  const { one } = await paid();
  await asInsider(app, sql`update payout set body = ${sql.raw(body)} where red_info_id = ${one.id}`);
  expect(await broken()).toEqual([attempts]);
});

const kinds = '每行流水的用途是已知的，每个预算都有其活动或资金池';

test.each([
  ['that says nothing we know', 'gift', LedgerType.reserve],
  ['that is paid for codes that were voided', 'redVoid', LedgerType.pay],
  ['that is reserved for one code', 'redCode', LedgerType.reserve],
])('a line of the ledger %s', async (_what, kind, type) => {
  const { payer } = await held();
  const moved = type === LedgerType.pay ? sql`0, -100, 100` : sql`-100, 100, 0`;
  await asInsider(
    app,
    sql`insert into fund_ledger (firm_id, pool_id, activity_id, type, avail, reserved, outside, ref_kind, ref_id)
      select firm_id, pool_id, activity_id, ${type}, ${moved}, ${kind}, 999999 from activity_budget where activity_id = ${payer.id}`,
  );
  expect(await broken()).toContain(kinds);
});

test('money that is booked away under a budget that nothing owns', async () => {
  const { payer } = await held();
  await asInsider(
    app,
    sql`insert into activity_budget (activity_id, firm_id, pool_id, budget, paid) select 999999999, firm_id, pool_id, 5000, 5000 from activity_budget where activity_id = ${payer.id}`,
    sql`update pool set balance = balance - 5000 where id = (select pool_id from activity_budget where activity_id = ${payer.id})`,
    sql`insert into fund_ledger (firm_id, pool_id, activity_id, type, pool, avail, balance_after, operator_id)
      select firm_id, pool_id, 999999999, ${LedgerType.allocate}, -5000, 5000, (select balance from pool where id = pool_id), ${staff} from activity_budget where activity_id = ${payer.id}`,
    sql`insert into fund_ledger (firm_id, pool_id, activity_id, type, avail, reserved, ref_kind, ref_id)
      select firm_id, pool_id, 999999999, ${LedgerType.reserve}, -5000, 5000, 'redBatch', 999999999 from activity_budget where activity_id = ${payer.id}`,
    sql`insert into fund_ledger (firm_id, pool_id, activity_id, type, reserved, outside, ref_kind, ref_id, part_of)
      select firm_id, pool_id, 999999999, ${LedgerType.pay}, -5000, 5000, 'redVoid', 999999999, id from fund_ledger
      where activity_id = 999999999 and type = ${LedgerType.reserve} and firm_id = ${firmId}`,
  );
  const found = await broken();
  await asInsider(app, sql`delete from activity_budget where activity_id = 999999999`);
  expect(found).toContain(kinds);
});

const bills = '与账单核对过的尝试同账单相符，或列为差异';
const handled = '对账差异的处理都由企业或平台的员工作出，并有其操作日志';

/** Attempts of nine days ago, and a look at the bills of all days since. */
const looked = async () => {
  const { one, other, payer } = await paid();
  const { mchConfId } = one;
  await asInsider(
    app,
    sql`update payout set posted_at = now() - interval '9 days', finished_at = now() - interval '9 days' where firm_id = ${firmId}`,
    sql`insert into recon_day (mch_conf_id, firm_id, bill_date, lines, out_amount, in_amount, at)
      values (${mchConfId}, ${firmId}, now()::date - 1, 1, 500, 0, now() - interval '1 hour')`,
  );
  expect(await broken()).toEqual([]);
  await asInsider(
    app,
    sql`update payout set judged_at = now(), billed_out = case when red_info_id = ${one.id} then amount else 0 end where firm_id = ${firmId}`,
  );
  expect(await broken()).toEqual([]);
  return { one, other, payer };
};

test('an attempt that the bill says was paid, and that is not held against it', async () => {
  const { other } = await looked();
  await asInsider(app, sql`update payout set billed_out = amount, judged_at = null where red_info_id = ${other.id}`);
  expect(await broken()).toEqual([bills]);
  await asInsider(app, sql`update payout set finished_at = 'infinity' where red_info_id = ${other.id}`);
  expect(await broken()).toEqual([bills]);
  // Of one that ended a day ago nobody has said anything yet, nor of one whose money came back later.
  await asInsider(app, sql`update payout set finished_at = now() - interval '1 day' where red_info_id = ${other.id}`);
  expect(await broken()).toEqual([]);
  await asInsider(
    app,
    sql`update payout set finished_at = now() - interval '9 days', billed_in = amount where red_info_id = ${other.id}`,
  );
  expect(await broken()).toEqual([]);
});

test('a difference that is made up, or handled by nobody', async () => {
  const { other, one } = await looked();
  const { outBillNo, mchConfId } = await app.db
    .selectFrom('payout')
    .where('redInfoId', '=', other.id)
    .select(['outBillNo', 'mchConfId'])
    .executeTakeFirstOrThrow();
  const made = (type: number, our: number) =>
    sql`insert into recon_diff (firm_id, mch_conf_id, bill_date, out_bill_no, diff_type, our_amount, bill_amount)
      values (${firmId}, ${mchConfId}, now()::date - 1, ${outBillNo}, ${type}, ${our}, 700)`;
  const clear = sql`delete from recon_diff where firm_id = ${firmId}`;
  await asInsider(app, sql`update payout set billed_out = amount where red_info_id = ${other.id}`);
  expect(await broken()).toEqual([bills]);
  await asInsider(app, made(ReconDiffType.theirsMore, 0));
  expect(await broken()).toEqual([bills]);
  await asInsider(app, clear, made(ReconDiffType.state, 700));
  expect(await broken()).toEqual([bills]);
  await asInsider(app, clear, made(ReconDiffType.state, 0));
  expect(await broken()).toEqual([]);
  const { token } = await makeStaff(app, { firmId, permissions: ['admin:lottery:redInfo:sync'] });
  const { id } = await app.db
    .selectFrom('reconDiff')
    .where('firmId', '=', firmId)
    .select('id')
    .executeTakeFirstOrThrow();
  await app.data(token, reconApi.handle, { id, remark: '已核实' });
  expect(await broken()).toEqual([]);
  for (const bend of [
    sql`handled_by = null`,
    sql`handled_by = ${staff}`,
    sql`handled_by = ${nobody}`,
    sql`handled_by = null, handled_at = null`,
    sql`state = ${ReconState.open}, handled_by = ${staff}`,
  ]) {
    await asInsider(app, sql`update recon_diff set ${bend} where id = ${id}`);
    expect(await broken()).toEqual([handled]);
  }
  expect(one.id).not.toBe(other.id);
});

test('an order that nobody of the staff passed or shipped, and stock that nobody of them added', async () => {
  await seedRegions(app.db);
  const activity = await makeActivity(app, { firmId }, [{ stock: 50, weight: 1_000_000, post: 'also' }]);
  const { id } = await makeRedemption(app, activity);
  await inOne((db) => auditRedemption(db, { id, pass: true, remark: '', operatorId: staff }));
  await inOne((db) => shipRedemption(db, { id, shipCompany: '顺丰', shipNo: 'SF1', operatorId: staff }));
  expect(await broken()).toEqual([]);
  const stranger = await makeTeller(app, await makeFirm(app));
  for (const column of ['audit_by', 'shipped_by'])
    for (const person of [nobody, stranger, null]) {
      await asInsider(app, sql`update redemption set ${sql.ref(column)} = ${person} where id = ${id}`);
      expect(await broken()).toEqual(['兑换单的经手人都是企业或平台的员工']);
      await asInsider(app, sql`update redemption set ${sql.ref(column)} = ${staff} where id = ${id}`);
    }
  for (const person of [nobody, stranger]) {
    await asInsider(app, sql`update stock_move set operator_id = ${person} where firm_id = ${firmId}`);
    expect(await broken()).toEqual(['库存由操作人发布与追加，未撤回的只发布一次']);
  }
});
