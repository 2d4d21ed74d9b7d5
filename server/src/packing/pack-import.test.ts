import { importTaskApi } from '@zhuiyuan/contract/jobs/import-task';
import { identityApi } from '@zhuiyuan/contract/codes/lookup/identity';
import { packingApi } from '@zhuiyuan/contract/packing/packing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { makeStaff } from '../../test/factories/access.ts';
import { codePermissions, makeCodeWorld, opsOf, packPermissions, range } from '../../test/factories/codes.ts';
import { importRows, offeredRows } from '../../test/factories/jobs.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ work: true });
});
afterAll(() => app.close());

test('480 items into 80 boxes by a file: a box with a wrong code is left alone, the same file again changes nothing', async () => {
  const world = await makeCodeWorld(app);
  const ops = opsOf(app, world);
  const { token } = await makeStaff(app, {
    firmId: world.firmId,
    permissions: [...codePermissions, ...packPermissions],
  });
  const { segments } = await world.issue({ itemCount: 500, boxCount: 90, caseCount: 20, assocMode: 0 });
  const seg = (level: number) => segments.find((segment) => segment.level === level)!.seg;
  await ops.use(range(seg(0), 1, 490));
  const textsOf = (level: number, count: number) =>
    ops.textsOf(seg(level), ...Array.from({ length: count }, (_, at) => at + 1));
  const [items, boxes, cases] = [await textsOf(0, 500), await textsOf(1, 90), await textsOf(2, 20)];
  const lines = items.slice(0, 480).map((code, at) => [boxes[Math.floor(at / 6)]!, code]);
  // Box 3 has a code that is not activated, box 5 one that is none; the lines of box 8 stand at both ends of the file.
  lines[2 * 6 + 1]![1] = items[495]!;
  lines[4 * 6]![1] = 'NONE';
  lines.push(lines.splice(7 * 6, 1)[0]!);
  const run = (rows: string[][]) => importRows(app, token, 'pack', [['箱码', '下级码'], ...rows], { again: true });
  const first = await run(lines);
  expect(first).toMatchObject({ total: 480, ok: 468, fail: 12 });
  expect(first.errors.filter(({ errMsg }) => errMsg === '同箱其他行有误，本箱未执行')).toHaveLength(10);
  expect(first.errors.map(({ errMsg }) => errMsg)).toContain(`编码${items[495]}：编码未启用，不能装箱`);
  expect(first.errors.some(({ errCode }) => errCode === 61001)).toBe(true);

  const full = await app.data(token, packingApi.list, { boxState: 2, limit: 200 });
  expect(full.total).toBe(78);
  for (const box of full.list) expect([box.code, box.childCnt]).toEqual([box.code, 6]);
  const facts = await app.data(token, identityApi.query, { texts: [items[47]!, items[43]!, items[13]!] });
  expect(facts.rows.map(({ boxCode }) => boxCode)).toEqual([boxes[7], boxes[7], null]);
  const packed = await app.db
    .selectFrom('codeOp')
    .where('firmId', '=', world.firmId)
    .where('idemKey', 'like', `import ${first.taskId} %`)
    .select(['total', 'okCnt', 'opType'])
    .execute();
  expect(packed).toEqual([{ total: 468, okCnt: 468, opType: 6 }]);

  expect(await run(lines)).toMatchObject({ ok: 0, skip: 468, fail: 12 });
  const small = boxes.slice(0, 8).filter((_box, at) => at !== 2 && at !== 4);
  const upper = await run([
    ...small.slice(0, 4).map((box) => [cases[0]!, box]),
    [cases[1]!, small[4]!],
    [cases[1]!, boxes[2]!],
  ]);
  expect(upper).toMatchObject({ ok: 4, fail: 2 });
  expect((await app.data(token, packingApi.list, { level: 2 })).list[0]).toMatchObject({ code: cases[0], itemQty: 24 });
  // What a file packs counts as what hands pack; small boxes in a large one are not counted again.
  expect(await app.data(token, packingApi.cards, {})).toMatchObject({
    boxCnt: 78,
    caseCnt: 1,
    itemCnt: 468,
    openCnt: 0,
    failCnt: 5,
  });
});

test('a file of cases, boxes and items in any order: a case with its boxes is packed wholly or not at all', async () => {
  const world = await makeCodeWorld(app);
  const ops = opsOf(app, world);
  const { token } = await makeStaff(app, {
    firmId: world.firmId,
    permissions: [...codePermissions, ...packPermissions],
  });
  const { segments } = await world.issue({ itemCount: 120, boxCount: 20, caseCount: 5, assocMode: 0 });
  const seg = (level: number) => segments.find((segment) => segment.level === level)!.seg;
  await ops.use(range(seg(0), 1, 119));
  const textsOf = (level: number, count: number) =>
    ops.textsOf(seg(level), ...Array.from({ length: count }, (_, at) => at + 1));
  const [items, boxes, cases] = [await textsOf(0, 120), await textsOf(1, 20), await textsOf(2, 5)];
  const run = (rows: string[][]) => importRows(app, token, 'pack', rows, { again: true });
  const inBox = (box: number) => items.slice(box * 6, box * 6 + 6);

  // Pairs with the case before its boxes: a box that is not full yet may not go into a case.
  const pairs = [0, 1].map((box) => [cases[0]!, boxes[box]!]);
  const ofItems = [0, 1].flatMap((box) => inBox(box).map((item) => [boxes[box]!, item]));
  expect(await run([['箱码', '下级码'], ...pairs, ...ofItems])).toMatchObject({ total: 14, ok: 14, fail: 0 });

  // Chains: a case, its box and an item a line; the case is told at one line of each box alone.
  const titles = ['大箱码', '小箱码', '产品码'];
  const chain = (ofCase: string, box: number) =>
    inBox(box).map((item, at) => [at === 3 ? ofCase : '', boxes[box]!, item]);
  const good = [...chain(cases[1]!, 2), ...chain(cases[1]!, 3)];
  // The last item of box 19 is not activated: nothing of its case is packed.
  const wrong = [...chain(cases[2]!, 18), ...chain(cases[2]!, 19)];
  const first = await run([titles, ...good, ...wrong]);
  expect(first).toMatchObject({ total: 24, ok: 12, fail: 12 });
  const told = first.errors.map(({ field, errMsg }) => [field, errMsg]);
  expect(told).toContainEqual(['产品码', `编码${items[119]}：编码未启用，不能装箱`]);
  expect(told.filter(([, message]) => message === '同箱其他行有误，本箱未执行').length).toBeGreaterThanOrEqual(10);

  const { list } = await app.data(token, packingApi.list, { level: 2, limit: 20 });
  expect(Object.fromEntries(list.map(({ code, itemQty }) => [code, itemQty]))).toEqual({
    [cases[0]!]: 12,
    [cases[1]!]: 12,
  });
  expect(
    (await app.data(token, packingApi.list, { level: 1, limit: 20 })).list.map(({ code }) => code).toSorted(),
  ).toEqual(boxes.slice(0, 4).toSorted());
  expect(await run([titles, ...good])).toMatchObject({ ok: 0, skip: 12, fail: 0 });
  // The template has the columns of both forms.
  const { fileName } = await app.data(token, importTaskApi.template, { biz: 'pack' });
  const [head] = await offeredRows(app, fileName);
  const filled = [boxes[7]!, items[42]!, '', '', ''];
  expect(await run([head!.map(String), filled, ['', '', '', boxes[8]!, items[48]!]])).toMatchObject({ ok: 2, fail: 0 });
  const wanting = await run([titles, [cases[3]!, '', ''], ['', boxes[5]!, items[40]!], ['', boxes[6]!, items[40]!]]);
  expect(wanting).toMatchObject({ ok: 1, fail: 2 });
  expect(wanting.errors.map(({ field, errMsg }) => [field, errMsg])).toEqual([
    ['', '第2行：请填写箱码和下级码，或大箱码、小箱码、产品码中的至少两个'],
    ['产品码', '第4行：产品码重复，与第3行相同'],
  ]);
});
