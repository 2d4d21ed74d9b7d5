import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { fundRefusals } from '@zhuiyuan/contract/fund/fund-refusals';
import { merchantApi } from '@zhuiyuan/contract/fund/merchant/merchant';
import { sql, type SelectQueryBuilder } from 'kysely';
import type { App } from '../../kit/http/app-context.ts';
import type { DB } from '../../kit/db/database-types.gen.ts';
import type { Db } from '../../kit/db/database.ts';
import { contains, eq, matchingBy, type Matching } from '../../kit/db/filtered.ts';
import { live } from '../../kit/db/live.ts';
import { findPage } from '../../kit/db/paging.ts';
import { pickRows } from '../../kit/db/pick-rows.ts';
import { changeRow, lockRow, switchRow } from '../../kit/db/rows.ts';
import { firmName, times } from '../../kit/db/selectors.ts';
import { eachRow } from '../../kit/each-row.ts';
import { serve } from '../../kit/http/serve.ts';
import { requireFirmId } from '../../kit/operator.ts';
import { notFound, refuse, refuseOn } from '../../kit/refusal.ts';
import { maskedMchid } from '../mask-mchid.ts';
import { merchantConstraints, requireHost, tellMoving, toMerchantColumns } from './merchant-writes.ts';
import type { PlatformKey } from './open-merchant.ts';

/** Merchants of WeChat Pay that pools pay through. */
export const mountMerchant = (app: App): void => {
  const { masterKey } = app.config;
  refuseOn(app, merchantConstraints);
  serve(app, merchantApi, {
    list: async ({ input, db }) => findPage(db, input, matching(db, input), asRows),

    listAll: ({ input, db }) =>
      pickRows(
        live(db, 'merchant').select((row) => [
          'merchant.id',
          'merchant.name',
          maskedMchid('merchant.mchid').as('mchid'),
          'merchant.firmId',
          'merchant.status',
          row
            .exists(live(row, 'pool').select('pool.id').whereRef('pool.mchConfId', '=', 'merchant.id'))
            .$castTo<boolean>()
            .as('hasPool'),
        ]),
        {
          id: 'merchant.id',
          words: ['merchant.name', 'merchant.mchid'],
          order: [{ column: 'merchant.id', direction: 'desc' }],
        },
        input,
      ),

    info: async ({ input, db }) => {
      const row = await asRows(matching(db, {}).where('merchant.id', '=', input.id))
        .select([
          'merchant.mchid',
          'merchant.serialNo',
          'merchant.platformKeys',
          'merchant.baseUrl',
          'merchant.notifyUrl',
          'merchant.transferSceneId',
          'merchant.qps',
          'merchant.dayLimitAmount',
          'merchant.singleMin',
          'merchant.singleMax',
          'merchant.userDayMax',
          'merchant.remark',
        ])
        .executeTakeFirst();
      if (!row) throw notFound();
      return { ...row, platformKeys: row.platformKeys as unknown as PlatformKey[] };
    },

    save: ({ input, db, operator }) => {
      requireHost(operator, input);
      return db
        .insertInto('merchant')
        .values({
          ...toMerchantColumns(input, masterKey),
          firmId: requireFirmId(operator, input.firmId),
          createdBy: operator.id,
        })
        .returning(['id', 'version'])
        .executeTakeFirstOrThrow();
    },

    update: {
      stored: ({ row, db }) => lockRow(db, 'merchant', row, draftColumns),
      change: async ({ input: { id, version, ...draft }, db, operator }) => {
        const before = await lockRow(db, 'merchant', id, ['firmId', ...termColumns], version);
        requireHost(operator, draft, before);
        await tellMoving(db, { id, ...before }, draft);
        return changeRow(db, 'merchant', id, toMerchantColumns(draft, masterKey));
      },
    },

    updateStatus: ({ input, db }) => switchRow(db, 'merchant', input),

    remove: async ({ input, db }) => {
      await removeMerchant(db, input.id);
      return null;
    },

    removeMany: ({ input, db }) => eachRow(input.ids, (id) => removeMerchant(db, id)),
  });
};

type Merchants = SelectQueryBuilder<DB, 'merchant', object>;

const matching: Matching<'merchant', Partial<InputOf<typeof merchantApi.list>>> = matchingBy(
  'merchant',
  (db) => live(db, 'merchant'),
  { firmId: eq, name: contains, mchid: contains, status: eq },
);

const termColumns = ['mchid', 'appid', 'baseUrl', 'isSandbox'] as const;

const draftColumns = [
  ...termColumns,
  'name',
  'serialNo',
  'platformKeys',
  'notifyUrl',
  'transferSceneId',
  'qps',
  'dayLimitAmount',
  'singleMin',
  'singleMax',
  'userDayMax',
  'status',
  'remark',
] as const;

const asRows = (query: Merchants) =>
  query
    .select((row) => [
      'merchant.id',
      'merchant.firmId',
      firmName('merchant'),
      'merchant.name',
      maskedMchid('merchant.mchid').as('mchid'),
      'merchant.appid',
      sql<boolean>`merchant.private_key_sealed is not null`.as('hasPrivateKey'),
      sql<boolean>`merchant.api_v3_key_sealed is not null`.as('hasApiV3Key'),
      sql<boolean>`merchant.app_secret_sealed is not null`.as('hasAppSecret'),
      sql<number>`jsonb_array_length(merchant.platform_keys)`.as('platformKeyCount'),
      sql<boolean>`merchant.private_key_sealed is not null and merchant.api_v3_key_sealed is not null and merchant.appid <> ''
        and merchant.serial_no <> '' and merchant.platform_keys <> '[]'`.as('isComplete'),
      row.fn
        .coalesce(
          live(row, 'pool').select('pool.name').whereRef('pool.mchConfId', '=', 'merchant.id').$asScalar(),
          sql<string>`''`,
        )
        .as('poolName'),
      'merchant.isSandbox',
      'merchant.status',
      'merchant.version',
      ...times('merchant'),
    ])
    .orderBy('merchant.id', 'desc');

/** Deletes a merchant softly; refused while a pool pays through it. */
const removeMerchant = async (db: Db, id: number): Promise<void> => {
  await lockRow(db, 'merchant', id);
  const used = await live(db, 'pool').select('id').where('mchConfId', '=', id).executeTakeFirst();
  if (used) throw refuse(fundRefusals.merchantUsed);
  await changeRow(db, 'merchant', id, { isDel: 1 });
};
