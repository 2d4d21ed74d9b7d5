import { ShopLinkKind } from '@zhuiyuan/contract/parties/shop/shop-enums';
import { shopRefusals } from '@zhuiyuan/contract/parties/shop/shop-refusals';
import { ShopLinkValid, shopLinkApi, type ShopLinkDraft } from '@zhuiyuan/contract/parties/shop/shop-link';
import type { App } from '../../kit/http/app-context.ts';
import type { Db } from '../../kit/db/database.ts';
import { requireFirmId, type Operator } from '../../kit/operator.ts';
import { findPage } from '../../kit/db/paging.ts';
import { notFound, refuse } from '../../kit/refusal.ts';
import { eachRow } from '../../kit/each-row.ts';
import { serve } from '../../kit/http/serve.ts';
import { asShopLinkRows, matchingShopLinks } from './find-shop-links.ts';
import { endLink, linkShops } from './link-shops.ts';

/** Whom shops belong to, now and before: their dealers, salesmen and channels. */
export const mountShopLink = (app: App): void =>
  serve(app, shopLinkApi, {
    list: ({ input, db }) => findPage(db, input, matchingShopLinks(db, input), asShopLinkRows),

    listAll: async ({ db }) => {
      const links = await asShopLinkRows(matchingShopLinks(db, { valid: ShopLinkValid.current })).execute();
      return links.map(({ id, shopName, kind, targetName }) => ({
        id,
        name: `${shopName} ${ShopLinkKind.label(kind)} ${targetName}`,
      }));
    },

    info: async ({ input, db }) => {
      const link = await asShopLinkRows(matchingShopLinks(db, { id: input.id })).executeTakeFirst();
      if (!link) throw notFound();
      return link;
    },

    save: ({ input, db, operator }) => linkAsked(db, operator, input),

    batch: ({ input, db, operator }) => linkAsked(db, operator, input),

    update: async ({ input: { id, ...change }, db, operator }) => {
      const link = await db
        .selectFrom('shopAss')
        .select(['firmId', 'shopId', 'kind'])
        .where('id', '=', id)
        .executeTakeFirst();
      if (!link) throw notFound();
      // The lock of the shop decides which of two changes comes first; the other one finds its link ended.
      await db.selectFrom('shop').select('id').where('id', '=', link.shopId).forUpdate().execute();
      const isOver = await db
        .selectFrom('shopAss')
        .select('id')
        .where('id', '=', id)
        .where('unbindAt', 'is not', null)
        .executeTakeFirst();
      if (isOver) throw refuse(shopRefusals.linkOver);
      const kind = link.kind as ShopLinkKind;
      return answer(
        await linkShops(db, link.firmId, [link.shopId], { kind, ...change, needsReason: true }, operator.id),
      );
    },

    unbind: async ({ input, db, operator }) => {
      await endLink(db, input.id, input.reason, operator.id);
      return null;
    },

    remove: async ({ input, db, operator }) => {
      await endLink(db, input.id, '', operator.id);
      return null;
    },

    removeMany: ({ input, db, operator }) => eachRow(input.ids, (id) => endLink(db, id, '', operator.id)),
  });

const answer = ({ ids, same }: { ids: number[]; same: number }) => ({
  id: ids[0] ?? null,
  version: 0,
  ok: ids.length,
  same,
});

/** All shops belong to one firm: the operator's own, or for the platform that of the first shop unless the form names one. */
const linkAsked = async (db: Db, operator: Operator, { firmId, shopIds, ...change }: ShopLinkDraft) => {
  const first = await db.selectFrom('shop').select('firmId').where('id', '=', shopIds[0]!).executeTakeFirst();
  const firm = requireFirmId(operator, firmId ?? first?.firmId);
  return answer(await linkShops(db, firm, shopIds, { ...change, needsReason: true }, operator.id));
};
