import {
  SelectScope,
  defaultTexts,
  type QuerySettingDraft,
  type VerdictTexts,
} from '@zhuiyuan/contract/scan/query/query-setting';
import { selectRefusals } from '@zhuiyuan/contract/scan/log/select-refusals';
import type { Db } from '../../kit/db/database.ts';
import { live } from '../../kit/db/live.ts';
import { invalid, refuse, type Constraints } from '../../kit/refusal.ts';
import { changeRow, lockRow } from '../../kit/db/rows.ts';
import { announceScanRules, ScanTexts } from './scan-rules.ts';

/** What the database refuses of them, in words. */
export const querySettingConstraints: Constraints = {
  select_config_default_uq: () => invalid('scope', '已存在企业默认设置'),
  select_config_product_uq: () => invalid('productIds', '所选产品已有查询设置，请刷新后重试'),
};

interface Saved {
  id: number;
  version: number;
}

const toColumns = ({ firmId: _firmId, productIds: _productIds, texts, ...rest }: QuerySettingDraft) => ({
  ...rest,
  texts: JSON.stringify(texts),
});

/** Replaces the products of a setting; each must be the firm's and follow no other setting. */
const putProducts = async (
  db: Db,
  { id, firmId, scope, productIds }: { id: number; firmId: number; scope: number; productIds: number[] },
): Promise<void> => {
  await db.deleteFrom('selectConfigProduct').where('configId', '=', id).execute();
  if (scope !== SelectScope.products) return;
  const products = await live(db, 'product')
    .leftJoin('selectConfigProduct as taken', 'taken.productId', 'product.id')
    .leftJoin('selectConfig as other', 'other.id', 'taken.configId')
    .where('product.id', 'in', productIds)
    .where('product.firmId', '=', firmId)
    .select(['product.id', 'product.storeName', 'other.name as otherName'])
    .execute();
  if (products.length < productIds.length) throw invalid('productIds', '产品不存在');
  const taken = products.find(({ otherName }) => otherName !== null);
  if (taken) throw invalid('productIds', `${taken.storeName}已在设置“${taken.otherName}”中`);
  await db
    .insertInto('selectConfigProduct')
    .values(productIds.map((productId) => ({ productId, firmId, configId: id })))
    .execute();
};

/** The products that follow a setting. */
export const findProducts = (db: Db, configId: number) =>
  db
    .selectFrom('selectConfigProduct as chosen')
    .innerJoin('product', 'product.id', 'chosen.productId')
    .where('chosen.configId', '=', configId)
    .select(['product.id', 'product.storeName as name'])
    .orderBy('product.id')
    .execute();

/** The texts of a setting, the usual ones where it has none of its own. */
export const toTexts = ({ texts }: { texts: unknown }): VerdictTexts => ({
  ...defaultTexts,
  ...ScanTexts.parse(texts),
});

/** A setting as a change of it is written, locked. */
export const storedQuerySetting = async (db: Db, id: number) => {
  const config = await lockRow(db, 'selectConfig', id, draftColumns);
  const productIds = (await findProducts(db, id)).map((product) => product.id);
  return { ...config, texts: toTexts(config), productIds };
};
const draftColumns = [
  'name',
  'scope',
  'needPin',
  'overLimit',
  'dedupeMin',
  'showFirstInfo',
  'voiceOn',
  'servicePhone',
  'jumpUrl',
  'texts',
  'status',
] as const;

/** Makes a query setting of a firm. */
export const insertQuerySetting = async (
  db: Db,
  draft: QuerySettingDraft,
  { firmId, operatorId }: { firmId: number; operatorId: number },
): Promise<Saved> => {
  const saved = await db
    .insertInto('selectConfig')
    .values({ ...toColumns(draft), firmId, createdBy: operatorId })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow();
  await putProducts(db, { ...draft, id: saved.id, firmId });
  await announceScanRules(db);
  return saved;
};

/** Changes a setting; the firm's default stays the default. */
export const updateQuerySetting = async (
  db: Db,
  id: number,
  draft: QuerySettingDraft,
  version: number | undefined,
): Promise<Saved> => {
  const before = await lockRow(db, 'selectConfig', id, ['firmId', 'scope'], version);
  if (before.scope === SelectScope.firm && draft.scope !== SelectScope.firm)
    throw invalid('scope', '默认设置的适用范围不能更改');
  const saved = await changeRow(db, 'selectConfig', id, toColumns(draft));
  await putProducts(db, { ...draft, id, firmId: before.firmId });
  await announceScanRules(db);
  return saved;
};

/** Deletes a setting; its products follow the firm's default again. The default itself stays. */
export const removeQuerySetting = async (db: Db, id: number): Promise<void> => {
  const { scope } = await lockRow(db, 'selectConfig', id, ['scope']);
  if (scope === SelectScope.firm) throw refuse(selectRefusals.defaultStays);
  await db.deleteFrom('selectConfigProduct').where('configId', '=', id).execute();
  await changeRow(db, 'selectConfig', id, { isDel: 1 });
  await announceScanRules(db);
};
