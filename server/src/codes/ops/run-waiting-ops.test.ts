import { codeOpApi } from '@zhuiyuan/contract/codes/ops/code-op';
import { identityApi } from '@zhuiyuan/contract/codes/lookup/identity';
import { uploadApi } from '@zhuiyuan/contract/media/upload';
import { toTime } from '@zhuiyuan/contract/kit/clock';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { eventually } from '../../../test/eventually.ts';
import { makeStaff } from '../../../test/factories/access.ts';
import { codePermissions, makeCodeWorld } from '../../../test/factories/codes.ts';
import { upload } from '../../../test/factories/media.ts';
import { openKeyring } from '../cipher/keyring.ts';

let app: TestApp;
let world: Awaited<ReturnType<typeof makeCodeWorld>>;
beforeAll(async () => {
  app = await openTestApp({ work: true });
  world = await makeCodeWorld(app);
  const { token } = await makeStaff(app, {
    firmId: world.firmId,
    permissions: [...codePermissions, 'admin:upload:file'],
  });
  world.token = token;
});
afterAll(() => app.close());

const segmentOf = (seg: number) =>
  app.db.selectFrom('segment').selectAll().where('seg', '=', seg).executeTakeFirstOrThrow();
const textsOf = async (seg: number, ...serials: number[]) => {
  const segment = await segmentOf(seg);
  return Promise.all(serials.map((serial) => openKeyring(app).readText(app.db, segment, serial)));
};
const lives = async (seg: number, ...serials: number[]) =>
  Promise.all(
    (await textsOf(seg, ...serials)).map(
      async (code) => (await app.data(world.token, identityApi.info, { code })).life,
    ),
  );
const send = async (name: string, content: string) => {
  const { data } = await upload(app, world.token, uploadApi.file, { name, content: Buffer.from(content) });
  return { mode: 6 as const, fileUrl: data.url };
};
const submit = <E extends 'use' | 'delete' | 'freeze'>(what: E, more: object) =>
  app.call(world.token, codeOpApi[what], {
    productId: world.productId,
    lotId: world.lotId,
    reasonType: 1,
    reason: '测试',
    idemKey: randomUUID(),
    ...more,
  } as never);
const settled = (opId: number) =>
  eventually(
    async () => {
      const op = await app.data(world.token, codeOpApi.info, { id: opId });
      expect(op.status).not.toBe(1);
      return op;
    },
    { interval: 100 },
  );

describe('上传文件', () => {
  test('every line is done or named; the errors come back as a file and are tried again', async () => {
    const { seg } = await world.issue({ itemCount: 5000 });
    const codes = await textsOf(seg, ...Array.from({ length: 1200 }, (_, i) => i * 2 + 1));
    const [first, last] = await textsOf(seg, 3001, 3500);
    const content = [
      '编码,起始编码,结束编码',
      ...codes.map((code) => `${code},,`),
      `,${first},${last}`,
      'ABC,,',
      `${codes[0]},,`,
    ].join('\n');
    await submit('freeze', { pick: { mode: 1, ranges: [{ seg, serialFrom: 1, serialTo: 3 }] } });
    const answer = await submit('use', { pick: await send('codes.csv', content), policy: 1 });
    expect(answer).toMatchObject({ code: 200, data: { taskId: expect.any(Number), ok: 0 } });
    const { opId } = answer.data;
    const op = await settled(opId);
    expect(op).toMatchObject({
      status: 3,
      total: 1702,
      okCnt: 1698,
      failCnt: 4,
      canRetry: true,
      rangeText: '文件 codes.csv',
    });
    expect(await lives(seg, 1, 5, 6, 3001, 3250, 3500, 3501)).toEqual([3, 1, 0, 1, 1, 1, 0]);
    const { fileName } = await app.data(world.token, codeOpApi.errors, { opId });
    expect(fileName).toMatch(/\w/);
    const thaw = {
      pick: { mode: 1, ranges: [{ seg, serialFrom: 1, serialTo: 3 }] },
      reason: '完',
      idemKey: randomUUID(),
    };
    expect(await app.call(world.token, codeOpApi.unfreeze, thaw as never)).toMatchObject({ code: 200 });
    expect(await app.data(world.token, codeOpApi.retry, { opId })).toMatchObject({ rows: 4 });
    expect(await settled(opId)).toMatchObject({ status: 3, total: 1702, okCnt: 1701, failCnt: 1 });
    expect(await lives(seg, 1, 3)).toEqual([1, 1]);
    const segment = await segmentOf(seg);
    expect(segment.activeCnt).toBe(1700);
  });

  test('with 整体不执行 one bad line keeps the whole file from happening', async () => {
    const { seg } = await world.issue({ itemCount: 2000 });
    const codes = await textsOf(seg, ...Array.from({ length: 700 }, (_, i) => i + 1));
    const pick = await send('codes.txt', [...codes, 'NOTACODE'].join('\n'));
    const { data } = await submit('delete', { pick, policy: 0 });
    expect(await settled(data.opId)).toMatchObject({
      status: 3,
      okCnt: 0,
      failCnt: 1,
      message: '有异常码，整体未执行',
    });
    expect(await lives(seg, 1, 700)).toEqual([0, 0]);
    const good = await submit('delete', { pick: await send('codes.txt', codes.join('\n')), policy: 0 });
    expect(await settled(good.data.opId)).toMatchObject({ status: 2, total: 700, okCnt: 700, failCnt: 0 });
    expect(await lives(seg, 1, 700, 701)).toEqual([2, 2, 0]);
  });

  test('what is no list of codes is refused at once; sent twice a file has one effect', async () => {
    expect(await submit('delete', { pick: await send('a.csv', '姓名,电话\n张,1\n') })).toMatchObject({ code: 61081 });
    expect(await submit('delete', { pick: await send('b.csv', '编码\n') })).toMatchObject({ code: 61082 });
    expect(await submit('delete', { pick: { mode: 6, fileUrl: '/file/none.csv' } })).toMatchObject({ code: 400 });
    const { seg } = await world.issue();
    const pick = await send('c.csv', `编码\n${(await textsOf(seg, 1)).join('\n')}\n`);
    const idemKey = randomUUID();
    const [one, two] = await Promise.all([submit('delete', { pick, idemKey }), submit('delete', { pick, idemKey })]);
    expect(two.data.opId).toBe(one.data.opId);
    expect(await settled(one.data.opId)).toMatchObject({ okCnt: 1, total: 1 });
    expect(await app.call(world.token, codeOpApi.cancel, { opId: one.data.opId })).toMatchObject({ code: 61048 });
    expect(await app.call(world.token, codeOpApi.retry, { opId: one.data.opId })).toMatchObject({ code: 61048 });
  });

  /** A file that waits for its hour, with lines which a killed process had read of it. */
  const halfRead = async (content: string, lines: { rowNo: number; firstText: string }[]) => {
    const activateAt = toTime(Date.now() + 3_600_000);
    const { data } = await submit('use', { pick: await send('half.csv', content), policy: 1, activateAt });
    await app.db
      .insertInto('codeOpRow')
      .values(lines.map((line) => ({ ...line, opId: data.opId, firmId: world.firmId })))
      .execute();
    return data.opId;
  };
  const start = async (opId: number) => {
    await sql`update code_op set due_at = now() - interval '1 second' where id = ${opId}`.execute(app.db);
    await app.jobs.send(app.db, 'codeActivateDue', { opId });
  };

  test('a file whose reading was broken off is read to its end, each line once', async () => {
    const { seg } = await world.issue({ itemCount: 2000 });
    const codes = await textsOf(seg, ...Array.from({ length: 1500 }, (_, i) => i + 1));
    const read = codes.slice(0, 1000).map((firstText, at) => ({ rowNo: at + 2, firstText }));
    const opId = await halfRead(['编码', ...codes].join('\n'), read);
    await start(opId);
    expect(await settled(opId)).toMatchObject({ status: 2, total: 1500, okCnt: 1500, failCnt: 0 });
    expect((await segmentOf(seg)).activeCnt).toBe(1500);
  });

  test('lines of a file that was not read to its end are never taken for all of it', async () => {
    const { seg } = await world.issue();
    const [code = ''] = await textsOf(seg, 1);
    const part = [{ rowNo: 2, firstText: code }];
    const cancelled = await halfRead(`编码\n${code}\n`, part);
    await app.data(world.token, codeOpApi.cancel, { opId: cancelled });
    const refused = await halfRead(
      `编码,起始编码,结束编码\n${`${code},,\n`.repeat(5000)}${','.repeat(17_000)}\n`,
      part,
    );
    await start(refused);
    expect(await settled(refused)).toMatchObject({ status: 3, okCnt: 0, message: expect.stringMatching(/./) });
    for (const opId of [cancelled, refused]) {
      expect(await app.data(world.token, codeOpApi.info, { id: opId })).toMatchObject({ canRetry: false });
      expect(await app.call(world.token, codeOpApi.retry, { opId })).toMatchObject({ code: 61049 });
    }
    expect(await lives(seg, 1)).toEqual([0]);
  });
});

describe('定时启用', () => {
  const inAnHour = () => toTime(Date.now() + 3_600_000);
  const makeDue = (opId: number) =>
    sql`update code_op set due_at = now() - interval '1 second' where id = ${opId}`.execute(app.db);

  test('waits for its time, then happens once', async () => {
    const { seg } = await world.issue();
    const pick = { mode: 1, ranges: [{ seg, serialFrom: 1, serialTo: 100 }] };
    const { data } = await submit('use', { pick, activateAt: inAnHour() });
    expect(data).toMatchObject({ ok: 0, total: 100, taskId: data.opId });
    expect(await app.data(world.token, codeOpApi.info, { id: data.opId })).toMatchObject({
      status: 1,
      canCancel: true,
    });
    expect(await lives(seg, 1)).toEqual([0]);
    await makeDue(data.opId);
    await app.jobs.send(app.db, 'codeActivateDue', { opId: data.opId });
    await app.jobs.send(app.db, 'codeActivateDue', { opId: data.opId });
    expect(await settled(data.opId)).toMatchObject({ status: 2, okCnt: 100, canUndo: true });
    expect(await lives(seg, 1, 100, 101)).toEqual([1, 1, 0]);
  });

  test('is cancelled before its time, and says why it could not happen', async () => {
    const { seg } = await world.issue();
    const pick = { mode: 1, ranges: [{ seg, serialFrom: 1, serialTo: 100 }] };
    const cancelled = await submit('use', { pick, activateAt: inAnHour() });
    await app.data(world.token, codeOpApi.cancel, { opId: cancelled.data.opId });
    await makeDue(cancelled.data.opId);
    await app.jobs.send(app.db, 'codeActivateDue', { opId: cancelled.data.opId });
    const refused = await submit('use', { pick, activateAt: inAnHour() });
    await submit('delete', { pick: { mode: 1, ranges: [{ seg, serialFrom: 50, serialTo: 59 }] } });
    await makeDue(refused.data.opId);
    await app.jobs.send(app.db, 'codeActivateDue', { opId: refused.data.opId });
    expect(await settled(refused.data.opId)).toMatchObject({
      status: 3,
      okCnt: 0,
      failCnt: 10,
      message: '所选范围内有10个异常码，操作未执行',
    });
    expect(await app.data(world.token, codeOpApi.info, { id: cancelled.data.opId })).toMatchObject({
      status: 3,
      message: '已取消',
    });
    expect(await lives(seg, 1, 50)).toEqual([0, 2]);
  });

  test.each([
    ['is disabled', '操作人已停用，操作未执行', (id: number) => sql`update admin set status = false where id = ${id}`],
    [
      'lost his role',
      '操作人已无此权限，操作未执行',
      (id: number) => sql`delete from admin_role where admin_id = ${id}`,
    ],
  ])('is not carried out in the name of somebody who %s meanwhile', async (_what, message, leave) => {
    const { seg } = await world.issue();
    const leaver = await makeStaff(app, { firmId: world.firmId, permissions: codePermissions });
    const { data } = await app.call(leaver.token, codeOpApi.use, {
      pick: { mode: 1, ranges: [{ seg, serialFrom: 1, serialTo: 100 }] },
      productId: world.productId,
      lotId: world.lotId,
      idemKey: randomUUID(),
      activateAt: inAnHour(),
    } as never);
    await leave(leaver.id).execute(app.db);
    await makeDue(data.opId);
    await app.jobs.send(app.db, 'codeActivateDue', { opId: data.opId });
    expect(await settled(data.opId)).toMatchObject({ status: 3, okCnt: 0, message });
    expect(await lives(seg, 1)).toEqual([0]);
  });

  test('of a file whose asker left is done by whoever has it tried again, as he may', async () => {
    const { seg } = await world.issue();
    const leaver = await makeStaff(app, {
      firmId: world.firmId,
      permissions: [...codePermissions, 'admin:upload:file'],
    });
    const content = [...(await textsOf(seg, 1, 2)), 'NOTACODE'].join('\n');
    const { data: file } = await upload(app, leaver.token, uploadApi.file, {
      name: 'left.txt',
      content: Buffer.from(content),
    });
    const { data } = await app.call(leaver.token, codeOpApi.use, {
      pick: { mode: 6, fileUrl: file.url },
      productId: world.productId,
      lotId: world.lotId,
      policy: 1,
      idemKey: randomUUID(),
    } as never);
    expect(await settled(data.opId)).toMatchObject({ okCnt: 2, failCnt: 1 });
    await sql`update admin set status = false where id = ${leaver.id}`.execute(app.db);
    expect(await app.data(world.token, codeOpApi.retry, { opId: data.opId })).toEqual({ rows: 1 });
    expect(await settled(data.opId)).toMatchObject({ okCnt: 2, failCnt: 1, message: '' });
  });

  test('is at most 30 days away', async () => {
    const { seg } = await world.issue();
    const pick = { mode: 1, ranges: [{ seg, serialFrom: 1, serialTo: 2 }] };
    expect(await submit('use', { pick, activateAt: '2099-01-01 00:00' })).toMatchObject({
      code: 400,
      message: '启用时间不能超过30天',
    });
    expect(await submit('use', { pick, activateAt: 'morgen' })).toMatchObject({ code: 400 });
  });
});
