import { sql } from 'kysely';
import { unseen } from '../../kit/db/compile-once.ts';
import { prepared, type Db } from '../../kit/db/database.ts';

/**
 * What some documents ship in a few words: the product of the first line, `等{n}种` where there are more. Goes from product to
 * product along an index, so that a document of a hundred thousand lines costs no more than one of a few.
 */
export const productTexts = async (
  db: Db,
  documents: readonly { id: number; firmId: number }[],
): Promise<Map<number, string>> => {
  if (documents.length === 0) return new Map();
  const ids = documents.map(({ id }) => id);
  const firms = documents.map(({ firmId }) => firmId);
  const asked = sql`unnest(${unseen(ids, 'int8')}, ${unseen(firms, 'int8')}) document(id, firm_id)`;
  const { rows } = await sql<{ id: number; storeName: string; products: number }>`${sql.raw(prepared)}
    with recursive shipped(deliver_id, firm_id, product_id) as (
      select document.id, document.firm_id,
        (select min(line.product_id) from deliver_line line where line.deliver_id = document.id and line.firm_id = document.firm_id)
      from ${asked}
      union all
      select shipped.deliver_id, shipped.firm_id, (select min(line.product_id) from deliver_line line
        where line.deliver_id = shipped.deliver_id and line.firm_id = shipped.firm_id and line.product_id > shipped.product_id)
      from shipped where shipped.product_id is not null),
    mixed as (
      select line.deliver_id, part.product_id from ${asked}
      join deliver_line line on line.deliver_id = document.id and line.firm_id = document.firm_id and line.is_mixed
      join deliver_line_part part on part.line_id = line.id),
    counted as (
      select deliver_id, count(*)::int as products from (
        select deliver_id, product_id from shipped where product_id is not null union select deliver_id, product_id from mixed) named
      group by deliver_id)
    select document.id, product.store_name, counted.products
    from ${asked}
    join counted on counted.deliver_id = document.id
    join product on product.firm_id = document.firm_id and product.id = coalesce(
      (select line.product_id from deliver_line line where line.deliver_id = document.id and line.product_id is not null order by line.id limit 1),
      (select min(mixed.product_id) from mixed where mixed.deliver_id = document.id))`.execute(db);
  return new Map(
    rows.map(({ id, storeName, products }) => [id, products > 1 ? `${storeName}等${products}种` : storeName]),
  );
};
