import { plainPermission } from '@zhuiyuan/contract/codes/export/code-export';
import { Faces } from '@zhuiyuan/contract/codes/state/code-enums';
import { mouldApi } from '@zhuiyuan/contract/codes/label/mould';
import { uploadApi } from '@zhuiyuan/contract/media/upload';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { eventually } from '../../../test/eventually.ts';
import { makeStaff } from '../../../test/factories/access.ts';
import { codePermissions, makeCodeWorld } from '../../../test/factories/codes.ts';
import { upload } from '../../../test/factories/media.ts';
import { gate } from '../../../test/gate.ts';
import sharp from '../../../test/sharp.ts';
import { waiting } from '../../../test/waiting.ts';

let app: TestApp;
let world: Awaited<ReturnType<typeof makeCodeWorld>>;
let token: string;
beforeAll(async () => {
  app = await openTestApp({ work: true, poolSize: 8 });
  world = await makeCodeWorld(app);
  const own = ['list', 'save', 'update', 'delete'].map((verb) => `admin:lottery:mould:${verb}`);
  token = (await makeStaff(app, { firmId: world.firmId, permissions: [...codePermissions, ...own] })).token;
});
afterAll(() => app.close());

const paper = { widthMm: 60, heightMm: 40, gapMm: 3 };
const qr = { kind: 'qr', id: 'q', x: 35, y: 7, w: 22, h: 22 };
const draftOf = (name: string, elements: object[] = [qr], more: object = {}) =>
  ({ name, paper, elements, ...more }) as never;

test('a face needs a QR code of eight millimetres, elements on its paper, and characters the fonts have', async () => {
  const said = async (elements: object[]) => (await app.call(token, mouldApi.save, draftOf('错', elements))).message;
  expect(await said([])).toBe('模板至少包含一个二维码');
  expect(await said([{ ...qr, w: 7.9, h: 20 }])).toBe('二维码边长不能小于8毫米');
  expect(await said([{ ...qr, x: 39 }])).toBe('元素超出纸张范围');
  const text = { kind: 'text', id: 't', x: 2, y: 2, w: 20, h: 4, size: 8, text: '好茶🍵' };
  expect(await said([qr, text])).toBe('字体缺少字符：🍵');
});

test('what a printer’s dots cannot draw is refused with the size they can, when it is saved and by what a task prints', async () => {
  const said = async (elements: object[], dpi: number) =>
    (await app.call(token, mouldApi.save, draftOf('细', elements, { paper: { ...paper, dpi } }))).message;
  expect(await said([{ ...qr, w: 10, h: 10 }], 203)).toBe('二维码在203 dpi的打印机上扫不出，边长须至少10.9毫米');
  const bars = { kind: 'barcode', id: 'b', x: 2, y: 30, w: 30, h: 8 };
  expect(await said([qr, bars], 300)).toMatch(/^条形码在300 dpi的打印机上扫不出，宽须至少\d+\.\d毫米$/);
  expect(await said([qr, { ...bars, x: 0.5, w: 53 }], 203)).toBe('条形码两侧须各留2.6毫米空白');
  const { taskId, segments } = await world.issue({ itemCount: 3 });
  const { id } = await app.data(token, mouldApi.save, draftOf('小码', [{ ...qr, w: 8.5, h: 8.5 }]));
  const asked = { mouldId: id, taskId, seg: segments[0]!.seg, serialFrom: 1, count: 3, sheet: 'roll' } as never;
  await app.db
    .updateTable('task')
    .set({ urlPrefix: `https://${'long-name.'.repeat(5)}example.cn/c/` })
    .where('id', '=', taskId)
    .execute();
  expect(await app.call(token, mouldApi.print, asked)).toMatchObject({
    code: 62642,
    message: '二维码在300 dpi的打印机上扫不出，边长须至少10.5毫米',
  });
});

test('a task stays with the face it was first printed with; a used mould is not deleted, a free one is', async () => {
  const { taskId, segments } = await world.issue({ itemCount: 20 });
  const seg = segments[0]!.seg;
  const { id } = await app.data(token, mouldApi.save, draftOf('首版'));
  const free = await app.data(token, mouldApi.copy, { id });
  const asked = { mouldId: id, taskId, seg, serialFrom: 1, count: 20, sheet: 'roll' } as never;
  const { taskId: job } = await app.data(token, mouldApi.print, asked);
  const { file, err } = await eventually(async () => {
    const row = await app.db.selectFrom('fileJob').where('id', '=', job).selectAll().executeTakeFirstOrThrow();
    if (!row.file && !row.err) throw new Error(`print job ${job} does not end`);
    return row;
  });
  expect(err).toBe('');
  const pdf = await buffer((await app.files.open(file))!.stream);
  expect(pdf.toString('latin1').match(/\/MediaBox \[0 0 170\.07\d* 113\.38\d*\]/g)).toHaveLength(20);
  await app.data(token, mouldApi.update, { id, ...(draftOf('次版', [{ ...qr, x: 30 }]) as object) } as never);
  const after = await app.data(token, mouldApi.asks, { mouldId: id, taskId });
  expect([after.isEarlier, after.elements[0]!.x]).toEqual([true, 35]);
  expect((await app.data(token, mouldApi.info, { id })).elements[0]!.x).toBe(30);
  expect(await app.call(token, mouldApi.remove, { id })).toMatchObject({ code: 62630 });
  await app.data(token, mouldApi.remove, { id: free.id });
});

test('what a task does not bind is asked, and what a segment lacks refuses the print', async () => {
  const { taskId, segments } = await world.issue({ itemCount: 5, productId: undefined, lotId: undefined });
  const of = async (name: string, variable: string) =>
    (
      await app.data(
        token,
        mouldApi.save,
        draftOf(name, [qr, { kind: 'variable', id: 'v', variable, x: 2, y: 2, w: 20, h: 4, size: 8 }]),
      )
    ).id;
  const print = async (mouldId: number, more: object = {}) =>
    app.call(token, mouldApi.print, {
      mouldId,
      taskId,
      seg: segments[0]!.seg,
      serialFrom: 1,
      count: 5,
      ...more,
    } as never);
  expect(await print(await of('验证码', 'pin'))).toMatchObject({ code: 62637 });
  const act = await of('文案', 'actText');
  expect(await print(act)).toMatchObject({ code: 62636 });
  expect(await print(act, { actText: '好茶🍵' })).toMatchObject({ code: 62640, message: '字体缺少字符：🍵' });
  expect(await print(act, { actText: '扫码有礼' })).toMatchObject({ code: 200 });
  expect(await print(act, { actText: '扫码有礼', serialFrom: 2 })).toMatchObject({ code: 400 });
  expect(await print(act, { actText: '扫码有礼', taskId: 2_147_483_648 })).toMatchObject({ code: 404 });
});

test('pictures as large as the library takes are printed; others are refused as what they are', async () => {
  const staff = await makeStaff(app, { permissions: ['admin:upload:image'] });
  const large = await sharp({ create: { width: 7000, height: 7000, channels: 3, background: '#123456' } })
    .png()
    .toBuffer();
  const uploaded = await upload(app, staff.token, uploadApi.image, { name: '大图.png', content: large });
  expect(uploaded.message).toBe('ok');
  const pictured = (src: string) => ({ kind: 'image', id: 'i', src, x: 2, y: 2, w: 20, h: 20 });
  const preview = (src: string) =>
    app.call(token, mouldApi.preview, { paper, elements: [qr, pictured(src)], sheet: 'roll' } as never);
  const answers = await Promise.all(Array.from({ length: 4 }, () => preview(uploaded.data.url)));
  expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([200]));
  // A head that tells 30,000 by 30,000 is looked at no further.
  const head = Buffer.from(
    await sharp({ create: { width: 1, height: 1, channels: 3, background: '#fff' } })
      .png()
      .toBuffer(),
  );
  head.writeUInt32BE(30_000, 16);
  head.writeUInt32BE(30_000, 20);
  head.writeUInt32BE(crc32(head.subarray(12, 29)), 29);
  await app.files.put('media/bomb.png', head, 'image/png');
  expect(await preview('/media/bomb.png')).toMatchObject({ code: 62641 });
  for (const src of ['/media/a.bmp', '/media/a.mp4', '/media/png'])
    expect(await preview(src)).toMatchObject({ code: 400, message: '标签图片支持jpg、png、gif、webp' });
});

test('a firm has one default, which is enabled', async () => {
  const { id: first } = await app.data(token, mouldApi.save, draftOf('默认一'));
  const { id: second } = await app.data(token, mouldApi.save, draftOf('默认二'));
  await app.data(token, mouldApi.default, { id: first });
  await app.data(token, mouldApi.default, { id: second });
  const defaults = async () =>
    (await app.data(token, mouldApi.list, {})).list.filter((row) => row.isDefault).map((row) => row.id);
  expect(await defaults()).toEqual([second]);
  await app.data(token, mouldApi.updateStatus, { id: second, status: 1 });
  expect(await defaults()).toEqual([]);
  expect(await app.call(token, mouldApi.default, { id: second })).toMatchObject({ code: 62631 });
});

test('secret faces are sample words to who may not see them', async () => {
  const { taskId } = await world.issue({ itemCount: 20, faces: Faces.both, pinLen: 6 });
  const open = async (permissions: readonly string[]) =>
    (await makeStaff(app, { firmId: world.firmId, permissions: [...permissions, 'admin:lottery:mould:list'] })).token;
  const values = (who: string, input: object = { taskId }) => app.data(who, mouldApi.values, input as never);
  const mayAll = await open([...codePermissions, plainPermission]);
  const mayLess = await open(codePermissions);
  const words = await values(mayLess, {});
  const [whole, shown] = [await values(mayAll), await values(mayLess)];
  for (const name of ['innerCode', 'innerUrl', 'pin'] as const) {
    expect(whole[name]).not.toBe(words[name]);
    expect(shown[name]).toBe(words[name]);
  }
  expect(shown.code).toBe(whole.code);
});

test('of moulds that are made the default at one moment the last one is, and nobody is turned away', async () => {
  const ids: number[] = [];
  for (const name of ['同时一', '同时二', '同时三']) ids.push((await app.data(token, mouldApi.save, draftOf(name))).id);
  const [former, ...others] = ids as [number, number, number];
  await app.data(token, mouldApi.default, { id: former });
  const [locked, release] = [gate(), gate()];
  const holding = app.db.transaction().execute(async (holder) => {
    await holder.selectFrom('mould').where('id', '=', former).select('id').forUpdate().execute();
    locked.open();
    await release.opened;
  });
  await locked.opened;
  const asked = others.map((id) => app.call(token, mouldApi.default, { id }));
  await expect.poll(() => waiting(app.db)).toBe(others.length);
  release.open();
  await holding;
  expect((await Promise.all(asked)).map(({ code }) => code)).toEqual([200, 200]);
  const defaults = (await app.data(token, mouldApi.list, {})).list.filter((row) => row.isDefault);
  expect(defaults).toMatchObject([{ id: expect.toBeOneOf(others) }]);
});
