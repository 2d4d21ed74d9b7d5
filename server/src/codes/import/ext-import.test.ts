import { JobKind, JobStatus } from '@zhuiyuan/contract/jobs/job-enums';
import { Holder, Shipping } from '@zhuiyuan/contract/codes/state/code-enums';
import { SpanKind } from '../state/code-states.ts';
import { codeOpApi } from '@zhuiyuan/contract/codes/ops/code-op';
import { extImportApi } from '@zhuiyuan/contract/codes/import/ext-import';
import { identityApi } from '@zhuiyuan/contract/codes/lookup/identity';
import { partyRefusals } from '@zhuiyuan/contract/parties/party-refusals';
import { publicTraceApi } from '@zhuiyuan/contract/scan/query/public-trace';
import { taskApi } from '@zhuiyuan/contract/codes/tasks/task';
import { importTaskApi } from '@zhuiyuan/contract/jobs/import-task';
import { sql } from 'kysely';
import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { makeFirmStaff, makeStaff } from '../../../test/factories/access.ts';
import { codePermissions, makeCodeWorld } from '../../../test/factories/codes.ts';
import { importEnded } from '../../../test/factories/jobs.ts';
import { upload } from '../../../test/factories/media.ts';
import { claimJob } from '../../jobs/claim-job.ts';
import { announceChange } from '../../kit/db/remember.ts';
import { xlsxStream } from '../../kit/sheets/xlsx.ts';
import { runExtImport } from './run-ext-import.ts';
import { extPrefixes, isPrintedLink } from '../cipher/find-ext-codes.ts';

let app: TestApp;
let world: Awaited<ReturnType<typeof makeCodeWorld>>;
beforeAll(async () => {
  app = await openTestApp({ work: true });
  world = await makeCodeWorld(app);
});
afterAll(() => app.close());

const sendChunk = (content: Buffer, to: { uploadId: string; index: number; sha256?: string }, token = world.token) => {
  const sha256 = to.sha256 ?? createHash('sha256').update(content).digest('hex');
  const target = { uploadId: to.uploadId, index: String(to.index), sha256 };
  return upload(app, token, extImportApi.chunk, { name: 'codes.bin', content, field: 'file' }, target);
};

const send = async (content: Buffer | string): Promise<string> => {
  const uploadId = randomUUID();
  expect(await sendChunk(Buffer.from(content), { uploadId, index: 0 })).toMatchObject({ code: 200 });
  return uploadId;
};

const draftOf = (uploadId: string, more: object = {}) =>
  ({
    name: '瓶盖码',
    level: 0,
    columns: { code: 1 },
    hasHeader: false,
    uploadId,
    fileName: 'codes.csv',
    idemKey: randomUUID(),
    ...more,
  }) as const;

const ended = (id: number) => importEnded(app, world.token, id);

const importText = async (content: Buffer | string, more: object = {}) => {
  const { taskId } = await app.data(world.token, extImportApi.save, draftOf(await send(content), more));
  return { taskId, ...(await ended(taskId)) };
};

const errorsOf = async (id: number) => (await app.data(world.token, importTaskApi.errors, { id })).list;
const scan = (code: string) => app.data('', publicTraceApi.scan, { code, entry: 0, deviceId: randomUUID() });
const find = (code: string) => app.call(world.token, identityApi.info, { code });

test('codes that a spreadsheet program has shortened are refused, and again when they are tried again', async () => {
  const file = await readFile(new URL('../../../test/sheet-files/shortened-codes.csv', import.meta.url));
  const done = await importText(file);
  expect(done).toMatchObject({ total: 3, ok: 1, fail: 2 });
  const wrong = ['6.90123E+15', '1.23457E+19'].map((_code, at) => [
    at + 1,
    `第${at + 1}行：编码已被Excel缩短，后面的数字已丢失，请将该列设为文本格式后重新填写`,
  ]);
  const told = async () => (await errorsOf(done.taskId)).map(({ rowNo, errMsg }) => [rowNo, errMsg]);
  expect(await told()).toEqual(wrong);
  await app.data(world.token, importTaskApi.retry, { id: done.taskId });
  expect(await ended(done.taskId)).toMatchObject({ ok: 1, fail: 2 });
  expect(await told()).toEqual(wrong);
  expect(await find('6901234500000001')).toMatchObject({ code: 200 });
  expect(await find('6.90123E+15')).not.toMatchObject({ code: 200 });
});

test('of 5,000 third-party codes with three bad rows 4,997 come in and three are reported', async () => {
  const { taskId: printed } = await world.issue({ itemCount: 5 });
  const [ours] = await app.data(world.token, taskApi.sample, { taskId: printed, n: 1 });
  const lines = Array.from({ length: 5000 }, (_, at) => `QF${String(at).padStart(8, '0')}`);
  lines[10] = 'a b';
  lines[2000] = ours!.code;
  lines[4000] = lines[3999]!;
  const done = await importText(`编码\n${lines.join('\n')}\n`, { hasHeader: true, dupPolicy: 1 });
  expect(done).toMatchObject({ total: 5000, ok: 4997, fail: 3, skip: 0, status: 3 });
  expect((await errorsOf(done.taskId)).map(({ rowNo, errCode, errMsg }) => [rowNo, errCode, errMsg])).toEqual([
    [12, 61001, '第12行：编码格式不正确，请核对后重试'],
    [2002, 61016, '第2002行：第三方编码与平台编码规则冲突'],
    [4002, 61017, '第4002行：编码重复，与第4001行相同'],
  ]);
  const { list } = await app.data(world.token, taskApi.list, { source: 2 });
  expect(list[0]).toMatchObject({ name: '瓶盖码', fmt: 'EXT', itemCount: 4997, status: 3, phase: 4, progress: 100 });
  const [segment] = (await app.data(world.token, taskApi.info, { id: list[0]!.id })).segments;
  expect(segment).toMatchObject({ count: 4997, firstCode: 'QF00000000', lastCode: 'QF00004999' });
});

test('imported codes are found by staff, shoppers and pasted lists, with their prefix, and activated like our own', async () => {
  const prefix = 'https://q.example.net/v?c=';
  const codes = ['ab-C001', 'ab-C002', 'ab-C003', 'AB-C002'];
  await importText(codes.map((code) => prefix + code).join('\r\n'), { urlPrefix: prefix });
  expect(await find(`${prefix}ab-C002`)).toMatchObject({ code: 200, data: { code: 'ab-C002', serial: 2, life: 0 } });
  expect(await find(' ａｂ-C002 ')).toMatchObject({ data: { serial: 2 } });
  expect(await find('AB-C002')).toMatchObject({ data: { serial: 4 } });
  expect(await find('AB-C003')).toMatchObject({ code: 61001 });
  expect((await scan('ab-C001')).verdict).toBe('INACTIVE');
  const used = await app.data(world.token, codeOpApi.use, {
    pick: { mode: 5, codes: ['ab-C001', 'ab-C003', 'nope'] },
    productId: world.productId,
    lotId: world.lotId,
    policy: 1,
    idemKey: randomUUID(),
  });
  expect(used).toMatchObject({ ok: 2, fail: 1 });
  expect(await scan('ab-C001')).toMatchObject({ verdict: 'FIRST', codeText: 'ab-C001' });
  expect((await scan(`${prefix}ab-C001`)).verdict).toBe('REPEAT');
});

test('a printed link opens over http and https, on a domain that the firm has pointed here', async () => {
  const prefix = 'https://t.firm.example/q/';
  await importText(`${prefix}Sn-01/茶`, { urlPrefix: prefix });
  for (const link of [`${prefix}Sn-01/茶`, 'http://t.firm.example/q/Sn-01/茶', 't.firm.example/q/Sn-01/茶'])
    expect((await scan(link)).verdict).toBe('INACTIVE');
  expect((await scan('https://t.firm.example/other/Sn-01/茶')).verdict).toBe('INVALID');
  const opens = (address: string) => isPrintedLink(app.db, address);
  expect(await opens('t.firm.example/q/anything')).toBe(true);
  expect(await opens('t.firm.example/q/')).toBe(false);
  expect(await opens('t.firm.example/dashboard')).toBe(false);
  expect(await opens('other.example/q/anything')).toBe(false);
});

test('a printed link is the same code however it is shared, scanned or quoted', async () => {
  const prefix = 'http://Link.Example/q?id=';
  await importText(`${prefix}LK-0001`, { urlPrefix: prefix });
  for (const link of [
    `${prefix}LK-0001&from=singlemessage&isappinstalled=0`,
    `HTTPS://LINK.EXAMPLE/q?id=LK-0001#wechat_redirect`,
    `${prefix}LK-0001/`,
    `${prefix}LK-0001。`,
    `${prefix}LK-0001，`,
    `]Q3${prefix}LK-0001\u001D\r`,
    `\u202D${prefix}LK-0001\u202C`,
  ])
    expect({ link, code: (await scan(link)).codeText }).toEqual({ link, code: 'LK-0001' });
  expect((await scan(`${prefix}LK-0001x`)).verdict).toBe('INVALID');
});

test('links of a file are cut by the prefix over http and https, and refused behind another', async () => {
  const done = await importText(
    ['https://Cut.Example/v/CT-0001', 'http://cut.example/v/CT-0002', 'https://other.example/v/CT-0003'].join('\n'),
    { urlPrefix: 'http://cut.example/v/', dupPolicy: 1 },
  );
  expect(done).toMatchObject({ ok: 2, fail: 1 });
  expect((await errorsOf(done.taskId)).map(({ rowNo, errMsg }) => [rowNo, errMsg])).toEqual([
    [3, '第3行：链接与填写的前缀不同，请核对前缀'],
  ]);
  expect(await find('CT-0001')).toMatchObject({ code: 200, data: { code: 'CT-0001' } });
});

test('no firm’s prefix makes the codes of another unknown that are printed behind the same address', async () => {
  const prefix = 'https://shared.example/';
  await importText(`${prefix}BJ2026-7`, { urlPrefix: prefix });
  const uploadId = await send('X-1');
  for (const reaching of ['https://shared.example/B', 'https://shared.example/BJ'])
    expect(
      await app.call(world.token, extImportApi.save, draftOf(uploadId, { urlPrefix: reaching }) as never),
    ).toMatchObject({
      code: 400,
      message: expect.stringContaining('结尾'),
    });
  // Prefixes that an earlier version took.
  for (const former of ['B', 'BJ', 'BJ2', 'BJ20'])
    await sql`
      insert into task (firm_id, task_no, name, fmt, source, item_count, url_prefix, idem_key, req_hash)
      select firm_id, ${`T-${former}`}, name, fmt, source, item_count, ${prefix + former}, ${`former-${former}`}, req_hash
      from task where url_prefix = ${prefix} limit 1`.execute(app.db);
  await announceChange(app.db, extPrefixes);
  await expect.poll(() => isPrintedLink(app.db, 'shared.example/BJ20x')).toBe(true);
  expect((await scan(`${prefix}BJ2026-7`)).verdict).toBe('INACTIVE');
});

test('nobody’s codes are printed on the address of the product itself', async () => {
  const { host } = new URL(app.config.publicUrl);
  const uploadId = await send('X-2');
  for (const own of [`${host}/`, `http://${host.toUpperCase()}/x/`, `https://${host}/?c=`])
    expect(
      await app.call(world.token, extImportApi.save, draftOf(uploadId, { urlPrefix: own }) as never),
    ).toMatchObject({
      code: 400,
      message: '链接前缀不能是本系统自己的地址',
    });
});

test('where case does not count, a text is found in letters of either case', async () => {
  const done = await importText('xYz-77a\nXYZ-77B\nxyz-77b', { caseFold: true });
  expect(done).toMatchObject({ ok: 2, skip: 1, status: 2 });
  expect(await find('xyz-77A')).toMatchObject({ data: { code: 'XYZ-77A', serial: 1 } });
  expect(await find('XYZ-77a')).toMatchObject({ data: { serial: 1 } });
});

test('an inner text is the other face of its code; a verify code that came with it is asked for', async () => {
  const csv = '外码,内码,密码\nFACE-0001,INNER-0001,1234\nFACE-0002,INNER-0002,12\nFACE-0003,FACE-0001,1234\n';
  const done = await importText(csv, {
    hasHeader: true,
    columns: { code: 1, innerCode: 2, pin: 3 },
    productId: world.productId,
    lotId: world.lotId,
    autoActivate: true,
    dupPolicy: 1,
  });
  expect(done).toMatchObject({ ok: 1, fail: 2 });
  expect((await errorsOf(done.taskId)).map(({ errMsg }) => errMsg)).toEqual([
    '第3行：验证码应为4位或6位数字',
    '第4行：编码重复，与第2行相同',
  ]);
  const [outer, inner] = [await find('FACE-0001'), await find('INNER-0001')];
  expect([outer.data.codeId, outer.data.face, inner.data.face]).toEqual([inner.data.codeId, 0, 1]);
  const asked = await scan('INNER-0001');
  expect(asked.verdict).toBe('NEED_PIN');
  expect(await app.data('', publicTraceApi.pin, { token: asked.token, pin: '9999' })).toMatchObject({ remain: 4 });
  expect(await app.data('', publicTraceApi.pin, { token: asked.token, pin: '1234' })).toMatchObject({
    verdict: 'FIRST',
  });
});

test('codes above others become their boxes, wherever in the file they stand', async () => {
  const rows = [
    ...Array.from({ length: 20 }, (_, at) => `ITEM-${String(at).padStart(4, '0')},BOX-${Math.floor(at / 10)}00`),
    'BOX-000,CASE-01',
    'BOX-100,CASE-01',
    'CASE-01,',
    'LONE-0001,BOX-000',
    'ORPHAN-01,NO-SUCH-BOX',
    'LOOP-A,LOOP-B',
    'LOOP-B,LOOP-A',
    'SELF-0001,SELF-0001',
  ];
  const done = await importText(rows.join('\n'), { columns: { code: 1, parentCode: 2 } });
  expect(done).toMatchObject({ ok: 24, fail: 4 });
  expect((await errorsOf(done.taskId)).map(({ rowNo, errCode }) => [rowNo, errCode])).toEqual([
    [25, 61002],
    [26, 61050],
    [27, 61050],
    [28, 61050],
  ]);
  const [item, box, crate, lone] = await Promise.all(['ITEM-0013', 'BOX-100', 'CASE-01', 'LONE-0001'].map(find));
  expect([item!.data.level, box!.data.level, crate!.data.level, lone!.data.level]).toEqual([0, 1, 2, 0]);
  const spans = await app.db
    .selectFrom('codeSpan')
    .where('seg', 'in', [item!.data.seg, box!.data.seg])
    .where('kind', '=', SpanKind.pack)
    .select(['seg', sql<string>`span::text`.as('span'), 'payload'])
    .orderBy('seg')
    .orderBy('span')
    .execute();
  expect(spans).toEqual([
    { seg: box!.data.seg, span: '[1,3)', payload: { parentSeg: crate!.data.seg, parentSerial: 1 } },
    { seg: item!.data.seg, span: '[1,11)', payload: { parentSeg: box!.data.seg, parentSerial: 1 } },
    { seg: item!.data.seg, span: '[11,21)', payload: { parentSeg: box!.data.seg, parentSerial: 2 } },
  ]);
  const unit = await app.db
    .selectFrom('codeUnit')
    .where('seg', '=', lone!.data.seg)
    .where('serial', '=', lone!.data.serial)
    .select(['packState', 'parentSeg', 'parentSerial'])
    .executeTakeFirst();
  expect(unit).toEqual({ packState: 1, parentSeg: box!.data.seg, parentSerial: 1 });

  expect(item!.data).toMatchObject({ boxCode: 'BOX-100', caseCode: 'CASE-01', shipStatus: 0 });
  const nothingThere = await app.call(world.token, identityApi.parents, { codeId: 2 ** 31 });
  expect(nothingThere).toMatchObject({ code: 404 });
  const { chain, itemCnt } = await app.data(world.token, identityApi.parents, { codeId: item!.data.codeId });
  expect(chain.map(({ code, place, childCnt }) => [code, place, childCnt])).toEqual([
    ['CASE-01', 0, 2],
    ['BOX-100', 2, 10],
    ['ITEM-0013', 4, 0],
  ]);
  expect(itemCnt).toBe(21);
  const inBox = { codeId: chain[1]!.codeId, page: 2, limit: 3 };
  const { list, total } = await app.data(world.token, identityApi.children, inBox);
  expect([total, ...list.map(({ code, place }) => `${place} ${code}`)]).toEqual([
    10,
    '4 ITEM-0013',
    '5 ITEM-0014',
    '6 ITEM-0015',
  ]);
  expect(await find(`${item!.data.seg}-${item!.data.serial}`)).toMatchObject({ data: { code: 'ITEM-0013' } });
  const packed = { seg: item!.data.seg, dim: 'pack' as const };
  expect((await app.data(world.token, identityApi.spans, packed)).list.map(({ boxCode }) => boxCode)).toEqual([
    'BOX-000',
    'BOX-100',
  ]);
  // Goods are where their outermost box is.
  await app.db
    .insertInto('codeUnit')
    .values({
      seg: crate!.data.seg,
      serial: 1,
      firmId: world.firmId,
      shipStatus: Shipping.shipped,
      shipSeq: 9,
      holderKind: Holder.agent,
    })
    .execute();
  expect(await find('ITEM-0013')).toMatchObject({ data: { shipStatus: 1 } });

  const later = await importText('NO-SUCH-BOX', { level: 1, name: '补箱码' });
  expect(later).toMatchObject({ ok: 1 });
  await app.data(world.token, importTaskApi.retry, { id: done.taskId });
  expect(await ended(done.taskId)).toMatchObject({ ok: 25, fail: 3 });
  expect(await find('ORPHAN-01')).toMatchObject({ code: 200 });
});

test('the same file is asked about, and again changes nothing', async () => {
  const file = 'SAME-0001\nSAME-0002';
  await importText(file);
  const uploadId = await send(file);
  expect(await app.call(world.token, extImportApi.save, draftOf(uploadId))).toMatchObject({ code: 61085 });
  expect(await importText(file, { again: true })).toMatchObject({ ok: 0, skip: 2, fail: 0, status: 2 });
  const draft = draftOf(await send('SAME-0003'));
  const [one, two] = await Promise.all([1, 2].map(() => app.call(world.token, extImportApi.save, draft)));
  expect([one!.code, two!.code, one!.data.taskId]).toEqual([200, 200, two!.data.taskId]);
});

test('two files with the same codes at once: every code comes in once', async () => {
  const codes = Array.from({ length: 3000 }, (_, at) => `RACE-${at}`);
  const [one, two] = await Promise.all([
    importText(codes.join('\n'), { name: '甲' }),
    importText([...codes].reverse().join('\n'), { name: '乙' }),
  ]);
  expect(one.ok + two.ok).toBe(3000);
  expect(one.skip + two.skip).toBe(3000);
});

test('a process that dies between or within batches loses nothing and does nothing twice', async () => {
  const rows = Array.from({ length: 25_000 }, (_, at) => `DIE-${at % 24_990}`);
  const uploadId = await send(rows.join('\n'));
  const { id } = await app.db
    .insertInto('fileJob')
    .values({
      firmId: world.firmId,
      kind: JobKind.import,
      taskNo: 'IM-DIE',
      biz: 'code',
      title: 'x',
      header: '["编码"]',
      operatorId: await operatorOf(uploadId),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const draft = { ...draftOf(uploadId), urlPrefix: '', caseFold: false, dupPolicy: 0, autoActivate: false };
  await app.db
    .insertInto('codeImport')
    .values({ jobId: id, firmId: world.firmId, uploadId, draft: JSON.stringify(draft) })
    .execute();
  let runs = 0;
  for (let result = ''; result !== 'over'; runs += 1) {
    const job = (await claimJob(app.db, 2, `run ${runs}`))!;
    // Every second run loses its lease in the middle, as if it had been killed and another one had gone on.
    const owner = runs % 2 === 0 ? `run ${runs}` : 'a dead run';
    result = await runExtImport(app, job, owner, () => true).catch(() => 'killed');
    await app.db.updateTable('fileJob').set({ leaseUntil: null }).where('id', '=', id).execute();
    expect(runs).toBeLessThan(30);
  }
  expect(runs).toBeGreaterThan(8);
  const job = await app.db.selectFrom('fileJob').where('id', '=', id).selectAll().executeTakeFirstOrThrow();
  expect(job).toMatchObject({ total: 25_000, okCnt: 24_990, skipCnt: 10, failCnt: 0 });
  const { rows: found } = await sql<{ texts: number; most: number; codes: number }>`
    select count(distinct t.text)::int as texts, max(t.serial)::int as most, count(*)::int as codes
    from code_ext_text t join code_ext e on e.seg = t.seg and e.serial = t.serial where t.text like 'DIE-%'`.execute(
    app.db,
  );
  expect(found[0]).toEqual({ texts: 24_990, most: 24_990, codes: 24_990 });
});

const operatorOf = async (uploadId: string) =>
  (await app.db.selectFrom('codeUpload').where('id', '=', uploadId).select('adminId').executeTakeFirstOrThrow())
    .adminId;

test('a sheet with formulas gives what it shows, and nothing that leaves again is one', async () => {
  const book: Buffer[] = [];
  const cell = (row: string[], at: number) => row[at]!;
  const rows = [
    ['=1+1abc', 'x'],
    ['@SUM-0001', 'y'],
    ['PLAIN-0001', '+86'],
  ];
  for await (const bytes of xlsxStream('码', [{ title: '编码', cell: (row: string[]) => cell(row, 0) }], rows))
    book.push(bytes as Buffer);
  const done = await importText(Buffer.concat(book), { fileName: 'codes.xlsx', hasHeader: true });
  expect(done).toMatchObject({ ok: 3 });
  const preview = await app.data(world.token, extImportApi.preview, { uploadId: await send('=1+1,x\n') });
  expect(preview.rows).toEqual([['=1+1', 'x']]);
});

test('a GB18030 file is read as such, and shown before the import', async () => {
  const gb = Buffer.concat([Buffer.from([0xb1, 0xe0, 0xc2, 0xeb]), Buffer.from('\nGB-00001\n')]);
  const uploadId = await send(gb);
  expect(await app.data(world.token, extImportApi.preview, { uploadId })).toEqual({
    rows: [['编码'], ['GB-00001']],
    hasHeader: true,
  });
});

test('a broken upload goes on where it was; pieces are checked and belong to who sent them', async () => {
  const uploadId = randomUUID();
  const content = Buffer.from('PIECE-001\n');
  expect(await sendChunk(content, { uploadId, index: 1 })).toMatchObject({ code: 200 });
  expect(await sendChunk(content, { uploadId, index: 1 })).toMatchObject({ code: 200 });
  expect(await sendChunk(content, { uploadId, index: 0, sha256: '0'.repeat(64) })).toMatchObject({ code: 400 });
  expect((await app.data(world.token, extImportApi.chunks, { uploadId })).map(({ index }) => index)).toEqual([1]);
  expect(await app.call(world.token, extImportApi.save, draftOf(uploadId))).toMatchObject({
    code: 400,
    message: '文件没有上传完整，请重新上传',
  });
  const other = await makeFirmStaff(app, codePermissions);
  expect(await app.data(other.token, extImportApi.chunks, { uploadId })).toEqual([]);
  expect(await sendChunk(content, { uploadId, index: 0 }, other.token)).not.toMatchObject({ code: 200 });
  expect(await app.call(other.token, extImportApi.save, draftOf(uploadId))).toMatchObject({ code: 400 });
  const without = await makeStaff(app, { firmId: world.firmId, permissions: [] });
  expect(await sendChunk(content, { uploadId, index: 2 }, without.token)).toMatchObject({ code: 403 });
});

test('an import that ended early is not taken up again for a firm that may issue no codes by now', async () => {
  const { firmId, token } = await makeCodeWorld(app);
  const uploadId = randomUUID();
  expect(await sendChunk(Buffer.from('GATE-0001\n'), { uploadId, index: 0 }, token)).toMatchObject({ code: 200 });
  const { taskId } = await app.data(token, extImportApi.save, draftOf(uploadId));
  const statusOf = async () =>
    (await app.db.selectFrom('fileJob').select('status').where('id', '=', taskId).executeTakeFirstOrThrow()).status;
  await expect.poll(statusOf).toBe(JobStatus.done);
  // As a killed run leaves it: rows are left, one was refused.
  const early = { status: JobStatus.unfinished, total: 2, cursorRow: 1, file: `code-uploads/${uploadId}/0` };
  await app.db.updateTable('fileJob').set(early).where('id', '=', taskId).execute();
  await app.db
    .insertInto('fileJobError')
    .values({ jobId: taskId, firmId, rowNo: 1, raw: '[]', errCode: 1, errMsg: '不正确' })
    .execute();
  await app.db.updateTable('firm').set({ validTo: '2020-01-31' }).where('id', '=', firmId).execute();
  for (const endpoint of [importTaskApi.resume, importTaskApi.retry])
    expect(await app.call(token, endpoint, { id: taskId })).toMatchObject({
      code: partyRefusals.firmEnded[0],
      message: expect.stringContaining('2020-01-31'),
    });
  expect(await statusOf()).toBe(JobStatus.unfinished);
  await app.db.updateTable('firm').set({ validTo: null }).where('id', '=', firmId).execute();
  expect(await app.call(token, importTaskApi.resume, { id: taskId })).toMatchObject({ code: 200 });
});

test('drafts that cannot be imported are refused with their reasons', async () => {
  const uploadId = await send('DRAFT-0001');
  const ask = (more: object) => app.call(world.token, extImportApi.save, draftOf(uploadId, more) as never);
  expect(await ask({ name: '' })).toMatchObject({ code: 400, message: '请输入任务名称' });
  expect(await ask({ columns: {} })).toMatchObject({ code: 400, message: '请选择编码所在的列' });
  expect(await ask({ columns: { code: 1, pin: 1 } })).toMatchObject({ code: 400, message: '同一列不能对应两项内容' });
  expect(await ask({ autoActivate: true })).toMatchObject({ code: 400, message: '自动启用须选择产品和批次' });
  expect(await ask({ fileName: 'codes.exe' })).toMatchObject({ code: 400, message: '只能上传 xlsx、csv 或 txt 文件' });
  expect(await ask({ urlPrefix: 'a b c d' })).toMatchObject({ code: 400 });
});

test('another firm sees nothing of imported codes', async () => {
  await importText('FOREIGN-01');
  const other = await makeFirmStaff(app, codePermissions);
  expect(await app.call(other.token, identityApi.info, { code: 'FOREIGN-01' })).toMatchObject({ code: 61002 });
});
