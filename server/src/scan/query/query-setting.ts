import { SelectScope, defaultTexts, querySettingApi } from '@zhuiyuan/contract/scan/query/query-setting';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { FirmSettings } from '@zhuiyuan/contract/parties/firm/firm-settings';
import { sql } from 'kysely';
import type { App } from '../../kit/http/app-context.ts';
import { eachRow } from '../../kit/each-row.ts';
import { at, by, contains, eq, matchingBy, within, type Matching } from '../../kit/db/filtered.ts';
import { live } from '../../kit/db/live.ts';
import { requireFirmId } from '../../kit/operator.ts';
import { findPage } from '../../kit/db/paging.ts';
import { pickRows } from '../../kit/db/pick-rows.ts';
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

    listAll: ({ input, db }) =>
      pickRows(
        matching(db, {}).select(['selectConfig.id', 'selectConfig.name']),
        { id: 'selectConfig.id', words: ['selectConfig.name'] },
        input,
      ),

    async blank({ input, db, operator }) {
      const firmId = requireFirmId(operator, input.firmId);
      if (input.firmId !== undefined && input.firmId !== firmId) throw notFound();
      const firm = await live(db, 'firm')
        .where('id', '=', firmId)
        .select((row) => [
          'name',
          'servicePhone',
          'settings',
          row
            .exists(
              live(row, 'selectConfig').where('firmId', '=', firmId).where('scope', '=', SelectScope.firm).select('id'),
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
        .where('selectConfig.id', '=', input.id)
        .select([
          'selectConfig.showFirstInfo',
          'selectConfig.servicePhone',
          'selectConfig.jumpUrl',
          'selectConfig.texts',
        ])
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

const matching: Matching<'selectConfig', Filters> = matchingBy('selectConfig', (db) => live(db, 'selectConfig'), {
  firmId: eq,
  name: contains,
  scope: eq,
  status: eq,
  productId: by(
    (id: number) => [id],
    (row, id) =>
      row.exists(
        row
          .selectFrom('selectConfigProduct as chosen')
          .whereRef('chosen.configId', '=', 'selectConfig.id')
          .where('chosen.productId', '=', id)
          .select('chosen.productId'),
      ),
  ),
  dateLimit: at(within, 'createdAt'),
});

/** 全部产品 for the default, else the first products by name and how many they are. */
const productText = sql<string>`case when select_config.scope = ${sql.lit(SelectScope.firm)} then '全部产品' else coalesce((
  select case when count(*) > 2 then (array_agg(p.store_name order by p.id))[1] || ' 等' || count(*) || '个产品' else string_agg(p.store_name, '、' order by p.id) end
  from select_config_product c join product p on p.id = c.product_id where c.config_id = select_config.id and c.firm_id = select_config.firm_id), '') end`;

const asQuerySettingRows = (query: ReturnType<typeof matching>) =>
  query.select((row) => [
    'selectConfig.id',
    'selectConfig.firmId',
    row
      .selectFrom('firm')
      .select('firm.name')
      .whereRef('firm.id', '=', 'selectConfig.firmId')
      .$asScalar()
      .$notNull()
      .as('firmName'),
    'selectConfig.name',
    'selectConfig.scope',
    productText.as('productText'),
    'selectConfig.needPin',
    'selectConfig.overLimit',
    'selectConfig.dedupeMin',
    'selectConfig.voiceOn',
    'selectConfig.status',
    'selectConfig.version',
    'selectConfig.createdAt as createTime',
    'selectConfig.updatedAt as updateTime',
  ]);

const asListed = (query: ReturnType<typeof matching>) =>
  asQuerySettingRows(query).orderBy('selectConfig.scope').orderBy('selectConfig.id', 'desc');
