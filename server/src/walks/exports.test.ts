import { addDays, shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import { OpRowState } from '../codes/state/code-states.ts';
import { AuditStatus, LogKind } from '@zhuiyuan/contract/kit/endpoint';
import { NodeKind } from '@zhuiyuan/contract/registration/registration';
import { DeliverAct, DeliverStatus, LineMode } from '@zhuiyuan/contract/movement/move-enums';
import { ObjectKind } from '@zhuiyuan/contract/trace/object-kind';
import { Opinion } from '@zhuiyuan/contract/parties/inspector/inspector';
import { DedKind, DeductibleOwner } from '@zhuiyuan/contract/parties/deductible/deductible';
import { AgentType } from '@zhuiyuan/contract/parties/agent/agent-enums';
import { Review } from '@zhuiyuan/contract/kit/review';
import { ShopType } from '@zhuiyuan/contract/parties/shop/shop-enums';
import { GeoSource, Level, Holder, OpType } from '@zhuiyuan/contract/codes/state/code-enums';
import { JobKind } from '@zhuiyuan/contract/jobs/job-enums';
import { OpSource } from '@zhuiyuan/contract/kit/op-source';
import { PackAct } from '@zhuiyuan/contract/packing/pack-log';
import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { ExportFile } from '@zhuiyuan/contract/kit/export';
import { VerStatus } from '@zhuiyuan/contract/redeem/redeem-states';
import { salesmanApi } from '@zhuiyuan/contract/parties/salesman/salesman';
import { sql } from 'kysely';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { campaignExportRows } from '../../test/export-rows.ts';
import { makeStaff } from '../../test/factories/access.ts';
import { makeAgent, makeInspector } from '../../test/factories/parties.ts';
import { PayeeKind, RemitSource } from '@zhuiyuan/contract/settlement/settlement-enums';
import { makeGoodsActivity, winGoods } from '../../test/factories/redeem.ts';
import { Audience, Fallback } from '@zhuiyuan/contract/campaign/campaign-states';
import { makeActivity, makeMembers } from '../../test/factories/lottery.ts';
import { makeDocument } from '../../test/factories/documents.ts';
import { makeRedemptions } from '../../test/factories/posting.ts';
import { countRemits } from '../../test/factories/settlement.ts';
import { makeFlowWorld } from '../../test/factories/trace.ts';
import { readLeftOut } from '../codes/ops/offer-errors.ts';
import { errorBook } from '../jobs/error-book.ts';
import { exportedRows, mountedExporters, type AnyExporter } from '../jobs/exporter.ts';

/** More than two pages of some hundred rows, and the last of them not full. */
const rowCount = 1001;

let app: TestApp;
let world: Awaited<ReturnType<typeof makeFlowWorld>>;

beforeAll(async () => {
  app = await openTestApp();
  world = await makeFlowWorld(app);
});
afterAll(() => app.close());

const run = (text: ReturnType<typeof sql>) => text.execute(app.db);
const times = sql`generate_series(1, ${rowCount}::int) as n`;

/** Rows that several tests read, made by the first of them. */
const once = <T>(make: () => Promise<T>) => {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
};

const makeShops = once(() =>
  run(sql`
  insert into shop (firm_id, name, shop_no, shop_type, phone, audit)
  select ${world.firmId}::bigint, '门店' || n, 'S' || n, ${sql.lit(ShopType.other)}, '138' || lpad(n::text, 8, '0'), ${sql.lit(Review.passed)} from ${times}`),
);

/** One prize that was handed out and taken back again and again. */
const makeVers = once(async () => {
  const [won] = await winGoods(app, await makeGoodsActivity(app, world.firmId));
  const agentId = await makeAgent(app, world.firmId);
  await makeShops();
  const { id: shopId } = await app.db
    .selectFrom('shop')
    .where('firmId', '=', world.firmId)
    .orderBy('id')
    .limit(1)
    .select('id')
    .executeTakeFirstOrThrow();
  await run(sql`
    insert into prize_ver (firm_id, ver_no, draw_id, activity_id, tier_id, prize_id, uid, shop_id, agent_id, deduct_amount, geo_source, status,
      reversed_at, ver_at)
    select firm_id, 'V' || n, draw_id, activity_id, tier_id, prize_id, uid, ${shopId}::bigint, ${agentId}::bigint, n, ${sql.lit(GeoSource.none)},
      ${sql.lit(VerStatus.reversed)}, now(), now() - n / 300 * interval '1 day'
    from claim, ${times} where draw_id = ${won!.drawId}::bigint`);
  // Rows by the thousand that nobody has counted yet are joined by guess.
  await run(sql`analyze member, shop, draw, claim, prize_ver, agent`);
});

const makeSalesmen = once(() =>
  run(sql`
  insert into salesman (firm_id, pic_name, phone) select ${world.firmId}::bigint, '业务' || n, (13900000000 + n)::text from ${times}`),
);

const makeAgents = async (prefix: string): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    insert into agent (firm_id, name, agent_no, agent_type, path)
    select ${world.firmId}::bigint, ${prefix} || n, ${prefix} || n, ${sql.lit(AgentType.general)}, '/' from ${times} returning id`.execute(
    app.db,
  );
  return rows.map(({ id }) => id);
};

/** Draws of an activity, each by another person with goods of another shop. */
const makeDraws = once(async () => {
  await makeShops();
  const { id, epoch, tierIds } = await makeActivity(app, { firmId: world.firmId }, [{ stock: 1, weight: 1000 }]);
  const uids = await makeMembers(app, world.firmId, rowCount);
  await run(sql`
    insert into draw (firm_id, activity_id, ticket_id, epoch_id, uid, audience, shop_id, key, client_seed, rand, raw_tier_id, tier_id,
      fallback, prize_type, ip, device, day)
    select ${world.firmId}::bigint, ${id}::bigint, gen_random_uuid(), ${epoch.id}::bigint, (${uids}::bigint[])[n], ${sql.lit(Audience.consumer)}, shops.id, 'P' || n, '', 1,
      ${tierIds[1]!}::bigint, ${tierIds[1]!}::bigint, ${Fallback.none}, ${sql.lit(PrizeType.none)}, '127.0.0.1', 'x', '2026-01-01'
    from ${times} join (select id, row_number() over (order by id) as n from shop where firm_id = ${world.firmId}) shops using (n)`);
  return id;
});

const makeConsumers = once(async () => {
  const uids = await makeMembers(app, world.firmId, rowCount);
  await app.db.updateTable('member').set({ nickName: '导出的人' }).where('id', 'in', uids).execute();
  return { keywords: '导出的人' };
});

/** Requests of tickets, each by another person. */
const makeParts = async () => {
  const activityId = await makeDraws();
  await run(sql`
    insert into part_log (firm_id, activity_id, uid, ticket_id, ip)
    select firm_id, activity_id, uid, ticket_id, ip from draw where activity_id = ${activityId}`);
  return activityId;
};

const makeDocuments = () =>
  run(sql`
  insert into deliver (firm_id, deliver_no, to_kind, to_id, ship_at)
  select ${world.firmId}::bigint, 'EX' || n, ${sql.lit(Holder.agent)}, 1, now() - n / 300 * interval '1 day' from ${times}`);

/** A document with a line for each code of a run. */
const makeLines = async (status: number): Promise<number> => {
  const { seg } = await world.issue({ itemCount: rowCount });
  const { id, opId } = await makeDocument(app, { firmId: world.firmId, toId: 1 }, []);
  await run(sql`
    insert into deliver_line (firm_id, deliver_id, mode, level, seg, span, product_id, lot_id, item_qty, status, op_id)
    select ${world.firmId}::bigint, ${id}::bigint, ${sql.lit(LineMode.item)}, ${sql.lit(Level.item)}, ${seg}::int, int8range(n, n + 1),
      ${world.productId}::bigint, ${world.lotId}::bigint, 1, ${status}::smallint, ${opId}::bigint from ${times}`);
  return id;
};

/** A task with segments of so many codes each. */
const makeSegments = async (taskNo: string, counts: number[]) => {
  const { taskId, seg } = await world.issue({ productId: world.productId, lotId: world.lotId, itemCount: 1 });
  await run(sql`update task set task_no = ${taskNo} where id = ${taskId}`);
  await run(sql`
    insert into segment (seg, firm_id, task_id, level, count, fmt, key_v)
    select ${seg}::int * 10000 + n, firm_id, task_id, level, (${counts}::bigint[])[n], fmt, key_v
    from segment, generate_series(1, ${counts.length}::int) as n where seg = ${seg}`);
};

/** An activity that many prizes were won in, each of them asked for by post. */
let posted: Promise<{ activityId: number }> | undefined;
const makePosted = () =>
  (posted ??= (async () => {
    const activity = await makeActivity(app, { firmId: world.firmId }, [
      { stock: 10_000, weight: 1_000_000, post: 'only' },
    ]);
    await makeRedemptions(app, activity, rowCount);
    return { activityId: activity.id };
  })());

/**
 * Makes the rows of each export and answers filters that find {@link rowCount} of them. Where rows are ordered by something
 * else than their id, several stand at the same place of that order.
 */
const makeRows: Record<string, () => Promise<object>> = {
  ...campaignExportRows(() => ({ app, world }), rowCount),
  firm: async () => {
    await run(sql`
      insert into firm (name, firm_no, credit_code)
      select '导出试验' || n, 'EX' || n, 'EX' || lpad(n::text, 16, '0') from ${times}`);
    return { name: '导出试验' };
  },
  product: async () => {
    await run(sql`
      insert into product (firm_id, store_name, product_no, unit)
      select ${world.firmId}::bigint, '导出试验' || n, 'EX' || n, '盒' from ${times}`);
    return { keywords: '导出试验' };
  },
  partUser: async () => ({ activityId: await makeParts() }),
  drawUser: async () => ({ activityId: await makeDraws() }),
  drawUserList: async () => ({ activityId: await makeDraws() }),
  drawShop: async () => ({ activityId: await makeDraws() }),
  drawShopList: async () => ({ activityId: await makeDraws() }),
  agent: async () => {
    await makeAgents('导出');
    return { keywords: '导出' };
  },
  sales: async () => {
    await makeSalesmen();
    return {};
  },
  shop: async () => {
    await makeShops();
    return {};
  },
  store: async () => {
    await makeShops();
    return {};
  },
  shopDed: async () => {
    await makeShops();
    const agent = await makeAgent(app, world.firmId);
    await run(sql`
      insert into ded_account (firm_id, owner_kind, owner_id, peer_kind, peer_id, balance)
      select firm_id, ${sql.lit(DeductibleOwner.shop)}, id, ${sql.lit(DeductibleOwner.agent)}, ${agent}::bigint, id % 7 from shop where firm_id = ${world.firmId}`);
    return {};
  },
  agentDed: async () => {
    const agentId = await makeAgent(app, world.firmId);
    const account = sql`${world.firmId}::bigint, ${sql.lit(DeductibleOwner.agent)}, ${agentId}::bigint, ${sql.lit(DeductibleOwner.firm)}, ${world.firmId}::bigint`;
    await run(sql`insert into ded_account (firm_id, owner_kind, owner_id, peer_kind, peer_id) values (${account})`);
    await run(sql`
      insert into ded_log (firm_id, owner_kind, owner_id, peer_kind, peer_id, kind, amount, balance_after, ref_kind, ref_id)
      select ${account}, ${sql.lit(DedKind.verify)}, 1, n, 'test', n from ${times}`);
    return { agentId };
  },
  spread: async () => {
    await run(sql`
      insert into spread (firm_id, name, phone, spread_no)
      select ${world.firmId}::bigint, '推广' || n, '137' || lpad(n::text, 8, '0'), 'EX' || n from ${times}`);
    return {};
  },
  needApply: async () => {
    const agentId = await makeAgent(app, world.firmId);
    await run(sql`
      insert into need_apply (firm_id, apply_no, agent_id)
      select ${world.firmId}::bigint, 'SQ-EX' || n, ${agentId}::bigint from ${times}`);
    return { agentId };
  },
  needOrder: async () => {
    const agentId = await makeAgent(app, world.firmId);
    await run(sql`
      insert into need_order (firm_id, order_no, agent_id, total_qty, total_amount)
      select ${world.firmId}::bigint, 'YH-EX' || n, ${agentId}::bigint, 1, 1 from ${times}`);
    return { agentId };
  },
  inspect: async () => {
    const inspector = await makeInspector(app, world.firmId);
    await run(sql`
      insert into inspect (firm_id, inspector_id, seg, serial, code, opinion, region_code, images, auth_regions)
      select ${world.firmId}::bigint, ${inspector}::bigint, 1, n, 'C' || n, ${sql.lit(Opinion.normal)}, '330106', '[]', '["330106"]' from ${times}`);
    return {};
  },
  flow: async () => {
    await run(sql`
      insert into flow (firm_id, flow_type_id, title, product_id, lot_id, occur_at)
      select ${world.firmId}::bigint, ${world.typeId}::bigint, '记录' || n, ${world.productId}::bigint, ${world.lotId}::bigint, now()
      from ${times}`);
    return {};
  },
  registration: async () => {
    await run(sql`
      insert into registration (firm_id, handle, obj_kind, obj_id, node_kind)
      select ${world.firmId}::bigint, '88.100/EX' || n, ${sql.lit(ObjectKind.product)}, 1000000 + n, ${sql.lit(NodeKind.simulated)} from ${times}`);
    return {};
  },
  systemLog: async () => {
    await run(sql`
      insert into audit_log (firm_id, title, business_type, request_method, oper_url, oper_time)
      select ${world.firmId}::bigint, '导出试验', ${sql.lit(LogKind.insert)}, 'GET', '/x', now() - n / 3 * interval '1 microsecond' from ${times}`);
    return { title: '导出试验' };
  },
  scan: async () => {
    await run(sql`
      insert into scan_log (firm_id, code_text, verdict, at)
      select ${world.firmId}::bigint, 'C' || n, 'INVALID', now() - n / 3 * interval '1 microsecond' from ${times}`);
    return {};
  },
  scanDetail: async () => {
    const ago = '40 days';
    await run(sql`
      insert into scan_log (firm_id, code_text, verdict, at)
      select ${world.firmId}::bigint, 'D' || n, 'INVALID', now() - ${ago}::interval - n / 3 * interval '1 microsecond' from ${times}`);
    return { dateLimit: `${addDays(shanghaiToday(), -45)},${addDays(shanghaiToday(), -35)}` };
  },
  complaint: async () => {
    await run(sql`
      insert into complaint (firm_id, scan_id, code_text, content)
      select ${world.firmId}::bigint, n, 'C' || n, '包装破损' from ${times}`);
    return {};
  },
  segment: async () => {
    await makeSegments(
      'EX-SEG',
      Array.from({ length: rowCount - 1 }, () => 1),
    );
    return { taskNo: 'EX-SEG' };
  },
  box: async () => {
    const { segments } = await world.issue({ itemCount: 1, boxCount: rowCount, assocMode: 0 });
    const { seg } = segments.find(({ level }) => level === Level.box)!;
    await run(sql`
      insert into box (id, firm_id, seg, serial, level, capacity, packed_at)
      select ${seg}::bigint * 268435456 + n, ${world.firmId}::bigint, ${seg}::int, n, ${sql.lit(Level.box)}, 6, now() - n / 300 * interval '1 day'
      from ${times}`);
    return {};
  },
  deliver: async () => {
    await makeDocuments();
    return {};
  },
  deliver_line: async () => ({ deliverId: await makeLines(DeliverStatus.shipped) }),
  sign_line: async () => ({ deliverId: await makeLines(DeliverStatus.signed) }),
  deliver_log: async () => {
    const { id } = await makeDocument(app, { firmId: world.firmId, toId: 1 }, []);
    await run(sql`
      insert into deliver_log (firm_id, deliver_id, act, code_text, item_qty)
      select ${world.firmId}::bigint, ${id}::bigint, ${sql.lit(DeliverAct.ship)}, 'C' || n, 1 from ${times}`);
    return { deliverId: id };
  },
  pack_pair: async () => {
    // Boxes that hold what was joined before printing: one code each.
    const { taskId } = await world.issue({
      productId: world.productId,
      lotId: world.lotId,
      assocMode: 1,
      itemCount: rowCount,
      boxCount: rowCount,
      boxNum: 1,
    });
    await run(sql`update task set task_no = 'EX-PAIR' where id = ${taskId}`);
    return { taskNo: 'EX-PAIR' };
  },
  pack_log: async () => {
    // What was packed and what was refused, in turns, from a device as nothing else here is.
    const { segments } = await world.issue({ itemCount: rowCount, boxCount: 1, assocMode: 0 });
    const [items, boxes] = [Level.item, Level.box].map((at) => segments.find(({ level }) => level === at)!.seg);
    const op = await app.db
      .insertInto('codeOp')
      .values({
        firmId: world.firmId,
        opNo: 'EX-PACK',
        opType: OpType.pack,
        opSrc: OpSource.device,
        idemKey: 'export of the log',
        reqHash: '',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await run(sql`
      insert into code_op_item (firm_id, op_id, seq, seg, span, after, at)
      select ${world.firmId}::bigint, ${op.id}::bigint, n, ${items!}::int, int8range(n, n, '[]'),
        jsonb_build_object('parentSeg', ${boxes!}::int, 'parentSerial', 1), now() - n / 3 * interval '1 minute'
      from ${times} where n % 3 > 0`);
    await run(sql`
      insert into pack_refusal (firm_id, act, code_text, err_code, err_msg, op_src, operator_id, at)
      select ${world.firmId}::bigint, ${sql.lit(PackAct.into)}, 'C' || n, 61001, '编码不存在', ${sql.lit(OpSource.device)}, 1,
        now() - n / 3 * interval '1 minute'
      from ${times} where n % 3 = 0`);
    return { opSrc: OpSource.device };
  },
  remit: async () => {
    await makeShops();
    const first = await countRemits(app, world.firmId, rowCount);
    await run(sql`
      insert into remit (firm_id, firm_no, payee_kind, shop_id, amount, reward_amount, source, period_from, period_to)
      select firm_id, ${first}::int - 1 + row_number() over (order by id), ${sql.lit(PayeeKind.shop)}, id, 5, 5, ${sql.lit(RemitSource.period)}, '2026-01-01', '2026-01-31'
      from shop where firm_id = ${world.firmId} order by id limit ${rowCount}`);
    return { payeeKind: PayeeKind.shop };
  },
  prizeVer: async () => {
    await makeVers();
    return { status: VerStatus.reversed };
  },
  shopVer: async () => {
    await makeVers();
    return {};
  },
  claim: makePosted,
  redeem: makePosted,
  redeem_plain: makePosted,
  consumer: makeConsumers,
  consumer_plain: makeConsumers,
  code_list: async () => {
    await makeSegments('EX-CODE', [399, 1, 500, 100]);
    return { taskNo: 'EX-CODE' };
  },
  agent_stock: async () => {
    const agents = await makeAgents('库存');
    await run(sql`
      insert into stock (firm_id, holder_kind, holder_id, product_id, lot_id, hand_qty, in_qty, last_in_at)
      select ${world.firmId}::bigint, case n % 2 when 0 then ${sql.lit(Holder.shop)} else ${sql.lit(Holder.agent)} end, (${agents}::bigint[])[n], ${world.productId}::bigint, ${world.lotId}::bigint, n, n,
        now() - n / 300 * interval '1 day' from ${times}`);
    return {};
  },
};

const rowsOf = async (exporter: AnyExporter, filters: object, pageRows: number): Promise<unknown[]> => {
  const db = exporter.biz === 'firm' ? app.db : app.dbOfFirm(world.firmId);
  return db.transaction().execute(async (transaction) => {
    const rows: unknown[] = [];
    for await (const row of exportedRows({ ...exporter, pageRows }, transaction, exporter.filters.parse(filters)))
      rows.push(row);
    return rows;
  });
};

test('every list that can be exported has rows here', () => {
  const known = mountedExporters(app).map(({ biz }) => biz);
  expect(Object.keys(makeRows).toSorted()).toEqual(known.toSorted());
});

test('money leaves as numbers of yuan with two decimals, whatever list it is in', () => {
  const columns = mountedExporters(app).flatMap(({ biz, columns: own }) => own.map((column) => ({ biz, ...column })));
  const money = columns.filter(({ title }) => title.includes('（元）'));
  expect(money.length).toBeGreaterThan(40);
  expect(money.flatMap(({ biz, title, fen }) => (fen ? [] : [`${biz} ${title}`]))).toEqual([]);
});

test.each(Object.keys(makeRows))(
  'exports %s page after page, in one transaction, each row once and in the order of its list',
  async (biz) => {
    const exporter = mountedExporters(app).find((one) => one.biz === biz)!;
    const filters = await makeRows[biz]!();
    const rows = await rowsOf(exporter, filters, 400);
    expect(rows).toHaveLength(rowCount);
    expect(new Set(rows.map((row) => JSON.stringify(row))).size).toBe(rowCount);
    // One page alone is the list's own statement.
    expect(rows).toEqual(await rowsOf(exporter, filters, 5000));
    for (const { cell } of exporter.columns) expect(() => cell(rows[0])).not.toThrow();
  },
);

test('answers an export of many rows with its file', async () => {
  await makeSalesmen();
  const { token } = await makeStaff(app, { firmId: world.firmId, permissions: [salesmanApi.export.may as string] });
  const answer = await app.call(token, salesmanApi.export, {});
  expect(answer).toMatchObject({ code: 200, data: { fileName: expect.stringMatching(/\.xlsx$/) as string } });
  const { rows } = await sql<{ jsonResult: string }>`
    select json_result from audit_log where title = ${salesmanApi.export.title} and status = ${sql.lit(AuditStatus.normal)}`.execute(
    app.db,
  );
  expect(rows).toHaveLength(1);
});

test('draws up the refused rows of an import, and what an operation left out, page after page', async () => {
  const job = await app.db
    .insertInto('fileJob')
    .values({
      firmId: world.firmId,
      kind: JobKind.import,
      taskNo: 'EX',
      biz: 'agent',
      title: 'x',
      header: '["编号"]',
      operatorId: 1,
    })
    .returning(['id', 'header'])
    .executeTakeFirstOrThrow();
  await run(sql`
    insert into file_job_error (job_id, row_no, firm_id, raw, err_code, err_msg)
    select ${job.id}::bigint, n, ${world.firmId}::bigint, '["A"]', 400, '错误' || n from ${times}`);
  const book = await app.db.transaction().execute((db) => buffer(errorBook(db, job)));
  expect(book.length).toBeGreaterThan(1000);
  const op = await app.db
    .insertInto('codeOp')
    .values({
      firmId: world.firmId,
      opNo: 'EX',
      opType: OpType.activate,
      params: '{}',
      idemKey: 'EX',
      reqHash: '-',
      operatorId: 1,
    } as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  await run(sql`
    insert into code_op_row (op_id, firm_id, row_no, state, first_text, err_code, err_msg)
    select ${op.id}::bigint, ${world.firmId}::bigint, n, ${sql.lit(OpRowState.leftOut)}, 'C' || n, 61001, '错误' from ${times}`);
  const left: number[] = [];
  await app.db.transaction().execute(async (db) => {
    for await (const { rowNo } of readLeftOut(db, op.id)) left.push(rowNo);
  });
  expect(left).toEqual(Array.from({ length: rowCount }, (_, at) => at + 1));
});

test('every call that answers an export says that it offers a file, so that it has its turn and no transaction', () => {
  const silent = app.endpoints.filter(({ data, offersFile }) => data === ExportFile && !offersFile);
  expect(silent.map(({ path }) => path)).toEqual([]);
});
