import { codeOpApi } from '@zhuiyuan/contract/codes/ops/code-op';
import { RecallState } from '@zhuiyuan/contract/trace/lot/lot-states';
import { importTaskApi } from '@zhuiyuan/contract/jobs/import-task';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { makeFirmStaff } from '../../../test/factories/access.ts';
import { makeCodeWorld, opsOf, range } from '../../../test/factories/codes.ts';
import { importRows, uploaded } from '../../../test/factories/jobs.ts';
import { book } from '../../../test/sheets.ts';

let app: TestApp;
let world: Awaited<ReturnType<typeof makeCodeWorld>>;
let ops: ReturnType<typeof opsOf>;
let productNo: string;
beforeAll(async () => {
  app = await openTestApp({ work: true });
  world = await makeCodeWorld(app);
  ops = opsOf(app, world);
  productNo = (
    await app.db.selectFrom('product').where('id', '=', world.productId).select('productNo').executeTakeFirstOrThrow()
  ).productNo;
});
afterAll(() => app.close());

const useTitles = ['编码', '起始编码', '结束编码', '产品编号', '批号', '生产日期'];
const updateTitles = ['编码', '起始编码', '结束编码', '新产品编号', '新批号', '新渠道编号', '原因'];
const deleteTitles = ['编码', '起始编码', '结束编码', '原因'];
const lotNo = 'L261104-1';
const opsOfImport = async (taskId: number) => {
  const rows = await app.db
    .selectFrom('codeOp')
    .where('firmId', '=', world.firmId)
    .where('idemKey', 'like', `import ${taskId} %`)
    .select(['id', 'total', 'okCnt', 'status'])
    .orderBy('id')
    .execute();
  return rows;
};

describe('启用 by lines of a file', () => {
  test('binds single codes and runs, each line to its own lot, and makes a lot that is not there yet', async () => {
    const { seg } = await world.issue();
    const [one, from, to, other] = await ops.textsOf(seg, 1, 11, 110, 200);
    const before = await ops.countsOf(world.lotId);
    const ended = await importRows(app, world.token, 'batch_use', [
      useTitles,
      [one!, '', '', productNo, lotNo, ''],
      ['', from!, to!, productNo, lotNo, ''],
      [other!, '', '', productNo, 'NEW-1', '2026-11-06'],
    ]);
    expect(ended).toMatchObject({ total: 3, ok: 3, fail: 0, status: 2 });
    expect(await ops.lives(seg, 1, 2, 11, 110, 111, 200)).toEqual([1, 0, 1, 1, 0, 1]);
    expect(await ops.facts(seg, 200)).toMatchObject({ lotNo: 'NEW-1' });
    expect(await ops.countsOf(world.lotId)).toMatchObject({ activeCnt: before.activeCnt + 101 });
    const made = await opsOfImport(ended.taskId);
    expect(made.map(({ total, status }) => [Number(total), status])).toEqual([
      [101, 2],
      [1, 2],
    ]);
    // Taken back like one of the screen.
    expect(await ops.undo(made[0]!.id)).toMatchObject({ code: 200, data: { ok: 101 } });
    expect(await ops.lives(seg, 1, 11, 200)).toEqual([0, 0, 1]);
  });

  test('tells every bad line with its cause, and a bad line makes no lot', async () => {
    const { seg } = await world.issue();
    const texts = await ops.textsOf(seg, 1, 2, 3, 4, 5, 6, 9, 7, 8);
    const [taken, voided, frozen, good, twice, unknown, ninth, gone, early] = texts as [string, ...string[]] & string[];
    const elsewhere = await ops.makeLot();
    await ops.use(await ops.single(seg, 1), { lotId: elsewhere });
    await ops.remove(await ops.single(seg, 2));
    await ops.remove(await ops.single(seg, 7));
    await ops.freeze(await ops.single(seg, 3));
    const ended = await importRows(app, world.token, 'batch_use', [
      useTitles,
      [taken!, '', '', productNo, lotNo, ''],
      [voided!, '', '', productNo, lotNo, ''],
      [frozen!, '', '', productNo, lotNo, ''],
      [good!, '', '', productNo, lotNo, ''],
      [twice!, '', '', productNo, lotNo, ''],
      [twice!, '', '', productNo, lotNo, ''],
      ['AAAABBBBCCCCDDDD', '', '', productNo, lotNo, ''],
      [unknown!, '', '', 'P-nobody', lotNo, ''],
      [ninth!, '', '', productNo, 'NOT-THERE', ''],
      ['', taken!, '', productNo, lotNo, ''],
      [gone!, '', '', productNo, 'ONLY-BAD', '2026-11-06'],
      [early!, '', '', productNo, lotNo, '2020-01-01'],
    ]);
    expect(ended).toMatchObject({ total: 12, ok: 2, fail: 10 });
    const told = Object.fromEntries(ended.errors.map(({ rowNo, errMsg }) => [rowNo, errMsg]));
    expect(told[2]).toContain('编码已启用并绑定其他产品或批次');
    expect(told[3]).toContain('编码已作废');
    expect(told[4]).toContain('编码已冻结');
    expect(told[7]).toContain('与第6行相同');
    expect(told[8]).toContain('编码格式不正确');
    expect(told[9]).toContain('产品编号不存在：P-nobody');
    expect(told[10]).toContain('请填写生产日期');
    expect(told[11]).toContain('请填写编码，或起始编码和结束编码');
    expect(told[12]).toContain('编码已作废');
    expect(told[13]).toContain('的生产日期是2026-11-04');
    expect(await ops.lives(seg, 4, 5, 6)).toEqual([1, 1, 0]);
    const lots = await app.db
      .selectFrom('lot')
      .where('firmId', '=', world.firmId)
      .where('lotNo', '=', 'ONLY-BAD')
      .select('id')
      .execute();
    expect(lots).toEqual([]);
  });

  test('the same file again changes nothing, and another firm has neither these codes nor this product', async () => {
    const { seg } = await world.issue();
    const [code] = await ops.textsOf(seg, 1);
    const rows = [useTitles, [code!, '', '', productNo, lotNo, '']];
    expect(await importRows(app, world.token, 'batch_use', rows)).toMatchObject({ ok: 1, skip: 0 });
    const again = await importRows(app, world.token, 'batch_use', rows, { again: true });
    expect(again).toMatchObject({ ok: 0, skip: 1, fail: 0 });
    expect(await opsOfImport(again.taskId)).toEqual([]);
    const stranger = await makeFirmStaff(app, [
      'admin:identity:batch:use',
      'admin:identity:batch:delete',
      'admin:identity:importTask:list',
      'admin:identity:importTask:save',
    ]);
    expect(await importRows(app, stranger.token, 'batch_use', rows)).toMatchObject({ ok: 0, fail: 1 });
    const hit = await importRows(app, stranger.token, 'batch_delete', [deleteTitles, [code!, '', '', '印刷错误']]);
    expect(hit.errors[0]!.errMsg).toContain('编码不存在');
    expect(await ops.lives(seg, 1)).toEqual([1]);
  });

  test('needs the permission of the operation', async () => {
    const { token } = await makeFirmStaff(app, ['admin:identity:importTask:save', 'admin:identity:batch:use']);
    const fileUrl = await uploaded(app, token, 'batch_use', await book([useTitles, ['X', '', '', 'P', 'L', '']]));
    expect(await app.call(token, codeOpApi.importDelete, { fileUrl } as never)).toMatchObject({ code: 403 });
    expect(await app.call(token, importTaskApi.save, { biz: 'batch_delete', fileUrl } as never)).toMatchObject({
      code: 403,
    });
  });
});

test('改绑 and 作废 by lines: lots, channels and reasons each their own, boxes only with what is in them', async () => {
  const { segments } = await world.issue({
    itemCount: 24,
    boxCount: 4,
    assocMode: 1,
    productId: world.productId,
  });
  const [items, boxes] = [segments.find(({ level }) => level === 0)!, segments.find(({ level }) => level === 1)!];
  await ops.use(range(boxes.seg, 1, 4), { includeChild: true });
  const to = await ops.makeLot();
  const { lotNo: newLotNo } = await app.db
    .selectFrom('lot')
    .where('id', '=', to)
    .select('lotNo')
    .executeTakeFirstOrThrow();
  const [first, second] = await ops.textsOf(items.seg, 1, 2);
  const [box, otherBox] = await ops.textsOf(boxes.seg, 2, 3);
  const updated = await importRows(app, world.token, 'batch_update', [
    updateTitles,
    [first!, '', '', '', newLotNo, '', '贴错标签'],
    [second!, '', '', '', '', 'C-none', '贴错标签'],
    [second!, '', '', '', newLotNo, '', ''],
  ]);
  expect(updated).toMatchObject({ ok: 1, fail: 2 });
  expect(await ops.facts(items.seg, 1)).toMatchObject({ lotId: to });
  const refused = await importRows(app, world.token, 'batch_delete', [deleteTitles, [box!, '', '', '破损']]);
  expect(refused.errors[0]!.errMsg).toContain('箱内有产品');
  const voided = await importRows(
    app,
    world.token,
    'batch_delete',
    [deleteTitles, [box!, '', '', '破损'], ['', otherBox!, otherBox!, '受潮']],
    { params: { includeChild: true } },
  );
  expect(voided).toMatchObject({ ok: 2, fail: 0 });
  expect(await ops.lives(items.seg, 1, 7, 12, 13, 18, 19)).toEqual([1, 2, 2, 2, 2, 1]);
  expect(await opsOfImport(voided.taskId)).toHaveLength(2);
});

test('a file binds nothing to a lot that is being recalled', async () => {
  const { seg } = await world.issue();
  const lotId = await ops.makeLot();
  const lot = await app.db.selectFrom('lot').where('id', '=', lotId).select('lotNo').executeTakeFirstOrThrow();
  const recalled = { recallState: RecallState.recalled, recallText: '包装破损' };
  await app.db.updateTable('lot').set(recalled).where('id', '=', lotId).execute();
  await ops.use(await ops.single(seg, 2));
  const [fresh, active] = await ops.textsOf(seg, 1, 2);
  const used = await importRows(app, world.token, 'batch_use', [useTitles, [fresh!, '', '', productNo, lot.lotNo, '']]);
  expect(used).toMatchObject({ ok: 0, fail: 1, errors: [{ errMsg: '批次正在召回，不能再放入编码' }] });
  const moved = await importRows(app, world.token, 'batch_update', [
    updateTitles,
    [active!, '', '', '', lot.lotNo, '', '贴错标签'],
  ]);
  expect(moved).toMatchObject({ ok: 0, fail: 1, errors: [{ errMsg: '批次正在召回，不能再放入编码' }] });
  expect(await ops.lives(seg, 1, 2)).toEqual([0, 1]);
});
