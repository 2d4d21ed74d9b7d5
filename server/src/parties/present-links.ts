import type { ShopLinkKind } from '@zhuiyuan/contract/parties/shop/shop-enums';
import { expressionBuilder, sql, type AliasedExpression } from 'kysely';
import type { Db } from '../kit/db/database.ts';
import type { DB } from '../kit/db/database-types.gen.ts';

/** The links of one kind that hold now: a query to carry out, or without a database one within another. */
export const presentLinks = (kind: ShopLinkKind, db: Pick<Db, 'selectFrom'> = expressionBuilder<DB>()) =>
  db.selectFrom('shopAss').where('shopAss.kind', '=', kind).where('shopAss.unbindAt', 'is', null);

/** How many shops a row with this id is the agent, salesman or channel of. */
export const shopCount = (kind: ShopLinkKind, id: string): AliasedExpression<number, 'shopCount'> =>
  presentLinks(kind)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('shopAss.targetId', '=', sql.ref<number>(id))
    .$asScalar()
    .$notNull()
    .as('shopCount');
