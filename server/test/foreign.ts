import { Level } from '@zhuiyuan/contract/codes/state/code-enums';
import { ShopLinkKind } from '@zhuiyuan/contract/parties/shop/shop-enums';
import { OpStatus, OpType } from '@zhuiyuan/contract/codes/state/code-enums';
import { RiskLevel, RiskType } from '@zhuiyuan/contract/codes/state/warning-states';
import { JobStatus, JobKind } from '@zhuiyuan/contract/jobs/job-enums';
import { PackAct } from '@zhuiyuan/contract/packing/pack-log';
import { OpRowState } from '../src/codes/state/code-states.ts';
import { DiffKind } from '@zhuiyuan/contract/movement/move-enums';
import { Review } from '@zhuiyuan/contract/kit/review';
import { codeOpApi } from '@zhuiyuan/contract/codes/ops/code-op';
import { toCodeId } from '@zhuiyuan/contract/codes/cipher/code-format';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { openKeyring } from '../src/codes/cipher/keyring.ts';
import type { TestApp } from './app.ts';
import { makeStaff } from './factories/access.ts';
import { makeCodeWorld } from './factories/codes.ts';
import { moveOrder } from '../src/movement/replenish/move-order.ts';
import { makeDocument } from './factories/documents.ts';
import { makeForeignActivities } from './foreign-campaign.ts';
import { makeForeignConsumer } from './foreign-consumer.ts';
import { makeForeignPolice } from './foreign-police.ts';
import { makeForeignFund } from './foreign-fund.ts';
import { makeForeignSettlement } from './foreign-settlement.ts';
import { makeForeignVerification } from './foreign-redeem.ts';
import { makeForeignPayout } from './foreign-payout.ts';
import { makeNeedApply, makeNeedOrder } from './factories/replenish.ts';
import { makeRedActive } from './factories/red.ts';
import { RedBatchDraft } from '@zhuiyuan/contract/red/code/red-code';
import { insertBatch } from '../src/red/code/batch-writes.ts';
import { stepBatch } from '../src/red/code/make-batch.ts';
import { makePrize, makeMould, makeRedType, makeScope } from './factories/campaign.ts';
import { makeAgent, makeChannel, makeInspector, makeSalesman } from './factories/parties.ts';

/** Stands in every name of the other firm; no answer to somebody else may hold it. */
export const mark = '他企机密';

/** A firm with one row of everything, all named with {@link mark}. */
export const makeForeignFirm = async (app: TestApp) => {
  const { firmId, productId, lotId, token, issue } = await makeCodeWorld(app);
  const { db } = app;
  const named = <T extends object>(columns: T) => ({ ...columns, firmId, name: mark });
  await db
    .updateTable('firm')
    .set({ name: `${mark}公司`, contact: mark })
    .where('id', '=', firmId)
    .execute();
  await db.updateTable('product').set({ storeName: mark, productNo: mark }).where('id', '=', productId).execute();
  await db.updateTable('lot').set({ lotNo: mark }).where('id', '=', lotId).execute();
  await db
    .insertInto('lotRecall')
    .values({ firmId, lotId, text: mark, activeCnt: 0, endedAt: '2026-11-05 08:00:00' })
    .execute();
  const { taskId, seg } = await issue({ name: mark, productId, lotId });
  const pick = { mode: 1 as const, ranges: [{ seg, serialFrom: 1, serialTo: 900 }] };
  const { opId } = await app.data(token, codeOpApi.use, { pick, productId, lotId, idemKey: randomUUID() } as never);
  const after = JSON.stringify({ parentSeg: seg, parentSerial: 2 });
  await db
    .insertInto('codeOpItem')
    .values({ firmId, opId, seq: 1, seg, span: sql<string>`int8range(1, 2)`, after })
    .execute();
  const refused = { firmId, act: PackAct.into, boxText: mark, codeText: mark, errCode: 61001, errMsg: mark };
  const { id: refusalId } = await db
    .insertInto('packRefusal')
    .values({ ...refused, operatorId: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('box')
    .values({ id: toCodeId(seg, 1), firmId, seg, serial: 1, level: Level.box, productId, lotId, capacity: 6 })
    .execute();
  const flowType = { firmId, name: mark, stage: 1, fields: JSON.stringify([]) };
  const { id: flowTypeId } = await db.insertInto('flowType').values(flowType).returning('id').executeTakeFirstOrThrow();
  const { id: flowId } = await db
    .insertInto('flow')
    .values({
      firmId,
      flowTypeId,
      title: mark,
      productId,
      lotId,
      occurAt: '2026-11-05 08:00:00',
      audit: Review.waiting,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('codeOpRow')
    .values({ opId, rowNo: 1, firmId, firstText: mark, state: OpRowState.leftOut, errMsg: mark })
    .execute();
  const segment = await db.selectFrom('segment').selectAll().where('seg', '=', seg).executeTakeFirstOrThrow();
  const temp = await db
    .insertInto('temp')
    .values(named({ blocks: JSON.stringify([{ kind: 'verdict', id: 'v' }]), theme: '{}', publishVersion: 1 }))
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('tempVersion')
    .values({
      firmId,
      tempId: temp.id,
      version: 1,
      blocks: JSON.stringify([{ kind: 'verdict', id: 'v' }]),
      theme: '{}',
    })
    .execute();
  const staff = await makeStaff(app, { firmId, account: mark });
  const log = { firmId, title: mark, requestMethod: 'POST', operUrl: '/x', operName: mark };
  const { id: logId } = await db.insertInto('auditLog').values(log).returning('id').executeTakeFirstOrThrow();
  const folder = await db
    .insertInto('category')
    .values(named({ path: '/0/', type: 2 }))
    .returning('id')
    .executeTakeFirstOrThrow();
  const file = {
    attDir: `media/${mark}.png`,
    sattDir: `/media/${mark}.png`,
    attType: 'png',
    attSize: 1,
    pid: folder.id,
  };
  const { id: attId } = await db.insertInto('attachment').values(named(file)).returning('id').executeTakeFirstOrThrow();
  const { id: selectId } = await db
    .insertInto('selectConfig')
    .values(named({ scope: 2 }))
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('selectConfigProduct').values({ firmId, productId, configId: selectId }).execute();
  const parties = await makeForeignParties(app, firmId);
  const { id: importId } = await db
    .insertInto('fileJob')
    .values({
      firmId,
      kind: JobKind.import,
      taskNo: mark,
      biz: 'product',
      title: mark,
      file: `file/${mark}.xlsx`,
      fileName: `${mark}.xlsx`,
      header: JSON.stringify([mark]),
      total: 2,
      failCnt: 1,
      cursorRow: 1,
      status: JobStatus.unfinished,
      operatorId: staff.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: exportId } = await db
    .insertInto('fileJob')
    .values({
      firmId,
      kind: JobKind.export,
      taskNo: `${mark}2`,
      biz: 'product',
      title: mark,
      file: 'export/x.xlsx',
      fileName: mark,
      status: JobStatus.done,
      operatorId: staff.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('fileJobError')
    .values({ jobId: importId, rowNo: 2, firmId, raw: JSON.stringify([mark]), errCode: 400, errMsg: mark })
    .execute();
  const asked = { firmId, seg, serial: 1, codeText: mark, productId, lotId };
  await db
    .insertInto('scanLog')
    .values({ ...asked, verdict: 'FIRST', agentId: 1, uid: 1 })
    .execute();
  const seen = { cnt: 9, cityCount: 4, firstAt: new Date(), lastAt: new Date() };
  await db
    .insertInto('oddCode')
    .values({ ...asked, ...seen })
    .execute();
  const { id: complaintId } = await db
    .insertInto('complaint')
    .values({ firmId, scanId: 1, codeText: mark, content: mark, contact: mark })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: riskId } = await db
    .insertInto('riskEvent')
    .values({ firmId, type: RiskType.oddCode, level: RiskLevel.notice, dedupeKey: mark, title: mark })
    .returning('id')
    .executeTakeFirstOrThrow();
  const code = await openKeyring(app).readText(app.db, segment, 1);
  const inspect = { firmId, inspectorId: parties.inspectorId, seg, serial: 1, code: mark, opinion: 2, shopName: mark };
  const { id: inspectId } = await db.insertInto('inspect').values(inspect).returning('id').executeTakeFirstOrThrow();
  await db.insertInto('nodeConf').values({ firmId, prefix: '88.7.7', appId: mark }).execute();
  const handle = { firmId, handle: `88.7.7/${mark}`, objKind: 1, objId: productId, nodeKind: 0 };
  const { id: regId } = await db.insertInto('registration').values(handle).returning('id').executeTakeFirstOrThrow();
  const shared = { list: '/x', isShared: true, content: '{}', adminId: staff.id, updatedBy: staff.id };
  const { id: viewId } = await db
    .insertInto('listView')
    .values(named(shared))
    .returning('id')
    .executeTakeFirstOrThrow();
  const document = await makeForeignDocument(app, { firmId, productId, lotId, seg, agentId: parties.agentId });
  const needApplyId = await makeNeedApply(app, { firmId, agentId: parties.agentId, address: mark }, productId);
  const needOrderId = await makeNeedOrder(app, { firmId, agentId: parties.agentId }, [[productId, 2]]);
  await db.updateTable('deliver').set({ orderId: needOrderId }).where('id', '=', document.deliverId).execute();
  await moveOrder(db, needOrderId, [{ productId, ship: 3 }]);
  const prizeId = await makePrize(app, firmId, mark);
  const mouldId = await makeMould(app, firmId, mark);
  const redTypeId = await makeRedType(app, firmId, mark);
  const redActiveId = await makeRedActive(app, firmId, { name: mark, redTypeId });
  // Once codes were dealt an activity's terms stand: the batch is of another.
  const dealtActiveId = await makeRedActive(app, firmId, { name: `${mark}码`, redTypeId });
  const redBatch = await insertBatch(
    db,
    app.config.masterKey,
    RedBatchDraft.parse({
      redActiveId: dealtActiveId,
      range: { seg, serialFrom: 900, serialTo: 900 },
      shares: [{ amount: 100, count: 1 }],
    }),
    null,
    1,
  );
  while ((await stepBatch(db, app.config.masterKey, redBatch.id, new Map())) === 'more');
  const redBar = await db
    .selectFrom('redBar')
    .where('batchId', '=', redBatch.id)
    .select('id')
    .executeTakeFirstOrThrow();
  const { mchConfId: redMchConfId } = await db
    .selectFrom('redActive')
    .where('id', '=', redActiveId)
    .select('mchConfId')
    .executeTakeFirstOrThrow();
  const { poolId: redPoolId } = await db
    .selectFrom('activityBudget')
    .where('activityId', '=', redActiveId)
    .select('poolId')
    .executeTakeFirstOrThrow();
  const fund = await makeForeignFund(app, firmId, mark);
  const activities = await makeForeignActivities(app, firmId, mark);
  return {
    ...document,
    prizeId,
    mouldId,
    redTypeId,
    redActiveId,
    redMchConfId,
    redPoolId,
    dealtActiveId,
    redBatchId: redBatch.id,
    redBatchNo: redBatch.batchNo,
    redBarId: redBar.id,
    scopeId: await makeScope(app, firmId, { name: mark }),
    viewId,
    needApplyId,
    needOrderId,
    inspectId,
    regId,
    firmId,
    productId,
    lotId,
    tempId: temp.id,
    taskId,
    seg,
    opId,
    refusalId,
    selectId,
    flowTypeId,
    flowId,
    complaintId,
    ...(await makeForeignConsumer(app, firmId, mark)),
    ...(await makeForeignPolice(app, { firmId, agentId: parties.agentId, seg, mark })),
    riskId,
    codeId: toCodeId(seg, 1),
    code,
    adminId: staff.id,
    logId,
    folderId: folder.id,
    attId,
    importId,
    exportId,
    fileUrl: file.sattDir,
    pick,
    ...parties,
    ...fund,
    ...(await makeForeignSettlement(app, { firmId, agentId: parties.agentId }, mark)),
    ...activities,
    ...(await makeForeignVerification(app, { firmId, shopId: parties.shopId }, mark)),
    ...(await makeForeignPayout(
      app,
      { firmId, mchConfId: fund.mchConfId, activityId: activities.liveActivityId },
      mark,
    )),
  };
};

/** A shipping document with a line, a difference and a row of the log. */
const makeForeignDocument = async (
  app: TestApp,
  { firmId, productId, lotId, seg, agentId }: Record<'firmId' | 'productId' | 'lotId' | 'seg' | 'agentId', number>,
) => {
  const { id: deliverId, lineIds } = await makeDocument(
    app,
    { firmId, toId: agentId },
    [{ seg, from: 901, to: 903, productId, lotId }],
    { extNo: mark, remark: mark, driver: mark },
  );
  const { id: diffId } = await app.db
    .insertInto('deliverDiff')
    .values({ firmId, deliverId, kind: DiffKind.damaged, code: mark, seg, serial: 901, note: mark })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { deliverId, diffId, lineId: lineIds[0]! };
};

/** An agent with a shop, a promoter, a channel, a salesman and an inspector, all named with {@link mark}. */
const makeForeignParties = async (app: TestApp, firmId: number) => {
  const named = { firmId, name: mark, phone: '13900009999' };
  const agentId = await makeAgent(app, firmId, { name: `${mark}经销` });
  const shop = { ...named, shopNo: mark, shopType: 1, contact: mark, regionCode: '330106', address: mark };
  const { id: shopId } = await app.db.insertInto('shop').values(shop).returning('id').executeTakeFirstOrThrow();
  const link = { firmId, shopId, kind: ShopLinkKind.agent, targetId: agentId, reason: mark };
  const { id: shopLinkId } = await app.db.insertInto('shopAss').values(link).returning('id').executeTakeFirstOrThrow();
  const { id: promoterId } = await app.db
    .insertInto('spread')
    .values({ ...named, spreadNo: mark, agentId, shopId })
    .returning('id')
    .executeTakeFirstOrThrow();
  const account = { firmId, ownerKind: 1, ownerId: shopId, peerKind: 2, peerId: agentId, balance: 100, totalIn: 100 };
  await app.db.insertInto('dedAccount').values(account).execute();
  const [channelId, salesmanId] = [await makeChannel(app, firmId, mark), await makeSalesman(app, firmId, mark)];
  await app.db.updateTable('salesman').set({ agentId }).where('id', '=', salesmanId).execute();
  await app.db.updateTable('agent').set({ channelId, salesmanId }).where('id', '=', agentId).execute();
  const inspectorId = await makeInspector(app, firmId, mark);
  await app.db
    .insertInto('codeOp')
    .values({
      firmId,
      opNo: `OP${randomUUID().slice(0, 8)}`,
      opType: OpType.changeChannel,
      idemKey: randomUUID(),
      reqHash: '',
      params: JSON.stringify({ channelId }),
      reason: mark,
      status: OpStatus.done,
    })
    .execute();
  return { agentId, shopId, shopLinkId, promoterId, channelId, salesmanId, inspectorId };
};

export type Foreign = Awaited<ReturnType<typeof makeForeignFirm>>;

/** Everything the database holds of a firm, table by table, to compare before and after. */
export const contentsOf = async ({ db }: TestApp, firmId: number): Promise<Record<string, string>> => {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'firm_id' and not a.attisdropped
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace`.execute(db);
  const contents: Record<string, string> = {};
  for (const { name } of rows) {
    const { rows: found } = await sql<{ all: string }>`
      select coalesce(string_agg(t::text, E'\n' order by t::text), '') as all from ${sql.table(name)} t where firm_id = ${firmId}`.execute(
      db,
    );
    contents[name] = found[0]!.all;
  }
  return contents;
};

/** Makes the input of a call from rows of another firm. */
export type Make = (foreign: Foreign) => Record<string, unknown>;

/** What every `…/import` is asked with: another firm's uploaded file, for that firm. */
export const foreignImport: Make = ({ firmId, fileUrl }) => ({ firmId, fileUrl });
