import { Review } from '@zhuiyuan/contract/kit/review';
import { Firm, firmApi, type FirmRow } from '@zhuiyuan/contract/parties/firm/firm';
import { FirmSettings } from '@zhuiyuan/contract/parties/firm/firm-settings';
import { partyRefusals } from '@zhuiyuan/contract/parties/party-refusals';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { sql, type SelectQueryBuilder } from 'kysely';
import type { DB } from '../../kit/db/database-types.gen.ts';
import { by, among, at, contains, eq, within, when, matchingBy, type Matching } from '../../kit/db/filtered.ts';
import { live } from '../../kit/db/live.ts';
import { times } from '../../kit/db/selectors.ts';
import { regionName } from '../../settings/region-names.ts';
import { withinRegion } from '../within-region.ts';
import { revokeFirmSessions } from '../../access/revoke-sessions.ts';
import { below, mountExporter, offerExport, type Exporter, type FoundBy } from '../../jobs/exporter.ts';
import type { App } from '../../kit/http/app-context.ts';
import type { Db } from '../../kit/db/database.ts';
import { eachRow } from '../../kit/each-row.ts';
import { findPage } from '../../kit/db/paging.ts';
import { pickRows } from '../../kit/db/pick-rows.ts';
import { notFound, refuse, refuseOn } from '../../kit/refusal.ts';
import { changeRow, lockRow, switchRow } from '../../kit/db/rows.ts';
import { serve } from '../../kit/http/serve.ts';
import { firmConstraints, insertFirm, removeFirm, storedFirm, updateFirm } from './firm-writes.ts';
import { listedParties } from '../listed-parties.ts';

type FirmFilters = Omit<InputOf<typeof firmApi.list>, 'page' | 'limit'> & { ids?: number[] };

/** Brand owners. The platform's staff keep them; a firm's own staff see and edit their own. */
export const mountFirm = (app: App): void => {
  refuseOn(app, firmConstraints);
  mountExporter(app, exporter);
  serve(app, firmApi, {
    list: async ({ input, db }) => {
      const page = await findPage(db, input, matching(db, input), asRows);
      return { ...page, list: await listedParties(db, page.list) };
    },

    listAll: ({ input, db }) =>
      pickRows(
        live(db, 'firm').select(['id', 'name']),
        { id: 'firm.id', words: ['firm.name', 'firm.creditCode'] },
        input,
      ),

    info: ({ input, db }) => requireFirm(db, input.id),

    save: ({ input, db, operator }) => insertFirm(db, input, operator.id),

    update: {
      stored: ({ row, db }) => storedFirm(db, row),
      change: ({ input: { id, version, ...draft }, db, operator }) => updateFirm(db, id, draft, version, operator),
    },

    remove: async ({ input, db }) => {
      await removeFirm(db, input.id);
      return null;
    },

    removeMany: ({ input, db }) => eachRow(input.ids, (id) => removeFirm(db, id)),

    updateStatus: async ({ input, db }) => {
      await switchRow(db, 'firm', input);
      await revokeFirmSessions(db, input.id);
      return null;
    },

    review: async ({ input, db, operator }) => {
      const firm = await lockRow(db, 'firm', input.id, ['audit', 'codeQuota']);
      if (firm.audit !== Review.waiting) throw refuse(partyRefusals.reviewOver);
      await changeRow(db, 'firm', input.id, {
        audit: input.audit,
        auditRemark: input.audit === Review.rejected ? input.remark : '',
        auditBy: operator.id,
        auditAt: sql<string>`now()`,
      });
      return null;
    },

    quota: async ({ input, db }) => {
      const firm = await lockRow(db, 'firm', input.id, ['audit', 'codeQuota']);
      if (firm.codeQuota === null) throw refuse(partyRefusals.quotaUnlimited);
      const codeQuota = firm.codeQuota + input.add;
      await changeRow(db, 'firm', input.id, { codeQuota });
      return { codeQuota };
    },

    settings: async ({ input, db }) => {
      const firm = await live(db, 'firm').select(['settings', 'version']).where('id', '=', input.id).executeTakeFirst();
      if (!firm) throw notFound();
      return { ...FirmSettings.parse(firm.settings), version: firm.version };
    },

    export: ({ input, db, operator }) => offerExport(app, { db, operator }, exporter, input),

    saveSettings: {
      stored: async ({ row, db }) => FirmSettings.parse((await lockRow(db, 'firm', row, ['settings'])).settings),
      change: async ({ input: { id, version, ...settings }, db }) => {
        await lockRow(db, 'firm', id, [], version);
        await changeRow(db, 'firm', id, { settings: sql`settings || ${JSON.stringify(settings)}::jsonb` });
        return null;
      },
    },
  });
};

type Firms = SelectQueryBuilder<DB, 'firm', object>;

/** The firms a list or an export is about. A region finds everything below it. */
const matching: Matching<'firm', FirmFilters> = matchingBy('firm', (db) => live(db, 'firm'), {
  ids: at(among, 'id'),
  name: contains,
  creditCode: contains,
  audit: eq,
  status: eq,
  regionCode: by(
    (code: string) => [withinRegion(code)],
    (row, pattern) => row('firm.regionCode', 'like', pattern),
  ),
  dateLimit: at(within, 'createdAt'),
  waiting: when((row) => row('firm.audit', '=', sql.lit(Review.waiting))),
});

/** Adds what a row of the list shows, newest first; the phone is whole here. */
const asRows = (query: Firms) =>
  query
    .leftJoin('nodeConf', 'nodeConf.firmId', 'firm.id')
    .select((row) => [
      'firm.id',
      'firm.id as firmId',
      'firm.name',
      'firm.name as firmName',
      'firm.firmNo',
      'firm.creditCode',
      'firm.logo',
      'firm.industry',
      'firm.contact',
      'firm.phone',
      'firm.regionCode',
      'firm.codeUsed',
      'firm.codeQuota',
      row.fn.coalesce('nodeConf.prefix', sql<string>`''`).as('nodePrefix'),
      'firm.validTo',
      'firm.audit',
      'firm.auditRemark',
      'firm.status',
      'firm.version',
      ...times('firm'),
    ])
    .orderBy('firm.id', 'desc');

/** Everything about one firm, its phone whole, with how many agents, shops, products, lots and accounts it has. */
const requireFirm = async (db: Db, id: number): Promise<Firm> => {
  const firm = await asRows(matching(db, { ids: [id] }))
    .select((row) => [
      'firm.shortName',
      'firm.licenseImage',
      'firm.images',
      'firm.legalName',
      'firm.email',
      'firm.address',
      'firm.lng',
      'firm.lat',
      'firm.intro',
      'firm.website',
      'firm.servicePhone',
      row.fn.coalesce('firm.gcp', sql<string>`''`).as('gcp'),
      row.fn.coalesce('firm.gln', sql<string>`''`).as('gln'),
      row.fn.coalesce('firm.domain', sql<string>`''`).as('domain'),
      'firm.validFrom',
      'firm.auditAt',
      'firm.remark',
    ])
    .executeTakeFirst();
  if (!firm) throw notFound();
  const count = async (table: 'agent' | 'shop' | 'product' | 'lot') => {
    const rows = live(db, table).where('firmId', '=', id);
    return (await rows.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow()).n;
  };
  const staff = await db
    .selectFrom('admin')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('firmId', '=', id)
    .where('isDel', '=', false)
    .executeTakeFirstOrThrow();
  return {
    ...firm,
    agentNum: await count('agent'),
    shopNum: await count('shop'),
    productNum: await count('product'),
    lotNum: await count('lot'),
    staffNum: staff.n,
    regionName: await regionName(db, firm.regionCode),
    images: Firm.shape.images.parse(firm.images),
  };
};

const exporter: Exporter<FirmRow, FirmFilters, FoundBy<typeof asRows>> = {
  biz: 'firm',
  title: '企业列表',
  may: firmApi.export.may,
  columns: [
    { title: '企业名称', width: 36, cell: (row) => row.name },
    { title: '企业编号', cell: (row) => row.firmNo },
    { title: '统一社会信用代码', width: 22, cell: (row) => row.creditCode },
    { title: '行业', cell: (row) => row.industry },
    { title: '联系人', cell: (row) => row.contact },
    { title: '联系电话', cell: (row) => row.phone },
    { title: '所在地区', width: 28, cell: (row) => row.regionName },
    { title: '已用码数', cell: (row) => row.codeUsed },
    { title: '码额度', cell: (row) => row.codeQuota ?? '不限' },
    { title: '标识前缀', cell: (row) => row.nodePrefix },
    { title: '有效期至', cell: (row) => row.validTo ?? '不限' },
    { title: '审核状态', cell: (row) => Review.label(row.audit) },
    { title: '状态', cell: (row) => Enabled.label(row.status) },
    { title: '创建时间', width: 20, cell: (row) => row.createTime },
  ],
  filters: firmApi.export.input,
  page: (db, filters, after, limit) =>
    asRows(matching(db, filters)).where('firm.id', '<', below(after)).limit(limit).execute(),
  complete: listedParties,
};
