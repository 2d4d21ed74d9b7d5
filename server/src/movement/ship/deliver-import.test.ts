import { Holder } from '@zhuiyuan/contract/codes/state/code-enums';
import { OpSource } from '@zhuiyuan/contract/kit/op-source';
import { DeliverStatus } from '@zhuiyuan/contract/movement/move-enums';
import { shipApi } from '@zhuiyuan/contract/movement/ship/ship';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { importEnded, importRows, uploaded } from '../../../test/factories/jobs.ts';
import { makeMoveWorld } from '../../../test/factories/movement.ts';
import { book } from '../../../test/sheets.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ work: true });
});
afterAll(() => app.close());

const titles = ['收货方类型', '收货方编号', '编码', '起始编码', '结束编码', '外部单号', '物流单号'];
const documentsOf = (firmId: number) =>
  app.db.selectFrom('deliver').where('firmId', '=', firmId).selectAll().orderBy('id').execute();
const numbersOf = async (agentId: number, shopId: number) => {
  const agent = await app.db.selectFrom('agent').where('id', '=', agentId).select('agentNo').executeTakeFirstOrThrow();
  const shop = await app.db.selectFrom('shop').where('id', '=', shopId).select('shopNo').executeTakeFirstOrThrow();
  return [agent.agentNo, shop.shopNo] as const;
};

test('a file makes one document of each receiver and external number, tells wrong rows, and changes nothing the second time', async () => {
  const { token, firmId, agent, shop, items, box, codesOf, item, pack, stockOf, lotId, linesOf } =
    await makeMoveWorld(app);
  const [agentNo, shopNo] = await numbersOf(agent, shop);
  await pack(1, 1, 6);
  const codes = await codesOf(items, 10, 40);
  const rows = [
    ['经销商', agentNo, await box(1), '', '', 'ERP-1', 'SF1'],
    ['经销商', agentNo, '', codes[0]!, codes[9]!, 'ERP-1', ''],
    ['经销商', agentNo, codes[12]!, '', '', 'ERP-2', ''],
    ['门店', shopNo, codes[13]!, '', '', '', ''],
    ['经销商', agentNo, await item(3), '', '', 'ERP-1', ''],
    ['经销商', agentNo, await item(350), '', '', 'ERP-1', ''],
    ['经销商', 'NONE', codes[14]!, '', '', '', ''],
    ['经销商', agentNo, 'XXXX', '', '', 'ERP-2', ''],
    ['经销商', agentNo, codes[12]!, '', '', 'ERP-9', ''],
    ['企业', agentNo, codes[15]!, '', '', '', ''],
    ['门店', shopNo, codes[16]!, '', '', '', ''],
  ];
  const run = () => importRows(app, token, 'deliver', [titles, ...rows], { again: true });
  const first = await run();
  expect(first).toMatchObject({ total: 11, ok: 5, fail: 6, skip: 0 });
  expect(first.errors.map(({ rowNo, field, errCode }) => [rowNo, field, errCode])).toEqual([
    [6, '编码', 61063],
    [7, '编码', 61064],
    [8, '收货方编号', 404],
    [9, '编码', 61001],
    [10, '编码', 400],
    [11, '收货方类型', 400],
  ]);
  expect(first.errors.map(({ errMsg }) => errMsg)).toEqual([
    `编码${await item(3)}：编码已装入${await box(1)}，请按箱发货或选择拆零发货`,
    `编码${await item(350)}：编码未启用，不能发货`,
    '第8行：收货方编号不存在：NONE',
    '编码XXXX：编码格式不正确，请核对后重试',
    '第10行：编码重复，与第4行相同',
    '第11行：收货方类型应为经销商、门店之一',
  ]);
  const made = await documentsOf(firmId);
  expect(
    made.map(({ toKind, toId, extNo, itemQty, logisticsNo, opSrc }) => [
      toKind,
      toId,
      extNo,
      itemQty,
      logisticsNo,
      opSrc,
    ]),
  ).toEqual([
    [Holder.agent, agent, 'ERP-1', 16, 'SF1', OpSource.task],
    [Holder.agent, agent, 'ERP-2', 1, '', OpSource.task],
    [Holder.shop, shop, '', 2, '', OpSource.task],
  ]);
  expect((await linesOf(made[0]!.id)).map(({ itemQty }) => itemQty).toSorted((a, b) => a - b)).toEqual([6, 10]);
  expect(await stockOf(agent)).toMatchObject([{ lotId, transitQty: 17, handQty: 0 }]);

  expect(await run()).toMatchObject({ ok: 0, skip: 5, fail: 6 });
  expect(await documentsOf(firmId)).toEqual(made);
});

test('rows after the five hundredth go into the same document; a later file appends to one of its external number', async () => {
  const { token, firmId, agent, shop, issue, ops, productId, lotId } = await makeMoveWorld(app);
  const [agentNo] = await numbersOf(agent, shop);
  const { seg } = await issue({ itemCount: 1300 });
  await ops.use({ mode: 1, ranges: [{ seg, serialFrom: 1, serialTo: 1300 }] });
  const codes = await ops.textsOf(seg, ...Array.from({ length: 1300 }, (_, at) => at + 1));
  const lines = (from: number, to: number, extNo: string) =>
    codes.slice(from, to).map((code) => ['经销商', agentNo, code, '', '', extNo, '']);
  expect(await importRows(app, token, 'deliver', [titles, ...lines(0, 1100, '')])).toMatchObject({ ok: 1100, fail: 0 });
  expect(await importRows(app, token, 'deliver', [titles, ...lines(1100, 1200, 'A')])).toMatchObject({ ok: 100 });
  expect(await importRows(app, token, 'deliver', [titles, ...lines(1200, 1300, 'A')])).toMatchObject({ ok: 100 });
  const made = await documentsOf(firmId);
  expect(made.map(({ extNo, itemQty }) => [extNo, itemQty])).toEqual([
    ['', 1100],
    ['A', 200],
  ]);
  expect(productId + lotId).toBeGreaterThan(0);
}, 60_000);

test('a file of codes goes by one document to the receiver that was chosen on the page', async () => {
  const { token, firmId, agent, items, codesOf } = await makeMoveWorld(app);
  const codes = await codesOf(items, 1, 30);
  const fileUrl = await uploaded(app, token, 'deliver', await book([['编码'], ...codes.map((code) => [code])]));
  const { taskId } = await app.data(token, shipApi.batchSave, {
    head: { toKind: Holder.agent, toId: agent, extNo: 'PAGE-1', warehouse: '余杭仓' },
    pick: { mode: 6, fileUrl },
    idemKey: randomUUID(),
  } as never);
  expect(await importEnded(app, token, taskId!)).toMatchObject({ ok: 30, fail: 0 });
  expect(await documentsOf(firmId)).toMatchObject([
    { toId: agent, extNo: 'PAGE-1', warehouse: '余杭仓', itemQty: 30, status: DeliverStatus.shipped },
  ]);
});

test('signing by a file: whole documents and codes, wrong rows told, nothing twice', async () => {
  const { token, ship, items, box, line, item, agent, docOf, stockOf, pack } = await makeMoveWorld(app);
  await pack(1, 1, 6);
  const whole = (await ship([await line(items, 50, 99)])).data;
  const part = (await ship([{ code: await box(1) }, { code: await item(10) }, { code: await item(11) }])).data;
  const run = async () =>
    importRows(
      app,
      token,
      'sign',
      [
        ['发货单号', '编码'],
        [whole.deliverNo, ''],
        [part.deliverNo, await item(10)],
        [part.deliverNo, await item(3)],
        [part.deliverNo, await item(200)],
        ['FH20200101-0001', ''],
        [part.deliverNo, await box(1)],
      ],
      { again: true },
    );
  const first = await run();
  expect(first).toMatchObject({ total: 6, ok: 3, fail: 3, skip: 0 });
  expect(first.errors.map(({ rowNo, field, errCode }) => [rowNo, field, errCode])).toEqual([
    [4, '编码', 61136],
    [5, '编码', 61076],
    [6, '发货单号', 404],
  ]);
  expect(await docOf(whole.id)).toMatchObject({ status: DeliverStatus.signed, signQty: 50 });
  expect(await docOf(part.id)).toMatchObject({ status: DeliverStatus.shipped, signQty: 7, itemQty: 8 });
  expect(await stockOf(agent)).toMatchObject([{ transitQty: 1, handQty: 57, inQty: 57 }]);
  expect(await run()).toMatchObject({ ok: 0, skip: 3, fail: 3 });
  expect(await stockOf(agent)).toMatchObject([{ transitQty: 1, handQty: 57, inQty: 57 }]);
});
