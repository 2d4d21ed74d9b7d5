import type { NeedItemDraft } from '@zhuiyuan/contract/movement/replenish/need-draft';
import { NeedUnit } from '@zhuiyuan/contract/movement/replenish/need-enums';
import { toRatio } from '@zhuiyuan/contract/movement/replenish/to-ratio';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { traceRefusals } from '@zhuiyuan/contract/trace/trace-refusals';
import type { Db } from '../../kit/db/database.ts';
import { live } from '../../kit/db/live.ts';
import { invalid } from '../../kit/refusal.ts';

/** A line as it is written: `ratio` items in one of its unit, `price` fen for one of it. */
export interface NeedLine {
  productId: number;
  unit: NeedUnit;
  qty: number;
  ratio: number;
  price: number;
}

const mostQty = 1_000_000;
/** A hundred billion yuan: above it fen would no longer be whole numbers. */
const mostAmount = 10_000_000_000_000;

/** Lines of the same product and unit as one. */
const merged = (items: readonly NeedItemDraft[]): NeedItemDraft[] => {
  const lines = new Map<string, NeedItemDraft>();
  for (const [at, item] of items.entries()) {
    const key = `${item.productId} ${item.unit}`;
    const before = lines.get(key);
    if (before && before.price !== item.price) throw invalid(`items.${at}.price`, '同一产品、同一单位的单价应相同');
    const qty = item.qty + (before?.qty ?? 0);
    if (qty > mostQty) throw invalid(`items.${at}.qty`, '请输入正确的数量');
    lines.set(key, { ...item, qty });
  }
  return [...lines.values()];
};

/**
 * What is asked for as it is written, in items by the products' ratios of this moment. Refuses products that are disabled (those in
 * `kept` may be), and units that a product is not packed in. With `retail` prices are those of the products, not what was sent.
 */
export const toNeedLines = async (
  db: Db,
  firmId: number,
  items: readonly NeedItemDraft[],
  { kept = [], retail = false }: { kept?: readonly number[]; retail?: boolean } = {},
): Promise<NeedLine[]> => {
  const lines = merged(retail ? items.map((item) => ({ ...item, price: 0 })) : items);
  const products = await live(db, 'product')
    .select(['id', 'storeName', 'status', 'boxNum', 'caseNum', 'price'])
    .where('firmId', '=', firmId)
    .where('id', 'in', [...new Set(lines.map(({ productId }) => productId))])
    .execute();
  const known = new Map(products.map((product) => [product.id, product]));
  const written = lines.map(({ productId, unit, qty, price }): NeedLine => {
    const product = known.get(productId);
    const at = items.findIndex((item) => item.productId === productId && item.unit === unit);
    if (!product || (product.status !== Enabled.on && !kept.includes(productId)))
      throw invalid(`items.${at}.productId`, traceRefusals.productGone[1]);
    const ratio = toRatio(unit, product);
    if (ratio === 0)
      throw invalid(`items.${at}.unit`, `${product.storeName}未设置${NeedUnit.label(unit)}的包装比例，请按件填写`);
    return { productId, unit, qty, ratio, price: retail ? (product.price ?? 0) * ratio : price };
  });
  if (sumOf(written).totalAmount > mostAmount) throw invalid('items', '总金额超出限制');
  return written;
};

/** Items and fen of all lines. */
export const sumOf = (lines: readonly Pick<NeedLine, 'qty' | 'ratio' | 'price'>[]) => ({
  totalQty: lines.reduce((sum, { qty, ratio }) => sum + qty * ratio, 0),
  totalAmount: lines.reduce((sum, { qty, price }) => sum + qty * price, 0),
});
