import { TieKind } from '@zhuiyuan/contract/parties/shop/shop-enums';
import { shopRefusals } from '@zhuiyuan/contract/parties/shop/shop-refusals';
import { TieValid, tieApi, type TieDraft } from '@zhuiyuan/contract/parties/shop/tie';
import type { App } from '../../kit/http/app-context.ts';
import type { Db } from '../../kit/db/database.ts';
import { requireFirmId, type Operator } from '../../kit/operator.ts';
import { findPage } from '../../kit/db/paging.ts';
import { notFound, refuse } from '../../kit/refusal.ts';
import { eachRow } from '../../kit/each-row.ts';
import { serve } from '../../kit/http/serve.ts';
import { asTieRows, matchingTies } from './find-ties.ts';
import { endTie, tieShops } from './tie-shops.ts';

/** Whom shops belong to, now and before: their dealers, salesmen and channels. */
export const mountTie = (app: App): void =>
  serve(app, tieApi, {
    list: ({ input, db }) => findPage(db, input, matchingTies(db, input), asTieRows),

    listAll: async ({ db }) => {
      const ties = await asTieRows(matchingTies(db, { valid: TieValid.current })).execute();
      return ties.map(({ id, shopName, kind, targetName }) => ({
        id,
        name: `${shopName} ${TieKind.label(kind)} ${targetName}`,
      }));
    },

    info: async ({ input, db }) => {
      const tie = await asTieRows(matchingTies(db, { id: input.id })).executeTakeFirst();
      if (!tie) throw notFound();
      return tie;
    },

    save: ({ input, db, operator }) => tieAsked(db, operator, input),

    batch: ({ input, db, operator }) => tieAsked(db, operator, input),

    update: async ({ input: { id, ...change }, db, operator }) => {
      const tie = await db
        .selectFrom('shopAss')
        .select(['firmId', 'shopId', 'kind'])
        .where('id', '=', id)
        .executeTakeFirst();
      if (!tie) throw notFound();
      // The lock of the shop decides which of two changes comes first; the other one finds its tie ended.
      await db.selectFrom('shop').select('id').where('id', '=', tie.shopId).forUpdate().execute();
      const isOver = await db
        .selectFrom('shopAss')
        .select('id')
        .where('id', '=', id)
        .where('unbindAt', 'is not', null)
        .executeTakeFirst();
      if (isOver) throw refuse(shopRefusals.tieOver);
      const kind = tie.kind as TieKind;
      return answer(await tieShops(db, tie.firmId, [tie.shopId], { kind, ...change, needsReason: true }, operator.id));
    },

    unbind: async ({ input, db, operator }) => {
      await endTie(db, input.id, input.reason, operator.id);
      return null;
    },

    remove: async ({ input, db, operator }) => {
      await endTie(db, input.id, '', operator.id);
      return null;
    },

    removeMany: ({ input, db, operator }) => eachRow(input.ids, (id) => endTie(db, id, '', operator.id)),
  });

const answer = ({ ids, same }: { ids: number[]; same: number }) => ({
  id: ids[0] ?? null,
  version: 0,
  ok: ids.length,
  same,
});

/** All shops belong to one firm: the operator's own, or for the platform that of the first shop unless the form names one. */
const tieAsked = async (db: Db, operator: Operator, { firmId, shopIds, ...change }: TieDraft) => {
  const first = await db.selectFrom('shop').select('firmId').where('id', '=', shopIds[0]!).executeTakeFirst();
  const firm = requireFirmId(operator, firmId ?? first?.firmId);
  return answer(await tieShops(db, firm, shopIds, { ...change, needsReason: true }, operator.id));
};
