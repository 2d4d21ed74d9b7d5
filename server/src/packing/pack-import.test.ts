import { identityApi } from '@zhuiyuan/contract/codes/lookup/identity';
import { packingApi } from '@zhuiyuan/contract/packing/packing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { makeStaff } from '../../test/factories/access.ts';
import { codePermissions, makeCodeWorld, opsOf, packPermissions, range } from '../../test/factories/codes.ts';
import { importRows } from '../../test/factories/jobs.ts';

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
