import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { CategoryType } from '@zhuiyuan/contract/category/category';
import { GtinKind } from '@zhuiyuan/contract/trace/product/product-enums';
import { internalGtin, toGtin14 } from '@zhuiyuan/contract/kit/gs1';
import type { Saved } from '@zhuiyuan/contract/kit/standard';
import { ProductDraft } from '@zhuiyuan/contract/trace/product/product-draft';
import { traceRefusals } from '@zhuiyuan/contract/trace/trace-refusals';
import { sql } from 'kysely';
import { ask } from '../../kit/db/events.ts';
import { live } from '../../kit/db/live.ts';
import { cleanRich } from '../../kit/clean-html.ts';
import type { Db } from '../../kit/db/database.ts';
import { invalid, notFound, refuse, type Constraints } from '../../kit/refusal.ts';
import { changeRow, lockRow } from '../../kit/db/rows.ts';
import { checkFlowTypes } from '../flow/flow-type-writes.ts';

/** A barcode of a product, locked, that is to become another or none. */
export interface BarcodeChanging {
  productId: number;
  field: 'gtin' | 'gtinBox' | 'gtinCase';
  barcode: string;
}

declare module '../../kit/db/events.ts' {
  interface Questions {
    /** Whether nothing was printed with it. */
    'barcode.changing': { asks: BarcodeChanging };
  }
}

/** What the database refuses of them, in words. */
export const productConstraints: Constraints = {
  product_no_uq: () => invalid('productNo', '编号已存在'),
  product_gtin_uq: () => invalid('gtin', '商品条码已存在'),
};

/** The firm's next `P000001`; two at the same time wait for each other. */
const nextProductNo = async (db: Db, firmId: number): Promise<string> => {
  await sql`select pg_advisory_xact_lock(hashtext('product_no'), hashint8(${firmId}))`.execute(db);
  const last = await db
    .selectFrom('product')
    .select(sql<number>`coalesce(max(substring(product_no from 2)::bigint), 0)`.as('number'))
    .where('firmId', '=', firmId)
    .where('productNo', '~', '^P[0-9]{6,9}$')
    .executeTakeFirstOrThrow();
  return `P${String(last.number + 1).padStart(6, '0')}`;
};

const nextInternalGtin = async (db: Db): Promise<string> => {
  const { rows } = await sql<{ number: number }>`select nextval('internal_gtin_seq') as number`.execute(db);
  return internalGtin(rows[0]!.number);
};

const nextBarcode = async (
  db: Db,
  draft: ProductDraft,
  before?: { gtinKind: number; gtin: string | null },
): Promise<string | null> => {
  if (draft.gtinKind === GtinKind.gs1) return draft.gtin ? toGtin14(draft.gtin) : null;
  return before?.gtinKind === GtinKind.internal && before.gtin ? before.gtin : nextInternalGtin(db);
};

const checkClass = async (db: Db, classId: number | undefined): Promise<void> => {
  if (!classId) return;
  const found = await db
    .selectFrom('category')
    .select('id')
    .where('id', '=', classId)
    .where('type', '=', CategoryType.product)
    .executeTakeFirst();
  if (!found) throw invalid('classId', '产品分类不存在');
};

/** A template of the product's own firm that is enabled. */
const checkTemplate = async (db: Db, firmId: number, templateId: number | undefined): Promise<void> => {
  if (!templateId) return;
  const found = await live(db, 'temp')
    .select('id')
    .where('id', '=', templateId)
    .where('firmId', '=', firmId)
    .where('status', '=', Enabled.on)
    .forShare()
    .executeTakeFirst();
  if (!found) throw invalid('tempId', '溯源模板已停用或不存在');
};

const toColumns = ({
  firmId: _firmId,
  images,
  flowTypeIds,
  regTemplate,
  classId,
  tempId,
  detail,
  price,
  shelfLife,
  gtinBox,
  gtinCase,
  ...rest
}: ProductDraft) => ({
  ...rest,
  images: JSON.stringify(images),
  flowTypeIds: JSON.stringify(flowTypeIds),
  regTemplate: JSON.stringify(regTemplate),
  classId: classId ?? null,
  tempId: tempId ?? null,
  detail: cleanRich(detail),
  price: price ?? null,
  shelfLife: shelfLife ?? null,
  gtinBox: gtinBox || null,
  gtinCase: gtinCase || null,
});

/** Makes a product of a firm; a blank number gets the firm's next one, kind 2 an internal barcode. */
export const insertProduct = async (
  db: Db,
  draft: ProductDraft,
  { firmId, operatorId }: { firmId: number; operatorId: number },
): Promise<Saved> => {
  await checkClass(db, draft.classId);
  await checkTemplate(db, firmId, draft.tempId);
  await checkFlowTypes(db, firmId, draft.flowTypeIds);
  return db
    .insertInto('product')
    .values({
      ...toColumns(draft),
      firmId,
      productNo: draft.productNo || (await nextProductNo(db, firmId)),
      gtin: await nextBarcode(db, draft),
      createdBy: operatorId,
    })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow();
};

/** A product as a change of it is written, locked. An internal barcode is none that was typed. */
export const storedProduct = async (db: Db, id: number) => {
  const { gtin, ...draft } = await lockRow(
    db,
    'product',
    id,
    Object.keys(ProductDraft.shape) as (keyof ProductDraft)[],
  );
  return { ...draft, gtin: draft.gtinKind === GtinKind.gs1 ? gtin : null };
};

/** Replaces a product's fields. 409 when `version` is not the row's; the pack ratio is refused to change once boxes exist. */
export const updateProduct = async (
  db: Db,
  id: number,
  draft: ProductDraft,
  version: number | undefined,
): Promise<Saved> => {
  const before = await lockRow(
    db,
    'product',
    id,
    [
      'productNo',
      'gtin',
      'gtinBox',
      'gtinCase',
      'gtinKind',
      'boxNum',
      'caseNum',
      'hasBoxes',
      'classId',
      'tempId',
      'firmId',
    ],
    version,
  );
  if (before.hasBoxes && (before.boxNum !== draft.boxNum || before.caseNum !== draft.caseNum))
    throw invalid('caseNum', '已有包装数据，包装比例不能修改');
  if (draft.classId !== before.classId) await checkClass(db, draft.classId);
  if (draft.tempId !== (before.tempId ?? undefined)) await checkTemplate(db, before.firmId, draft.tempId);
  await checkFlowTypes(db, before.firmId, draft.flowTypeIds);
  const columns = { ...toColumns(draft), gtin: await nextBarcode(db, draft, before) };
  for (const field of ['gtin', 'gtinBox', 'gtinCase'] as const) {
    const barcode = before[field];
    if (barcode && barcode !== columns[field]) await ask(db, 'barcode.changing', { productId: id, field, barcode });
  }
  return changeRow(db, 'product', id, { ...columns, productNo: draft.productNo || before.productNo });
};

/** Makes a disabled twin of a product named `…-副本`, with a number of its own and without a GS1 barcode. */
export const copyProduct = async (db: Db, id: number, operatorId: number): Promise<Saved> => {
  const source = await live(db, 'product').selectAll().where('id', '=', id).executeTakeFirst();
  if (!source) throw notFound();
  const suffix = '-副本';
  const {
    id: _id,
    version: _version,
    createdAt: _created,
    updatedAt: _updated,
    activeCnt: _active,
    scanCnt: _scans,
    hasBoxes: _boxes,
    ...copiedColumns
  } = source;
  return db
    .insertInto('product')
    .values({
      ...copiedColumns,
      images: JSON.stringify(source.images),
      flowTypeIds: JSON.stringify(source.flowTypeIds),
      regTemplate: JSON.stringify(source.regTemplate),
      storeName: source.storeName.slice(0, 60 - suffix.length) + suffix,
      productNo: await nextProductNo(db, source.firmId),
      gtin: source.gtinKind === GtinKind.internal ? await nextInternalGtin(db) : null,
      gtinBox: null,
      gtinCase: null,
      status: Enabled.off,
      createdBy: operatorId,
    })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow();
};

/** Deletes a product softly; refused while codes of it are active. */
export const removeProduct = async (db: Db, id: number): Promise<void> => {
  const product = await lockRow(db, 'product', id, ['activeCnt']);
  if (product.activeCnt > 0) throw refuse(traceRefusals.hasActiveCodes);
  await changeRow(db, 'product', id, { isDel: 1 });
};
