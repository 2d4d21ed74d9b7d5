import type { RegionCheck } from '@zhuiyuan/contract/movement/document/deliver-party';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { readSalesRegions } from '../sales-regions.ts';

/** Products named where they are not authorised. */
const mostNamed = 50;

const readProducts = async (db: Db, { id, firmId }: { id: number; firmId: number }) => {
  const { rows } = await sql<{ id: number; storeName: string }>`
    select product.id, product.store_name from product where product.firm_id = ${firmId} and product.id in (
      select line.product_id from deliver_line line where line.deliver_id = ${id}
      union select part.product_id from deliver_line line join deliver_line_part part on part.line_id = line.id
      where line.deliver_id = ${id} and line.is_mixed)
    order by product.id`.execute(db);
  return rows;
};

/** 区域核对: whether the place a document goes to lies in the receiver's sales regions, and they hold for its products. */
export const checkRegions = async (
  db: Db,
  document: { id: number; firmId: number },
  to: { kind: number; id: number; regionCode: string },
): Promise<RegionCheck> => {
  const shipped = await readProducts(db, document);
  const regions = await readSalesRegions(db, to);
  const told = { regionNames: regions.names, productCnt: shipped.length };
  if (regions.names.length === 0) return { ...told, state: 'none', products: [] };
  const products = shipped.filter(({ id }) => !regions.allows(id));
  return {
    ...told,
    state: regions.isOutside ? 'outside' : products.length > 0 ? 'products' : 'ok',
    products: products.slice(0, mostNamed),
  };
};
