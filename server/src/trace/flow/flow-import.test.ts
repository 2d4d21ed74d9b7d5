import { flowApi } from '@zhuiyuan/contract/trace/flow/flow';
import { flowTypeApi } from '@zhuiyuan/contract/trace/flow/flow-type';
import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { makeStaff } from '../../../test/factories/access.ts';
import { importRows, offeredRows, uploaded } from '../../../test/factories/jobs.ts';
import { book } from '../../../test/sheets.ts';
import { picture } from '../../../test/factories/media.ts';
import { flowPermissions, type FlowWorld, makeFlowWorld } from '../../../test/factories/trace.ts';

let app: TestApp;
let world: FlowWorld;
let token: string;
let productNo: string;
let typeId: number;
const titles = [
  '外部编号',
  '产品编号',
  '批号',
  '标题',
  '发生时间',
  '地点',
  '操作人',
  '产量',
  '检验项目',
  '地点（字段）',
];

beforeAll(async () => {
  app = await openTestApp({ work: true });
  world = await makeFlowWorld(app);
  const permissions = [...flowPermissions, ...['list', 'save'].map((act) => `admin:identity:importTask:${act}`)];
  token = (await makeStaff(app, { firmId: world.firmId, permissions })).token;
  productNo = (
    await app.db.selectFrom('product').select('productNo').where('id', '=', world.productId).executeTakeFirstOrThrow()
  ).productNo;
  typeId = (
    await app.data(token, flowTypeApi.save, {
      name: '出厂检验',
      stage: 4,
      fields: [
        { key: 'f1', label: '产量', type: 'number', unit: 'kg', min: 0, required: true },
        { key: 'f2', label: '检验项目', type: 'checkbox', options: ['感官', '农残'] },
        { key: 'f3', label: '地点', type: 'text' },
        { key: 'f4', label: '报告', type: 'file' },
      ],
    } as never)
  ).id;
});
afterAll(() => app.close());

type Cell = string | number;
const row = (sourceRow: string, change: Record<string, Cell> = {}): Cell[] => {
  const cells: Record<string, Cell> = {
    外部编号: sourceRow,
    产品编号: productNo,
    批号: 'L261104-1',
    发生时间: '2026/11/4 8:30',
    产量: '1,200.5',
    检验项目: '农残、感官',
    ...change,
  };
  return titles.map((title) => cells[title] ?? '');
};
const run = (rows: Cell[][], params: object = {}) =>
  importRows(app, token, 'flow', [titles, ...rows], { params: { flowTypeId: typeId, ...params }, again: true });
const found = async (keywords: string) => (await app.data(token, flowApi.list, { keywords } as never)).list;

it('offers a template with the columns of the type', async () => {
  const { fileName } = await app.data(token, flowApi.template, { flowTypeId: typeId });
  const [head] = await offeredRows(app, fileName);
  expect(head!.map((cell) => String(cell).replace('*', ''))).toEqual(titles);
});

describe('importing', () => {
  it('reads the cells by the fields of the type, once per 外部编号', async () => {
    expect(await run([row('E-1', { 标题: '首检', 地点: '质检室' })])).toMatchObject({ ok: 1, fail: 0 });
    const [made] = await found('首检');
    expect(made).toMatchObject({ audit: 0, opSrc: 2, occurAt: '2026-11-04 08:30:00', place: '质检室' });
    expect((await app.data(token, flowApi.info, { id: made!.id })).values).toEqual({
      f1: 1200.5,
      f2: ['感官', '农残'],
    });
    expect(await run([row('E-1', { 标题: '首检改' })])).toMatchObject({ ok: 0, skip: 1 });
    expect(await found('首检改')).toEqual([]);
  });

  it('replaces a record by its 外部编号 when asked to; an audited one is voided', async () => {
    await run([row('E-2', { 标题: '覆盖前' })]);
    const [before] = await found('覆盖前');
    await world.pass(before!.id);
    expect(await run([row('E-2', { 标题: '覆盖后' })], { onRepeat: 'overwrite' })).toMatchObject({ ok: 1 });
    expect((await found('覆盖前'))[0]!.voidAt).not.toBeNull();
    expect((await found('覆盖后'))[0]).toMatchObject({ audit: 0, voidAt: null });
  });

  it('passes over the same content without a number, and keeps drafts', async () => {
    const same = row('', { 标题: '无编号' });
    expect(await run([same], { submit: false })).toMatchObject({ ok: 1 });
    expect(await run([same])).toMatchObject({ ok: 0, skip: 1 });
    expect((await found('无编号')).map(({ audit }) => audit)).toEqual([3]);
  });

  it('makes lots only when asked to', async () => {
    const fresh = row('E-5', { 批号: 'NEW-1', 标题: '新批次' });
    const refused = await run([fresh]);
    expect(refused.errors[0]).toMatchObject({ field: '批号' });
    expect(refused.errors[0]!.errMsg).toContain('批号不存在：NEW-1');
    expect(await run([fresh], { createLots: true })).toMatchObject({ ok: 1, fail: 0 });
    expect((await found('新批次'))[0]!.lotNo).toBe('NEW-1');
  });

  it('refuses bad rows at their column and takes the good ones', async () => {
    const { ok, errors } = await run([
      row('E-6', { 产量: '很多' }),
      row('E-7', { 检验项目: '听声音' }),
      row('E-8', { 产品编号: 'NONE' }),
      row('E-9', { 发生时间: '昨天' }),
      row('E-10', { 标题: '好的一行' }),
    ]);
    expect(ok).toBe(1);
    expect(errors.map(({ field, errMsg }) => [field, String(errMsg).replace(/^第\d+行：/, '')])).toEqual([
      ['产量', '产量应为数字'],
      ['检验项目', '检验项目只能是：感官、农残'],
      ['产品编号', '产品编号不存在：NONE'],
      ['发生时间', '发生时间格式不正确'],
    ]);
  });
});

it('previews the first twenty rows with what is wrong in each cell, and changes nothing', async () => {
  const before = (await app.data(token, flowApi.list, {} as never)).total;
  const rows = [
    row('P-1'),
    row('P-2', { 产量: '', 批号: 'NEW-9' }),
    ...Array.from({ length: 30 }, (_, at) => row(`P-${at + 3}`)),
  ];
  const fileUrl = await uploaded(app, token, 'flow', await book([titles, ...rows]));
  const preview = await app.data(token, flowApi.preview, { flowTypeId: typeId, fileUrl } as never);
  expect(preview.rows).toHaveLength(20);
  expect(preview.rows[0]!.errors).toEqual([]);
  expect(preview.rows[1]!.errors).toEqual([
    { key: 'f1', message: '产量不能为空' },
    { key: 'lotNo', message: '批号不存在：NEW-9' },
  ]);
  expect((await app.data(token, flowApi.list, {} as never)).total).toBe(before);
  expect((await app.call(token, flowApi.preview, { flowTypeId: 999_999, fileUrl } as never)).code).toBe(400);
});

describe('pictures from a zip', () => {
  const gb = { '采茶.png': Buffer.from([0xb2, 0xc9, 0xb2, 0xe8, 0x2e, 0x70, 0x6e, 0x67]) } as Record<string, Buffer>;
  const zipOf = async (files: [string, Buffer][], options: object = {}): Promise<Buffer> => {
    const writer = new ZipWriter(new Uint8ArrayWriter(), {
      encodeText: (text: string) => gb[text],
      useWebWorkers: false,
      ...options,
    });
    for (const [name, content] of files)
      await writer.add(name, new Uint8ArrayReader(content), name in gb ? { useUnicodeFileNames: false } : {});
    return Buffer.from(await writer.close());
  };
  const type = (required = false) =>
    app.data(token, flowTypeApi.save, {
      name: `采摘照片${required ? '必传' : ''}`,
      stage: 1,
      fields: [{ key: 'f1', label: '现场', type: 'image', required }],
    } as never);
  const head = ['产品编号', '批号', '标题', '发生时间', '现场'];
  const line = (title: string, cell: string) => [productNo, 'L261104-1', title, '2026-11-05 09:00', cell];
  const send = (zip: Buffer, name = '现场.zip') => uploaded(app, token, 'flow', zip, name);

  it('takes them by names in either encoding, once each, and reports the missing ones by row', async () => {
    const { id } = await type();
    const content = await picture();
    const zipUrl = await send(
      await zipOf([
        ['采茶.png', content],
        ['照片/晾晒.PNG', content],
        ['一/双.png', content],
        ['二/双.png', content],
        ['__MACOSX/._采茶.png', content],
        ['说明.txt', Buffer.from('不是图片')],
        ['坏.png', Buffer.from('不是图片')],
      ]),
    );
    const rows = [
      line('两张', '采茶.png、照片/晾晒.png'),
      line('一张', '采茶.png'),
      line('缺少', '没有.png'),
      line('不明', '双.png'),
      line('文字', '说明.txt'),
      line('损坏', '坏.png'),
    ];
    const params = { flowTypeId: id, zipUrl };
    const fileUrl = await uploaded(app, token, 'flow', await book([head, ...rows]));
    const preview = await app.data(token, flowApi.preview, { ...params, fileUrl } as never);
    expect(preview.rows.map(({ errors }) => errors[0]?.message)).toEqual([
      undefined,
      undefined,
      '现场：压缩包中没有“没有.png”',
      '现场：压缩包中有2个“双.png”，请写明所在文件夹',
      '现场：“说明.txt”不是图片',
      undefined,
    ]);
    const ended = await importRows(app, token, 'flow', [head, ...rows], { params });
    expect(ended).toMatchObject({ ok: 2, fail: 4 });
    expect(ended.errors.map(({ field }) => field).slice(0, 3)).toEqual(['现场', '现场', '现场']);
    const of = async (title: string) => {
      const [record] = await found(title);
      return (await app.data(token, flowApi.info, { id: record!.id })).values['f1'] as string[];
    };
    const [first, second] = await of('两张');
    expect(first).toMatch(/^\/media\/flow\//);
    expect(await of('一张')).toEqual([first]);
    expect(second).not.toBe(first);
    const without = await app.data(token, flowApi.preview, { flowTypeId: id, fileUrl } as never);
    expect(without.rows[1]!.errors[0]!.message).toBe('现场：“采茶.png”不是图片地址，请上传图片压缩包');
  });

  it('refuses what is no zip, is locked, unfolds too far or is not of the sender', async () => {
    const { id } = await type(true);
    const fileUrl = await uploaded(app, token, 'flow', await book([head, line('大', '大.png')]));
    const told = async (zipUrl: string) => {
      const answer = await app.call(token, flowApi.preview, { flowTypeId: id, fileUrl, zipUrl } as never);
      return answer.code === 200
        ? (answer.data as { rows: { errors: { message: string }[] }[] }).rows[0]!.errors[0]?.message
        : answer.message;
    };
    const broken = Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(200)]);
    expect(await told(await send(broken))).toBe('文件无法读取：不是有效的zip压缩包');
    expect(await told(await send(await zipOf([['大.png', Buffer.alloc(11 * 1024 * 1024)]])))).toBe(
      '现场：“大.png”超过10 MB',
    );
    expect(await told(await send(await zipOf([['大.png', await picture()]], { password: 'x' })))).toBe(
      '现场：压缩包已加密，请取消密码后上传',
    );
    expect(await told('/file/import/2026/11/21/00000000000000000000000000000000.zip')).toBe(
      '请上传zip格式的图片压缩包',
    );
  });
});
