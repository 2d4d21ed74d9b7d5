import { StopKind } from '../../codes/state/code-states.ts';
import { QcState } from '@zhuiyuan/contract/trace/lot/lot-states';
import { GtinKind } from '@zhuiyuan/contract/trace/product/product-enums';
import { ShelfUnit } from '@zhuiyuan/contract/trace/lot/shelf-unit';
import { codeOpApi } from '@zhuiyuan/contract/codes/ops/code-op';
import { publicTraceApi, publicUploadApi } from '@zhuiyuan/contract/scan/query/public-trace';
import { builtInBlocks } from '@zhuiyuan/contract/trace/template/built-in-template';
import { templateApi } from '@zhuiyuan/contract/trace/template/template';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { makeStaff } from '../../../test/factories/access.ts';
import { makeCodeWorld } from '../../../test/factories/codes.ts';
import { multipart, type SentFile } from '../../../test/factories/media.ts';
import { seedRegions } from '../../seeds/first/seed-regions.ts';
import { openKeyring } from '../../codes/cipher/keyring.ts';
import { uploadsAtOnce } from '../../kit/http/in-own-turn.ts';
import sharp from '../../../test/sharp.ts';

let app: TestApp;
let world: Awaited<ReturnType<typeof makeCodeWorld>>;
let seg: number;
let serial = 0;
let picture: Buffer;

beforeAll(async () => {
  app = await openTestApp();
  await seedRegions(app.db);
  world = await makeCodeWorld(app);
  ({ seg } = await world.issue({ itemCount: 1000 }));
  await app.data(world.token, codeOpApi.use, {
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
  openKeyring(app).readText(
    app.db,
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
    const { id } = await app.data(token, templateApi.save, { name: '春', blocks, theme: { color: '#8a1c1c' } });
    serial += 1;
    expect((await scan()).template).toBeNull();
    await app.data(token, templateApi.publish, { id });
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
        shelfUnit: ShelfUnit.month,
        gtinKind: GtinKind.internal,
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
      .set({ qcFile: '/media/x/report.png', qcState: QcState.failed })
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
    await app.db.updateTable('lot').set({ qcState: QcState.passed }).where('id', '=', world.lotId).execute();
    expect(await detail(token)).toMatchObject({
      lot: { qcState: '合格' },
      reports: [{ title: '批次 L261104-1 检测报告', url: '/media/x/report.png' }],
    });
  });

  it('opens a report that is no public picture for half an hour, and nothing beside it', async () => {
    await app.files.put('file/lot/2026/11/21/0123.pdf', Buffer.from('%PDF-1.4 report'), 'application/pdf');
    await app.db
      .updateTable('lot')
      .set({ qcFile: '/file/lot/2026/11/21/0123.pdf', qcState: QcState.passed })
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
      .values({ seg, serial, firmId: world.firmId, voidKind: StopKind.void, voidSeq: 9_000_000 })
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
    .set({ gtinKind: GtinKind.gs1, gtin: '06901234567892' })
    .where('id', '=', world.productId)
    .execute();
  const ask = () => app.data('', publicTraceApi.recall, { gtin: '6901234567892', lot: 'L261104-1' });
  expect(await ask()).toEqual({ recalled: false, text: '' });
  const recall = (recallState: number, recallText: string) =>
    app.db.updateTable('lot').set({ recallState, recallText }).where('id', '=', world.lotId).execute();
  await recall(1, '净含量标示有误，请退换');
  expect(await ask()).toEqual({ recalled: true, text: '净含量标示有误，请退换' });
  expect(await scan()).toMatchObject({ verdict: 'FROZEN', title: '产品召回', text: '净含量标示有误，请退换' });
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

  it('lose the place and the device they were taken with, and whatever was appended to them', async () => {
    const { token } = await scan();
    const exif = { IFD0: { Make: 'Huawei' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '30/1 15/1 0/1' } };
    const taken = sharp({ create: { width: 60, height: 40, channels: 3, background: '#46a' } })
      .withMetadata({ orientation: 6 })
      .withExifMerge(exif);
    const stored = async (name: string, content: Buffer) => {
      const { code, data } = await send(token, { name, content: Buffer.concat([content, Buffer.from('GPS 30.25N')]) });
      expect(code).toBe(200);
      const { rawPayload } = await app.fastify.inject({ url: data.url });
      expect(rawPayload.includes('GPS 30.25N')).toBe(false);
      expect(rawPayload.includes('Huawei')).toBe(false);
      return sharp(rawPayload).metadata();
    };
    const jpeg = await taken.clone().jpeg().toBuffer();
    expect((await sharp(jpeg).metadata()).exif).toBeDefined();
    const cleaned = await stored('a.jpg', jpeg);
    expect(cleaned).toMatchObject({ format: 'jpeg', width: 40, height: 60 });
    expect([cleaned.exif, cleaned.xmp, cleaned.orientation]).toEqual([undefined, undefined, undefined]);
    const png = await stored('a.png', await taken.clone().png().toBuffer());
    expect(png).toMatchObject({ format: 'png' });
    expect(png.exif).toBeUndefined();
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
    const codes: number[] = [];
    // As many at once as one address may send.
    for (const times of [uploadsAtOnce, uploadsAtOnce, 22 - 2 * uploadsAtOnce])
      codes.push(...(await Promise.all(Array.from({ length: times }, () => send(token)))).map(({ code }) => code));
    expect(codes.filter((code) => code === 200)).toHaveLength(20);
    expect(codes.filter((code) => code === 61160)).toHaveLength(2);
  });
});

describe('where a query comes from', () => {
  const rowOf = (scanId: number | null) =>
    app.db.selectFrom('scanLog').selectAll().where('id', '=', scanId!).executeTakeFirstOrThrow();
  const from = async (ip: string, more: object = {}) =>
    (await app.call('', publicTraceApi.scan, { code: await codeOf(serial), ...more }, { 'x-forwarded-for': ip })).data;
  const chengdu = '61.139.2.69';

  it('is the city of the address until the shopper tells his position, and then that of the position', async () => {
    const asked = await from(chengdu);
    expect(asked).toMatchObject({ verdict: 'FIRST', scanCity: '成都市' });
    const { token } = asked;
    expect(await app.data('', publicTraceApi.geo, { token, lng: 120.14, lat: 30.25 })).toEqual({ city: '杭州市' });
    expect(await rowOf(asked.scanId)).toMatchObject({
      geoSource: 1,
      lng: 120.14,
      lat: 30.25,
      province: '浙江省',
      city: '杭州市',
      ipProvince: '四川省',
      ipCity: '成都市',
    });
    // who asks next reads where the first query really came from
    expect(await from('120.24.78.68')).toMatchObject({ verdict: 'REPEAT', firstCity: '杭州市', scanCity: '深圳市' });
    expect(await app.data('', publicTraceApi.geo, { token, lng: 104.066, lat: 30.572 })).toEqual({ city: null });
    expect(await rowOf(asked.scanId)).toMatchObject({ city: '杭州市' });
  });

  it('may be sent with the query; a position abroad is kept and names nothing', async () => {
    expect(await from(chengdu, { lng: 121.49, lat: 31.24 })).toMatchObject({ scanCity: '上海市' });
    const abroad = await from(chengdu, { deviceId: 'abroad', lng: 139.7, lat: 35.68 });
    expect(abroad).toMatchObject({ scanCity: '成都市' });
    expect(await rowOf(abroad.scanId)).toMatchObject({ lng: 139.7, city: '成都市', ipCity: '', geoSource: 1 });
  });

  it('is kept in WGS-84, whichever datum it was told in', async () => {
    const told = await from(chengdu, { lng: 116.403963, lat: 39.915119, datum: 'gcj02' });
    const { lng, lat } = await rowOf(told.scanId);
    expect(lng).toBeCloseTo(116.39772, 4);
    expect(lat).toBeCloseTo(39.91372, 4);
  });

  it('is not changed once five minutes have passed', async () => {
    const { token, scanId } = await from(chengdu);
    await app.db
      .updateTable('scanLog')
      .set({ at: sql<string>`at - interval '6 minutes'` })
      .where('id', '=', scanId!)
      .execute();
    expect(await app.data('', publicTraceApi.geo, { token, lng: 120.14, lat: 30.25 })).toEqual({ city: null });
    expect((await app.call('', publicTraceApi.geo, { token, lng: 200, lat: 30 })).code).toBe(400);
  });
});

describe('what is wrong with a known code', () => {
  it('is said when its link names other goods, and raises a warning to its firm', async () => {
    await app.db.updateTable('product').set({ gtinKind: GtinKind.gs1, gtin: '06901234567892' }).execute();
    const code = await codeOf(serial);
    const ask = async (gtin: string, lot?: string) =>
      (await app.call('', publicTraceApi.scan, { code, gtin, lot, deviceId: `gtin ${serial}` })).data.warning;
    expect(await ask('6901234567892')).toBeUndefined();
    expect(await ask('6901234567892', 'L261104-1')).toBeUndefined();
    expect(await ask('6900000000007')).toBe('链接中的商品信息与登记不一致，谨防假冒');
    expect(await ask('6901234567892', 'L-other')).toBe('链接中的商品信息与登记不一致，谨防假冒');
    expect(await app.db.selectFrom('riskEvent').selectAll().where('firmId', '=', world.firmId).execute()).toMatchObject(
      [{ type: 2, hitCount: 2, detail: { code, lot: 'L-other' } }],
    );
  });

  it('is said of codes whose key has leaked', async () => {
    const ring = openKeyring(app);
    const generation = (await ring.generation(app.db, 'A'))!;
    generation.state = 2;
    expect((await scan()).warning).toBe('该批编码可能被仿制，请核对包装和购买渠道，或联系商家核实');
    generation.state = 0;
    serial += 1;
    expect((await scan()).warning).toBeUndefined();
  });
});

it('a box tells what lies in it', async () => {
  const { segments } = await world.issue({ itemCount: 0, caseCount: 1, caseNum: 4, boxNum: 6, assocMode: 1 });
  expect(segments.map(({ level }) => level).sort()).toEqual([0, 1, 2]);
  await app.data(world.token, codeOpApi.use, {
    pick: { mode: 1, ranges: segments.map((one) => ({ seg: one.seg, serialFrom: 1, serialTo: one.count })) },
    productId: world.productId,
    lotId: world.lotId,
    idemKey: randomUUID(),
  });
  const boxes: unknown[] = [];
  for (const { seg: own } of segments.toSorted((a, b) => a.level - b.level)) {
    const segment = await app.db.selectFrom('segment').selectAll().where('seg', '=', own).executeTakeFirstOrThrow();
    const code = await openKeyring(app).readText(app.db, segment, 1, 0);
    boxes.push((await app.call('', publicTraceApi.scan, { code, deviceId: `box ${own}` })).data.box);
  }
  expect(boxes).toEqual([null, { level: 1, quantity: 6 }, { level: 2, quantity: 24 }]);
});
