import { BillState, PaySource } from '@zhuiyuan/contract/payout/payout-enums';
import { RedBatchState, RedCodeState } from '@zhuiyuan/contract/red/red-enums';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { makeCodeWorld, opsOf, range } from '../../test/factories/codes.ts';
import { makeTeller } from '../../test/factories/fund.ts';
import { hear, makeKnown } from '../../test/factories/packets.ts';
import { makeFirm } from '../../test/factories/parties.ts';
import { makeRedActive } from '../../test/factories/red.ts';
import { asInsider, insiderOf } from '../../test/insider.ts';
import { takeForPacket } from '../campaign/use-code.ts';
import { openPayouts } from '../payout/open-payouts.ts';
import { openSecrets } from '../red/code/batch-secrets.ts';
import { insertBatch } from '../red/code/batch-writes.ts';
import { openAmount, sealAmount } from '../red/code/deal.ts';
import { runBatches } from '../red/code/run-batches.ts';
import { sealTaking } from '../red/code/seal-taking.ts';
import { voidCodes } from '../red/code/void-codes.ts';

/** What somebody with the database in his hands does to red codes and their money, one thing a test, and what is said of it. */
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

const { broken, inOne } = insiderOf(() => ({ app, firmId }));

const unknownSource = '每笔发放的来由都是已知的，红包码与打款的有其预占';
const outcomes = '支出与释放的流水同其发放的结果';
const receivers = '收款人是该账号当时在该应用的OpenID';
const making = '红包码批次一天内生成完毕，此前没有摘要，也没有已领取的码';
const takings = '领取的红包码有领取时的封印';
const digests = '红包码批次的金额与其摘要相符';

/** A batch of four red codes, one of them of 88 yuan; the first of them was received, where anything was. */
const dealt = async (isReceived = true) => {
  const world = await makeCodeWorld(app);
  ({ firmId } = world);
  const { seg } = await world.issue({ itemCount: 10 });
  const ops = opsOf(app, world);
  await ops.use(range(seg, 1, 10), { lotId: await ops.makeLot() });
  const redActiveId = await makeRedActive(app, firmId);
  const shares = [
    { amount: 8800, count: 1 },
    { amount: 100, count: 3 },
  ];
  const of = { redActiveId, source: 'range' as const, range: { seg, serialFrom: 1, serialTo: 4 }, shares };
  staff = await makeTeller(app, firmId);
  const { id } = await inOne((db) => insertBatch(db, app.config.masterKey, of, null, staff));
  await runBatches(app);
  const { appId } = await inOne(async (db) =>
    db
      .selectFrom('redActive')
      .innerJoin('merchant', 'merchant.id', 'redActive.mchConfId')
      .where('redActive.id', '=', redActiveId)
      .select('merchant.appid as appId')
      .executeTakeFirstOrThrow(),
  );
  const uids = await makeKnown(app, { firmId, appId, count: 2 });
  const { seedSealed, keySealed } = await app.db
    .selectFrom('redBatch')
    .where('id', '=', id)
    .select(['seedSealed', 'keySealed'])
    .executeTakeFirstOrThrow();
  const secrets = openSecrets(app.config.masterKey, { seedSealed, keySealed });
  const bars = await app.db
    .selectFrom('redBar')
    .where('batchId', '=', id)
    .orderBy('serial')
    .select(['id', 'seg', 'serial', 'amountSealed'])
    .execute();
  const codes = bars.map((bar) => ({ ...bar, amount: openAmount(secrets.key, bar, bar.amountSealed!) }));
  const [first] = codes;
  const record = { id: 0, openid: '', amount: 0 };
  if (isReceived)
    await inOne(async (db) => {
      const uid = uids[0]!;
      await takeForPacket(db, { firmId, redActiveId, uid, seg, serial: first!.serial });
      await db
        .updateTable('redBar')
        .set({
          state: RedCodeState.used,
          uid,
          amount: first!.amount,
          seal: sealTaking(secrets.key, { ...first!, uid }),
          usedAt: sql<string>`clock_timestamp()`,
        })
        .where('id', '=', first!.id)
        .execute();
      const { mchConfId } = await db
        .selectFrom('redActive')
        .where('id', '=', redActiveId)
        .select('mchConfId')
        .executeTakeFirstOrThrow();
      const openid = `o-${uid}`;
      const [redInfoId] = await openPayouts(db, [
        {
          firmId,
          source: PaySource.code,
          sourceId: first!.id,
          redActiveId,
          uid,
          amount: first!.amount,
          mchConfId,
          appId,
          openid,
          actName: '红包',
          prizeName: '红包',
        },
      ]);
      Object.assign(record, { id: redInfoId!, openid, amount: first!.amount });
    });
  expect(await broken()).toEqual([]);
  return { id, seg, redActiveId, uids, codes, record, key: secrets.key };
};

test('a batch that is made again after its amounts were exchanged', async () => {
  const { id, codes, key } = await dealt(false);
  const most = codes.findIndex(({ amount }) => amount === 8800);
  const seal = (nth: number, amount: number) =>
    sql`update red_bar set amount_sealed = ${sealAmount(key, codes[nth]!, amount)} where id = ${codes[nth]!.id}`;
  await asInsider(
    app,
    seal(most, 100),
    seal((most + 1) % 4, 8800),
    sql`update red_batch set state = ${RedBatchState.making}, digest = null, made_at = null where id = ${id}`,
  );
  await runBatches(app);
  expect(await app.db.selectFrom('redBatch').where('id', '=', id).select('state').executeTakeFirst()).toEqual({
    state: RedBatchState.ready,
  });
  expect(await broken()).toEqual([digests]);
});

test('a code that was received before its batch was made', async () => {
  const { id } = await dealt();
  await asInsider(app, sql`update red_batch set made_at = now() + interval '1 minute' where id = ${id}`);
  expect(await broken()).toEqual(['红包码在其批次生成之后领取']);
});

test.each([
  ['a day ago', sql`created_at = now() - interval '25 hours', digest = null, made_at = null`],
  ['some day', sql`created_at = 'infinity', digest = null, made_at = null`],
  ['and has its digest', sql`made_at = null`],
  ['and was made', sql`digest = null`],
])('a batch that is said to be made still: it was asked for %s', async (_what, bend) => {
  const { id } = await dealt();
  await asInsider(app, sql`update red_batch set state = ${RedBatchState.making}, ${bend} where id = ${id}`);
  expect(await broken()).toContain(making);
  await asInsider(app, sql`update red_batch set state = ${RedBatchState.failed} where id = ${id}`);
});

test('codes of a batch that is made, or was given up, that were received', async () => {
  const { id } = await dealt();
  await asInsider(
    app,
    sql`update red_batch set state = ${RedBatchState.making}, digest = null, made_at = null where id = ${id}`,
  );
  expect(await broken()).toContain(making);
  await asInsider(app, sql`update red_batch set state = ${RedBatchState.failed} where id = ${id}`);
  expect(await broken()).toContain(making);
});

test('an unused code that is taken out of its batch', async () => {
  const { id, codes } = await dealt();
  await asInsider(app, sql`delete from red_bar where id = ${codes[2]!.id}`);
  expect((await broken()).toSorted()).toEqual([digests, '可使用的批次每个码都有红包'].toSorted());
  await asInsider(app, sql`update red_batch set total_num = 3, made = 3 where id = ${id}`);
  expect(await broken()).toEqual([digests]);
});

test('a code that is free again after it was received', async () => {
  const { seg, codes, record, redActiveId } = await dealt();
  await hear(app, record, BillState.success);
  expect(await broken()).toEqual([]);
  await asInsider(
    app,
    sql`delete from code_use where seg = ${seg} and serial = ${codes[0]!.serial}`,
    sql`update red_bar set state = ${RedCodeState.unused}, uid = null, used_at = null, amount = null where id = ${codes[0]!.id}`,
    sql`update activity_budget set reserved = reserved + ${record.amount}, paid = paid - ${record.amount} where activity_id = ${redActiveId}`,
    sql`delete from payout_event where payout_id = (select id from payout where red_info_id = ${record.id})`,
    sql`delete from payout where red_info_id = ${record.id}`,
    sql`delete from red_info where id = ${record.id}`,
  );
  expect((await broken()).toSorted()).toEqual(['活动预算等于流水之和', outcomes].toSorted());
});

test('a code that was received by somebody else in every row', async () => {
  const { codes, uids, record } = await dealt();
  await hear(app, record, BillState.success);
  const other = uids[1]!;
  await asInsider(
    app,
    sql`update red_bar set uid = ${other} where id = ${codes[0]!.id}`,
    sql`update code_use set uid = ${other} where uid = ${uids[0]!} and firm_id = ${firmId}`,
    sql`update red_info set uid = ${other} where id = ${record.id}`,
  );
  expect(await broken()).toEqual([receivers, takings]);
  await asInsider(
    app,
    sql`delete from account_open_id where account_id = (select account_id from member where id = ${other})`,
  );
  expect(await broken()).toEqual([receivers, takings]);
});

test('a code that nobody received, and one with the seal of another', async () => {
  const { codes } = await dealt();
  await asInsider(app, sql`update red_bar set seal = sha256(seal) where id = ${codes[0]!.id}`);
  expect(await broken()).toEqual([takings]);
  await asInsider(app, sql`update red_bar set seal = null where id = ${codes[0]!.id}`);
  expect(await broken()).toEqual([takings]);
  // What was received before there were seals has none.
  await asInsider(app, sql`update schema_migration set applied_at = applied_at + interval '1 day'`);
  expect(await broken()).toEqual([]);
  await asInsider(app, sql`update schema_migration set applied_at = applied_at - interval '1 day'`);
});

test('a batch without its money', async () => {
  const { id } = await dealt();
  await asInsider(
    app,
    sql`update fund_ledger set ref_id = 999999 where ref_kind = 'redBatch' and ref_id = ${id} and firm_id = ${firmId}`,
  );
  expect((await broken()).toSorted()).toEqual(['每个红包码批次有其预占，生成失败的已释放', unknownSource].toSorted());
});

test('codes that are void, by themselves or with their batch, break no rule', async () => {
  const { id, codes, record } = await dealt();
  await inOne((db) => voidCodes(db, app.config.masterKey, { batchId: id, firmId, ids: [codes[3]!.id] }, staff));
  await hear(app, record, BillState.success);
  expect(await broken()).toEqual([]);
  await app.db.updateTable('redBatch').set({ state: RedBatchState.voiding }).where('id', '=', id).execute();
  await runBatches(app);
  expect(await broken()).toEqual([]);
});
