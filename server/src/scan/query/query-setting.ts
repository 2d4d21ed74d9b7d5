import { SelectScope, defaultTexts, querySettingApi } from '@zhuiyuan/contract/scan/query/query-setting';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { FirmSettings } from '@zhuiyuan/contract/parties/firm/firm-settings';
import { sql } from 'kysely';
import type { App } from '../../kit/http/app-context.ts';
import type { Db } from '../../kit/db/database.ts';
import { eachRow } from '../../kit/each-row.ts';
import { containing, within } from '../../kit/db/filters.ts';
import { requireFirmId } from '../../kit/operator.ts';
import { findPage } from '../../kit/db/paging.ts';
import { notFound, refuseOn } from '../../kit/refusal.ts';
import { switchRow } from '../../kit/db/rows.ts';
import { serve } from '../../kit/http/serve.ts';
import {
  insertQuerySetting,
  findProducts,
  removeQuerySetting,
  storedQuerySetting,
  toTexts,
  updateQuerySetting,
  querySettingConstraints,
} from './query-setting-writes.ts';
import { announceScanRules } from './scan-rules.ts';

/** How firms answer the queries of shoppers. */
export const mountQuerySetting = (app: App): void => {
  refuseOn(app, querySettingConstraints);
  serve(app, querySettingApi, {
    list: ({ input, db }) => findPage(db, input, matching(db, input), asListed),

    listAll: ({ db }) => matching(db, {}).select(['setting.id', 'setting.name']).orderBy('id', 'desc').execute(),

    async blank({ input, db, operator }) {
      const firmId = requireFirmId(operator, input.firmId);
      if (input.firmId !== undefined && input.firmId !== firmId) throw notFound();
      const firm = await db
        .selectFrom('firm')
        .where('id', '=', firmId)
        .where('isDel', '=', 0)
        .select((row) => [
          'name',
          'servicePhone',
          'settings',
          row
            .exists(
              row
                .selectFrom('selectConfig')
                .where('firmId', '=', firmId)
                .where('scope', '=', SelectScope.firm)
                .where('isDel', '=', 0)
                .select('id'),
            )
            .as('hasDefault'),
        ])
        .executeTakeFirst();
      if (!firm) throw notFound();
      const { overLimit, scanDedupeMin } = FirmSettings.parse(firm.settings);
      return {
        mayBeDefault: !firm.hasDefault,
        firmName: firm.name,
        servicePhone: firm.servicePhone,
        overLimit,
        dedupeMin: scanDedupeMin,
        texts: defaultTexts,
      };
    },

    async info({ input, db }) {
      const config = await asQuerySettingRows(matching(db, {}))
        .where('setting.id', '=', input.id)
        .select(['setting.showFirstInfo', 'setting.servicePhone', 'setting.jumpUrl', 'setting.texts'])
        .executeTakeFirst();
      if (!config) throw notFound();
      const products = await findProducts(db, input.id);
      return { ...config, texts: toTexts(config), products, productIds: products.map(({ id }) => id) };
    },

    save: ({ input, db, operator }) =>
      insertQuerySetting(db, input, { firmId: requireFirmId(operator, input.firmId), operatorId: operator.id }),

    update: {
      stored: ({ row, db }) => storedQuerySetting(db, row),
      change: ({ input: { id, version, ...draft }, db }) => updateQuerySetting(db, id, draft, version),
    },

    async remove({ input, db }) {
      await removeQuerySetting(db, input.id);
      return null;
    },

    removeMany: ({ input, db }) => eachRow(input.ids, (id) => removeQuerySetting(db, id)),

    async updateStatus({ input, db }) {
      await switchRow(db, 'selectConfig', input);
      await announceScanRules(db);
      return null;
    },
  });
};

type Filters = Partial<Omit<InputOf<typeof querySettingApi.list>, 'page' | 'limit'>>;

const matching = (db: Db, filters: Filters) => {
  let query = db.selectFrom('selectConfig as setting').where('setting.isDel', '=', 0);
  if (filters.firmId) query = query.where('setting.firmId', '=', filters.firmId);
  if (filters.name) query = query.where('setting.name', 'ilike', containing(filters.name));
  if (filters.scope !== undefined) query = query.where('setting.scope', '=', filters.scope);
  if (filters.status !== undefined) query = query.where('setting.status', '=', filters.status);
  if (filters.productId)
    query = query.where((row) =>
      row.exists(
        row
          .selectFrom('selectConfigProduct as chosen')
          .whereRef('chosen.configId', '=', 'setting.id')
          .where('chosen.productId', '=', filters.productId!)
          .select('chosen.productId'),
      ),
    );
  return query.where(within('setting.createdAt', filters.dateLimit));
};

/** 全部产品 for the default, else the first products by name and how many they are. */
const productText = sql<string>`case when setting.scope = ${sql.lit(SelectScope.firm)} then '全部产品' else coalesce((
  select case when count(*) > 2 then (array_agg(p.store_name order by p.id))[1] || ' 等' || count(*) || '个产品' else string_agg(p.store_name, '、' order by p.id) end
  from select_config_product c join product p on p.id = c.product_id where c.config_id = setting.id and c.firm_id = setting.firm_id), '') end`;

const asQuerySettingRows = (query: ReturnType<typeof matching>) =>
  query.select((row) => [
    'setting.id',
    'setting.firmId',
    row
      .selectFrom('firm')
      .select('firm.name')
      .whereRef('firm.id', '=', 'setting.firmId')
      .$asScalar()
      .$notNull()
      .as('firmName'),
    'setting.name',
    'setting.scope',
    productText.as('productText'),
    'setting.needPin',
    'setting.overLimit',
    'setting.dedupeMin',
    'setting.voiceOn',
    'setting.status',
    'setting.version',
    'setting.createdAt as createTime',
    'setting.updatedAt as updateTime',
  ]);

const asListed = (query: ReturnType<typeof matching>) =>
  asQuerySettingRows(query).orderBy('setting.scope').orderBy('setting.id', 'desc');
