import { ImportBiz } from '@zhuiyuan/contract/jobs/import-biz';
import { JobKind, JobStatus } from '@zhuiyuan/contract/jobs/job-enums';
import { Review } from '@zhuiyuan/contract/kit/review';
import { noticeApi } from '@zhuiyuan/contract/stats/notice';
import { OpStatus, OpType, TaskPhase } from '@zhuiyuan/contract/codes/state/code-enums';
import { ShopType } from '@zhuiyuan/contract/parties/shop/shop-enums';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { makeFirmStaff, makeStaff } from '../../test/factories/access.ts';

const sight = noticeApi.list.may as string;
let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const enter = async (permissions: string[] = []) => {
  const { firmId, staffId, token } = await makeFirmStaff(app, [sight, ...permissions]);
  return { firmId, token, id: staffId };
};
type Person = Awaited<ReturnType<typeof enter>>;
const list = (token: string) => app.data(token, noticeApi.list, {});

const makeJob = ({ firmId, id }: Person, change: object) =>
  app.db
    .insertInto('fileJob')
    .values({
      firmId,
      operatorId: id,
      kind: JobKind.import,
      biz: ImportBiz.of('agent')!.value,
      title: '经销商',
      taskNo: `I${randomUUID().slice(0, 8)}`,
      fileName: '经销商.xlsx',
      header: '[]',
      status: JobStatus.done,
      startedAt: sql<string>`now()`,
      finishedAt: sql<string>`now()`,
      ...change,
    } as never)
    .execute();

test('what ended for a person is told to him alone, worst said, newest first, until he has seen it', async () => {
  const person = await enter();
  const colleague = await makeStaff(app, { firmId: person.firmId, permissions: [sight] });
  await makeJob(person, { okCnt: 3, total: 3, finishedAt: sql`now() - interval '3 hours'` });
  await makeJob(person, { status: JobStatus.unfinished, okCnt: 45, failCnt: 3, skipCnt: 2, total: 50 });
  await makeJob(person, {
    status: JobStatus.unfinished,
    err: '文件已损坏',
    finishedAt: sql`now() - interval '1 hour'`,
  });
  // handed over at once
  await makeJob(person, { kind: JobKind.export, biz: 'agent', startedAt: null });
  await makeJob(person, { status: JobStatus.running, finishedAt: null });
  await makeJob(person, { createdAt: sql`now() - interval '91 days'` });
  await app.db
    .insertInto('task')
    .values({
      firmId: person.firmId,
      createdBy: person.id,
      taskNo: `T${randomUUID().slice(0, 8)}`,
      name: '冬季补货',
      fmt: 'X16',
      itemCount: 36_000,
      phase: TaskPhase.done,
      finishedAt: sql<string>`now() - interval '2 hours'`,
      idemKey: randomUUID(),
      reqHash: '-',
    })
    .execute();
  const makeOp = (seconds: number, change: object = {}) =>
    app.db
      .insertInto('codeOp')
      .values({
        firmId: person.firmId,
        operatorId: person.id,
        opNo: `O${randomUUID().slice(0, 8)}`,
        opType: OpType.activate,
        status: OpStatus.done,
        okCnt: 5,
        idemKey: randomUUID(),
        reqHash: '-',
        createdAt: sql<string>`now() - interval '1 day' - make_interval(secs => ${seconds})`,
        finishedAt: sql<string>`now() - interval '1 day'`,
        ...change,
      })
      .execute();
  await makeOp(1);
  await makeOp(9, { failCnt: 2, status: OpStatus.unfinished });

  const { ended } = await list(person.token);
  expect(ended.map(({ title, outcome, isRead }) => [title.replace(/T\w+ /, ''), outcome, isRead])).toEqual([
    ['经销商导入部分成功', 'wait', false],
    ['经销商导入未完成', 'bad', false],
    ['生码任务 已完成', 'good', false],
    ['经销商导入已完成', 'good', false],
    ['批量启用部分成功', 'wait', false],
  ]);
  expect(ended[0]!.text).toContain('45 行成功，3 行未导入，2 行跳过');
  expect((await list(colleague.token)).ended).toEqual([]);

  await app.data(person.token, noticeApi.read, { rows: [{ key: ended[1]!.key, count: 0 }] });
  await app.data(person.token, noticeApi.read, { rows: [{ key: ended[1]!.key, count: 0 }] });
  expect((await list(person.token)).ended.map(({ isRead }) => isRead)).toEqual([false, true, false, false, false]);
});

test('of many only the newest twenty are told', async () => {
  const person = await enter();
  await sql`
    insert into file_job (firm_id, operator_id, kind, biz, title, task_no, header, status, started_at, finished_at, ok_cnt, total)
    select ${person.firmId}::bigint, ${person.id}::bigint, ${sql.lit(JobKind.export)}, 'product', '产品', 'E' || n, '[]', ${sql.lit(JobStatus.done)}, now(),
      now() - make_interval(secs => 1001 - n), n, n
    from generate_series(1, 1001) n`.execute(app.db);
  const { ended } = await list(person.token);
  expect(ended.map(({ text }) => text)).toEqual(
    Array.from({ length: 20 }, (_, at) => `${(1001 - at).toLocaleString('en')} 行`),
  );
});

test('what waits stays until it is done, and says how many had been seen', async () => {
  const person = await enter(['admin:identity:shop:audit']);
  const makeShop = (audit: number) =>
    app.db
      .insertInto('shop')
      .values({
        firmId: person.firmId,
        name: '门店',
        shopNo: randomUUID().slice(0, 12),
        shopType: ShopType.other,
        phone: `138${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`,
        audit,
      })
      .execute();
  await makeShop(Review.waiting);
  await makeShop(Review.passed);
  expect(await list(person.token)).toMatchObject({ todo: { auditShopNum: 1 }, seen: {} });
  await app.data(person.token, noticeApi.read, { rows: [{ key: 'todo:auditShopNum', count: 1 }] });
  await makeShop(Review.waiting);
  expect(await list(person.token)).toMatchObject({ todo: { auditShopNum: 2 }, seen: { auditShopNum: 1 } });
  const without = await enter();
  expect((await list(without.token)).todo).toEqual({});
});

test('a key that names nothing is refused', async () => {
  const { token } = await enter();
  for (const key of ['', 'x', 'job:%', `job:${'1'.repeat(40)}`])
    expect(await app.call(token, noticeApi.read, { rows: [{ key, count: 0 }] })).toMatchObject({ code: 400 });
});
