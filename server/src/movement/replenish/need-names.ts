import { sql, type RawBuilder } from 'kysely';

type ItemsOf =
  | { table: 'need_apply'; items: 'need_apply_item'; key: 'apply_id' }
  | { table: 'need_order'; items: 'need_order_item'; key: 'order_id' };

/** The first product of a request or an order, and how many there are: `明前龙井等3种`. */
export const productText = ({ table, items, key }: ItemsOf): RawBuilder<string> => {
  const own = sql.ref(`${items}.${key}`);
  return sql<string>`coalesce((
    select product.store_name || case when counted.n > 1 then '等' || counted.n || '种' else '' end
    from (
      select count(distinct product_id) as n, min(id) as first from ${sql.id(items)}
      where ${own} = ${sql.ref(`${table}.id`)} and firm_id = ${sql.ref(`${table}.firm_id`)}
    ) counted
    join ${sql.id(items)} as first on first.id = counted.first
    join product on product.id = first.product_id
  ), '')`;
};
