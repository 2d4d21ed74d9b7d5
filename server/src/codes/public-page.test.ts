import { batchApi } from '@zhuiyuan/contract/codes/batch';
import { publicTraceApi, publicUploadApi } from '@zhuiyuan/contract/codes/public-trace';
import { builtInBlocks } from '@zhuiyuan/contract/trace/built-in-temp';
import { tempApi } from '@zhuiyuan/contract/trace/temp';
import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeStaff, openTestApp, type TestApp } from '../../test/app.ts';
import { makeCodeWorld } from '../../test/codes.ts';
import { multipart, type SentFile } from '../../test/upload.ts';
import { keyringOf } from './keyring.ts';

let app: TestApp;
let world: Awaited<ReturnType<typeof makeCodeWorld>>;
let seg: number;
let serial = 0;
let picture: Buffer;

beforeAll(async () => {
  app = await openTestApp();
  world = await makeCodeWorld(app);
  ({ seg } = await world.issue({ itemCount: 1000 }));
  await app.data(world.token, batchApi.use, {
    pick: { mode: 1, ranges: [{ seg, serialFrom: 1, serialTo: 900 }] },
    productId: world.productId,
    lotId: world.lotId,
    idemKey: randomUUID(),
  });
  picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#0b5d4e' } })
    .png()
    .toBuffer();
});
afterAll(() => app.close());
beforeEach(() => {
  serial += 1;
});

const codeOf = async (at: number) =>
  keyringOf(app).textOf(
    await app.db.selectFrom('segment').selectAll().where('seg', '=', seg).executeTakeFirstOrThrow(),
    at,
    0,
  );
const scan = async (at = serial, deviceId = `page ${at}`) =>
  (
    await app.call(
      '',
      publicTraceApi.scan,
      { code: await codeOf(at), deviceId },
      { 'x-forwarded-for': `203.0.113.${(at * 7) % 250}` },
    )
  ).data;
const detail = (token: string) => app.data('', publicTraceApi.detail, { token });

describe('look of the page', () => {
  it('is the built-in one without a published template, and the firm’s as soon as there is one', async () => {
    expect((await scan()).template).toBeNull();
    const acts = ['save', 'publish'].map((act) => `admin:identity:temp:${act}`);
    const { token } = await makeStaff(app, { firmId: world.firmId, permissions: acts });
    const blocks = [...builtInBlocks, { kind: 'rich' as const, id: 'r', html: '<p>春</p>' }];
    const { id } = await app.data(token, tempApi.save, { name: '春', blocks, theme: { color: '#8a1c1c' } });
    serial += 1;
    expect((await scan()).template).toBeNull();
    await app.data(token, tempApi.publish, { id });
    serial += 1;
    expect((await scan()).template).toMatchObject({ version: 1, theme: { color: '#8a1c1c' } });
    expect((await scan(950)).verdict).toBe('INACTIVE');
    expect((await scan(950, 'again')).template).toBeNull();
  });
});

describe('detail', () => {
  it('tells what the firm has filled in, and only papers that passed', async () => {
    await app.db
      .updateTable('product')
      .set({
        brand: '青岚',
        origin: '浙江杭州',
        shelfLife: 18,
        shelfUnit: 2,
        gtinKind: 2,
        gtin: '00400000000001',
        detail: '长',
      })
      .where('id', '=', world.productId)
      .execute();
    await app.db
      .updateTable('firm')
      .set({ licenseImage: '/media/x/license.png', intro: '狮峰山下', address: '龙井路' })
      .where('id', '=', world.firmId)
      .execute();
    await app.db
      .updateTable('lot')
      .set({ qcFile: '/media/x/report.png', qcState: 2 })
      .where('id', '=', world.lotId)
      .execute();
    const { token } = await scan();
    expect(await detail(token)).toMatchObject({
      // an internal number means nothing to a shopper, and the long text is sent only where the page shows it
      product: {
        brand: '青岚',
        origin: '浙江杭州',
        shelfLife: '18个月',
        gtin: '',
        images: ['/media/a.png'],
        detail: '',
      },
      lot: { lotNo: 'L261104-1', qcState: '' },
      firm: { intro: '狮峰山下', address: '龙井路' },
      reports: [],
      certs: [{ title: '营业执照', url: '/media/x/license.png' }],
      logistics: [],
      identifier: null,
    });
    await app.db.updateTable('lot').set({ qcState: 1 }).where('id', '=', world.lotId).execute();
    expect(await detail(token)).toMatchObject({
      lot: { qcState: '合格' },
      reports: [{ title: '批次 L261104-1 检测报告', url: '/media/x/report.png' }],
    });
  });

  it('opens a report that is no public picture for half an hour, and nothing beside it', async () => {
    await app.files.put('file/lot/2026/11/21/0123.pdf', Buffer.from('%PDF-1.4 report'), 'application/pdf');
    await app.db
      .updateTable('lot')
      .set({ qcFile: '/file/lot/2026/11/21/0123.pdf', qcState: 1 })
      .where('id', '=', world.lotId)
      .execute();
    const [report] = (await detail((await scan()).token)).reports;
    expect(report!.url).toMatch(/^\/public\/trace\/paper\?key=/);
    const answer = await app.fastify.inject({ url: report!.url });
    expect(answer.headers).toMatchObject({ 'content-type': 'application/pdf', 'content-disposition': 'inline' });
    expect(answer.body).toBe('%PDF-1.4 report');
    expect((await app.fastify.inject({ url: report!.url.slice(0, -3) })).json()).toMatchObject({ code: 401 });
    expect((await app.fastify.inject({ url: '/file/lot/2026/11/21/0123.pdf' })).statusCode).toBe(404);
  });

  it('is empty behind a code that may not show its product', async () => {
    await app.db
      .insertInto('codeUnit')
      .values({ seg, serial, firmId: world.firmId, voidKind: 2, voidSeq: 9_000_000 })
      .execute();
    const answer = await scan();
    expect(answer.verdict).toBe('VOID');
    expect(await detail(answer.token)).toMatchObject({ product: null, lot: null, firm: null, reports: [], certs: [] });
    expect((await app.call('', publicTraceApi.detail, { token: `${answer.token}x` })).code).toBe(401);
  });
});

it('tells of a recall on the page and to who reads lot and barcode on the label', async () => {
  await app.db
    .updateTable('product')
    .set({ gtinKind: 1, gtin: '06901234567892' })
    .where('id', '=', world.productId)
    .execute();
  const ask = () => app.data('', publicTraceApi.recall, { gtin: '6901234567892', lot: 'L261104-1' });
  expect(await ask()).toEqual({ recalled: false, text: '' });
  const recall = (recallState: number, recallText: string) =>
    app.db.updateTable('lot').set({ recallState, recallText }).where('id', '=', world.lotId).execute();
  await recall(1, '净含量标示有误，请退换');
  expect(await ask()).toEqual({ recalled: true, text: '净含量标示有误，请退换' });
  expect(await scan()).toMatchObject({ verdict: 'FROZEN', recallText: '净含量标示有误，请退换' });
  await recall(0, '净含量标示有误，请退换');
  serial += 1;
  expect(await scan()).toMatchObject({ verdict: 'FIRST', recallText: null });
  expect(await app.call('', publicTraceApi.recall, { gtin: 'x', lot: '' })).toMatchObject({ code: 400 });
});

describe('pictures of a report', () => {
  const send = async (token: string, file: Partial<SentFile> = {}) => {
    const { boundary, body } = multipart({ name: 'a.png', content: picture, field: 'file', ...file });
    const answer = await app.fastify.inject({
      method: 'POST',
      url: publicUploadApi.image.path,
      headers: { 'x-scan-token': token, 'content-type': `multipart/form-data; boundary=${boundary}` },
      payload: body,
      remoteAddress: `198.51.100.${serial}`,
    });
    return answer.json<{ code: number; message: string; data: { url: string } }>();
  };
  const report = (token: string, images: string[]) =>
    app.call('', publicTraceApi.report, { token, content: '包装可疑', images });

  it('are stored under the token of the query, and named by the report', async () => {
    const { token, reportImages } = await scan();
    expect(reportImages).toBe(true);
    const { data } = await send(token);
    expect(data.url).toMatch(/^\/media\/report\/.+\.png$/);
    expect((await app.fastify.inject({ url: data.url })).statusCode).toBe(200);
    expect((await report(token, [data.url])).code).toBe(200);
    const row = await app.db.selectFrom('complaint').select('images').orderBy('id', 'desc').executeTakeFirstOrThrow();
    expect(row.images).toEqual([data.url]);
    expect(await app.db.selectFrom('attachment').select('id').execute()).toEqual([]);
  });

  it('are refused without a token, of other kinds, when they are not what they say, and when somebody else sent them', async () => {
    const { token } = await scan();
    expect((await send('')).code).toBe(401);
    expect((await send(token, { name: 'a.pdf' })).code).toBe(63511);
    expect((await send(token, { name: 'a.jpg' })).code).toBe(63514);
    const { data } = await send(token);
    serial += 1;
    const other = (await scan()).token;
    expect(await report(other, [data.url])).toMatchObject({ code: 61161 });
    expect(await report(other, ['/media/demo/somebody.png'])).toMatchObject({ code: 61161 });
    expect(
      await report(
        other,
        Array.from({ length: 5 }, () => data.url),
      ),
    ).toMatchObject({
      code: 400,
      message: '最多上传4张图片',
    });
  });

  it('end at twenty a day and device, also when they come at once', async () => {
    const { token } = await scan();
    const codes = (await Promise.all(Array.from({ length: 22 }, () => send(token)))).map(({ code }) => code);
    expect(codes.filter((code) => code === 200)).toHaveLength(20);
    expect(codes.filter((code) => code === 61160)).toHaveLength(2);
  });
});
