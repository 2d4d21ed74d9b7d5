import { JobKind } from '@zhuiyuan/contract/jobs/job-enums';
import { permits } from '@zhuiyuan/contract/access/permission';
import { DedKind, DeductibleOwner } from '@zhuiyuan/contract/parties/deductible/deductible';
import { PayKind } from '@zhuiyuan/contract/movement/replenish/need-enums';
import { attachmentApi } from '@zhuiyuan/contract/media/attachment';
import { downloadApi } from '@zhuiyuan/contract/media/download';
import { uploadApi } from '@zhuiyuan/contract/media/upload';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { makeFirmStaff, makeStaff, openRoot } from '../../test/factories/access.ts';
import { picture, upload } from '../../test/factories/media.ts';
import { makeForeignFirm, type Foreign } from '../../test/foreign.ts';
import { fileKinds } from './private-files.ts';

const content = Buffer.from('编号,名称\n1,龙井\n');
const none = { code: 404, message: '数据不存在或无权限访问' };
let app: TestApp;
let rows: Foreign;
let root: string;
let uploader: { id: number; token: string };
beforeAll(async () => {
  app = await openTestApp();
  root = await openRoot(app);
  rows = await makeForeignFirm(app);
  uploader = await makeStaff(app, { firmId: rows.firmId, permissions: ['admin:upload:file', 'admin:upload:image'] });
});
afterAll(() => app.close());

const fetched = async (token: string, resource: string) => {
  const answer = await app.fastify.inject({
    url: `/api${downloadApi.resource.path}`,
    query: { resource },
    headers: { 'authori-zation': token },
  });
  return answer.rawPayload.equals(content) ? 'read' : (answer.json() as { code: number; message: string });
};
const send = async () =>
  (await upload(app, uploader.token, uploadApi.file, { name: '名单.csv', content }, { model: 'x', pid: '10' })).data;

/** Has a row of the firm name the file in this column. */
const naming: Record<string, (url: string) => Promise<unknown>> = {
  'file_job.file': (url) =>
    sql`update file_job set file = ${url.slice(1)} where id = ${rows.importId} and kind = ${JobKind.import}`.execute(
      app.db,
    ),
  'file_job.params': (url) =>
    sql`update file_job set params = ${JSON.stringify({ zipUrl: url })} where id = ${rows.importId}`.execute(app.db),
  'code_op.file': (url) => sql`update code_op set file = ${url.slice(1)} where id = ${rows.opId}`.execute(app.db),
  'flow.files': (url) =>
    sql`update flow set files = ${JSON.stringify([{ name: 'a.pdf', url }])} where id = ${rows.flowId}`.execute(app.db),
  'flow.field_values': (url) =>
    sql`update flow set field_values = ${JSON.stringify({ a: 7, b: '文', c: [{ name: 'a.pdf', url }], d: ['x'] })}
      where id = ${rows.flowId}`.execute(app.db),
  'lot.qc_file': (url) => sql`update lot set qc_file = ${url} where id = ${rows.lotId}`.execute(app.db),
  'firm.license_image': (url) => sql`update firm set license_image = ${url} where id = ${rows.firmId}`.execute(app.db),
  'agent.license_image': (url) =>
    sql`update agent set license_image = ${url} where id = ${rows.agentId}`.execute(app.db),
  'shop.license_image': (url) => sql`update shop set license_image = ${url} where id = ${rows.shopId}`.execute(app.db),
  'shop.door_image': (url) => sql`update shop set door_image = ${url} where id = ${rows.shopId}`.execute(app.db),
  'need_pay.voucher': (url) =>
    app.db
      .insertInto('needPay')
      .values({ firmId: rows.firmId, orderId: rows.needOrderId, kind: PayKind.pay, amount: 1, voucher: url })
      .execute(),
  'ded_log.voucher': async (url) => {
    for (const ownerKind of [DeductibleOwner.agent, DeductibleOwner.shop]) {
      const [account] = await app.db
        .selectFrom('dedAccount')
        .select(['firmId', 'ownerKind', 'ownerId', 'peerKind', 'peerId'])
        .where('firmId', '=', rows.firmId)
        .where('ownerKind', '=', ownerKind)
        .execute();
      const entry = {
        kind: DedKind.clear,
        amount: 0,
        balanceAfter: 0,
        refKind: 'test',
        refId: Date.now(),
        voucher: url,
      };
      await app.db
        .insertInto('dedLog')
        .values({ ...account!, ...entry })
        .execute();
    }
  },
  'remit.voucher': (url) => sql`update remit set voucher = ${url} where id = ${rows.remitId}`.execute(app.db),
  'fund_request.vouchers': (url) =>
    sql`update fund_request set vouchers = ${[url]} where id = ${rows.fundRequestId}`.execute(app.db),
};

/** The first permission that opens a call, as a role would be given it. */
const permissionOf = ({ may }: (typeof fileKinds)[number]['shownBy']): string =>
  typeof may === 'string' ? may : ('any' in may ? may.any : may.all)[0]!;

describe('a private file', () => {
  it.each(fileKinds.flatMap(({ columns, shownBy }) => columns.map((column) => [column, shownBy] as const)))(
    'that %s names is read by who may be shown it',
    async (column, shownBy) => {
      const permission = permissionOf(shownBy);
      expect(permits(new Set([permission]), shownBy.may)).toBe(true);
      const { url } = await send();
      const { firmId } = rows;
      const reader = await makeStaff(app, { firmId, permissions: [permission] });
      expect(await fetched(reader.token, url)).toMatchObject(none);
      await naming[column]!(url);

      expect(await fetched(reader.token, url)).toBe('read');
      expect(await fetched(reader.token, url.slice(1))).toBe('read');
      expect(await fetched(uploader.token, url)).toBe('read');
      expect(await fetched(root, url)).toBe('read');
      const platform = await makeStaff(app, { permissions: [permission] });
      expect(await fetched(platform.token, url)).toBe('read');

      const others = [
        await makeStaff(app, { firmId }),
        await makeStaff(app, { firmId, permissions: ['admin:upload:file', 'admin:system:attachment:list'] }),
        await makeStaff(app),
        await makeFirmStaff(app, [permission]),
      ];
      for (const { token } of others) expect(await fetched(token, url)).toMatchObject(none);
    },
  );

  it('of a remittance is read by those of its own screen alone', async () => {
    const { url } = await send();
    await naming['remit.voucher']!(url);
    const may = (permission: string) => makeStaff(app, { firmId: rows.firmId, permissions: [permission] });
    expect(await fetched((await may('admin:lottery:dealerRemit:list')).token, url)).toMatchObject(none);
    expect(await fetched((await may('admin:lottery:storeRemit:list')).token, url)).toBe('read');
  });

  it('that platform staff uploaded for a firm is read by that firm, and by no other', async () => {
    const platform = await makeStaff(app, { permissions: ['admin:upload:file'] });
    const { data } = await upload(app, platform.token, uploadApi.file, { name: 'a.csv', content });
    await naming['file_job.file']!(data.url);
    const permissions = ['admin:identity:importTask:list'];
    expect(await fetched((await makeStaff(app, { firmId: rows.firmId, permissions })).token, data.url)).toBe('read');
    expect(await fetched((await makeFirmStaff(app, permissions)).token, data.url)).toMatchObject(none);
  });

  it('that belongs to nothing is its uploader’s alone', async () => {
    const { url } = await send();
    expect(await fetched(uploader.token, url)).toBe('read');
    expect(await fetched(root, url)).toMatchObject(none);
  });

  it('is no row of the library: not listed, told, named, renamed, moved or deleted', async () => {
    const { attId, url } = await send();
    const acts = ['list', 'delete', 'move'].map((act) => `admin:system:attachment:${act}`);
    const { token } = await makeStaff(app, { firmId: rows.firmId, permissions: acts });
    for (const holder of [token, uploader.token, root]) {
      expect(await app.call(holder, attachmentApi.info, { id: attId })).toMatchObject(none);
      expect(await app.call(holder, attachmentApi.update, { attId, name: 'x', pid: 0 })).toMatchObject(none);
      expect(await app.call(holder, attachmentApi.save, { name: 'x', sattDir: url, pid: 0 })).toMatchObject(none);
    }
    for (const holder of [token, root]) {
      expect((await app.data(holder, attachmentApi.list, { pid: 0 })).list.map((row) => row.attId)).not.toContain(
        attId,
      );
      expect(await app.data(holder, attachmentApi.counts, { attType: 'text/csv' })).toEqual([]);
      expect(await app.call(holder, attachmentApi.move, { attrId: [attId], pid: 0 })).toMatchObject(none);
      expect(await app.call(holder, attachmentApi.remove, { ids: String(attId) })).toMatchObject(none);
    }
    expect(await fetched(uploader.token, url)).toBe('read');
  });
});

it('leaves the library to everybody', async () => {
  const file = { name: 'a.png', content: await picture() };
  const { data } = await upload(app, uploader.token, uploadApi.image, file);
  const { token } = await makeStaff(app, { firmId: rows.firmId });
  expect((await app.data(token, attachmentApi.info, { id: data.attId })).sattDir).toBe(data.url);
  const answer = await app.fastify.inject({
    url: `/api${downloadApi.resource.path}`,
    query: { resource: data.url },
    headers: { 'authori-zation': token },
  });
  expect(answer.headers['download-filename']).toBe('a.png');
});

/** Columns for pictures of the library, which everybody may see, and of files that are no uploads. */
const noPrivateFile = new Set(
  `activity.bg_image activity.share_image act_template.cover admin.avatar code_upload_chunk.file complaint.images
  consumer_config.follow_qr consumer_config.service_qr deliver_diff.images discarded_file.file download.file firm.images
  firm.logo flow.images inspect.images prize.image product.image product.images product.video salesman.avatar
  scan_upload.file spread.avatar temp.cover tier.image file_job.file_name code_op.file_name red_send.file_name
  task_part.file_name red_type.icon flow_type.icon menu.icon mould_version.paper`.split(/\s+/),
);

it('has a kind for every column that may name a file', async () => {
  const { rows: found } = await sql<{ column: string }>`
    select c.relname || '.' || a.attname as column
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and (t.typname in ('text', 'varchar', '_text', '_varchar', 'json', 'jsonb'))
      and a.attname ~ '(image|voucher|file|avatar|logo|icon|cover|video|photo|paper|picture|_qr)(s?|_name)$'`.execute(
    app.db,
  );
  const kinds = new Set(fileKinds.flatMap(({ columns }) => columns));
  expect(
    found.map(({ column }) => column).filter((column) => !kinds.has(column) && !noPrivateFile.has(column)),
  ).toEqual([]);
  expect([...kinds].filter((column) => !naming[column])).toEqual([]);
});

it('finds what names a file by an index of the rows that name one', async () => {
  const plan = async (where: string, table: string) => {
    const text = await app.db.transaction().execute(async (db) => {
      await sql`set local enable_seqscan = off`.execute(db);
      const explained = await sql<
        Record<string, string>
      >`${sql.raw(`explain select 1 from ${table} where ${where}`)}`.execute(db);
      return explained.rows.map((row) => Object.values(row)[0]).join('\n');
    });
    return text;
  };
  expect(
    await plan(
      `flow_papers(files, field_values) @> '["/file/a"]' and flow_papers(files, field_values) <> '[]'`,
      'flow',
    ),
  ).toContain('flow_papers');
  for (const [table, column] of [
    ['shop', 'license_image'],
    ['shop', 'door_image'],
    ['agent', 'license_image'],
    ['lot', 'qc_file'],
    ['need_pay', 'voucher'],
    ['ded_log', 'voucher'],
    ['remit', 'voucher'],
  ] as const)
    expect(await plan(`${column} = '/file/a' and ${column} like '/file/%'`, table)).toMatch(/Index|Bitmap/);
});
