import { RoleKind } from '@zhuiyuan/contract/account/role-kind';
import { Review } from '@zhuiyuan/contract/kit/review';
import { agentApi } from '@zhuiyuan/contract/parties/agent/agent';
import { shopApi } from '@zhuiyuan/contract/parties/shop/shop';
import { shopApplyApi } from '@zhuiyuan/contract/parties/shop/shop-apply';
import { shopInviteApi } from '@zhuiyuan/contract/parties/shop/shop-invite';
import { accountApi } from '@zhuiyuan/contract/account/account';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../test/app.ts';
import { elsewhere, makeStaff } from '../test/factories/access.ts';
import { bindPerson } from '../test/factories/account.ts';
import { makeTeller } from '../test/factories/fund.ts';
import { makeMembers } from '../test/factories/lottery.ts';
import { makeAgent, makeFirm, makeShop } from '../test/factories/parties.ts';
import { makeRedActive, sendAsStaff } from '../test/factories/red.ts';
import { asInsider } from '../test/insider.ts';
import { openAccount } from './account/account-session.ts';
import type { Db } from './kit/db/database.ts';
import { hashToken } from './kit/http/session.ts';
import { findMoneyFaults } from './money-checks.ts';
import { readInvite } from './parties/shop/invites.ts';
import { putForward } from './parties/shop/shop-application.ts';
import { beginHeld, rejectHeld } from './payout/open-payouts.ts';
import { requirePayer } from './red/send/find-receivers.ts';

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
const broken = async () => [
  ...new Set((await findMoneyFaults(app.db, app.config.masterKey, firmId)).map(({ name }) => name)),
];
const inOne = <T>(work: (db: Db) => Promise<T>): Promise<T> =>
  app.db.transaction().execute((transaction) => work(transaction as Db));
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
  const began = `(select applied_at from schema_migration where name like '0461%')`;
  for (const more of [
    { at: began },
    { staffId: staff },
    { staffId: staff, offeredAt: 'now()' },
    { staffId: nobody, offeredAt: 'now()' },
  ]) {
    await asInsider(
      app,
      sql`delete from binding_note where account_id = ${accountId}`,
      sql`update schema_migration set applied_at = applied_at - interval '1 day' where name like '0461%'`,
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
      ...{
        name: `茶铺${nth}`,
        shopType: 2 as const,
        contact: '何店长',
        phone: `1350000000${nth}`,
        regionCode: '330106',
      },
      ...{ address: '文三路', lng: null, lat: null, licenseNo: '', licenseImage: '', doorImage: '' },
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
    ...{ openid: `o-${uids[nth]}`, uid: uids[nth]!, consumer: '', remark: '' },
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
