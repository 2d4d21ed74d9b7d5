import { ShopLinkKind } from '@zhuiyuan/contract/parties/shop/shop-enums';
import { ShopLinkValid, shopLinkApi, type ShopLinkDraft } from '@zhuiyuan/contract/parties/shop/shop-link';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { sql, type SelectQueryBuilder } from 'kysely';
import type { DB } from '../../kit/db/database-types.gen.ts';
import { eq, matchingBy, type Matching } from '../../kit/db/filtered.ts';
import { firmName } from '../../kit/db/selectors.ts';
import type { App } from '../../kit/http/app-context.ts';
import type { Db } from '../../kit/db/database.ts';
import { requireFirmId, type Operator } from '../../kit/operator.ts';
import { findPage } from '../../kit/db/paging.ts';
import { pickRows } from '../../kit/db/pick-rows.ts';
import { notFound } from '../../kit/refusal.ts';
import { eachRow } from '../../kit/each-row.ts';
import { serve } from '../../kit/http/serve.ts';
import { assignShops, assignShopsBack } from './assign-shops.ts';
import { endLink, linkShops, lockLink } from './shop-link-writes.ts';

type ShopLinkFilters = Omit<InputOf<typeof shopLinkApi.list>, 'page' | 'limit'> & { id?: number };

/** Whom shops belong to, now and before: their agents, salesmen and channels. */
export const mountShopLink = (app: App): void =>
  serve(app, shopLinkApi, {
    list: ({ input, db }) => findPage(db, input, matching(db, input), asRows),

    listAll: async ({ input, db }) => {
      const links = await pickRows(
        asRows(matching(db, { valid: ShopLinkValid.current })),
        { id: 'shopAss.id', words: ['shop.name', 'shop.shopNo'], order: [] },
        input,
      );
      return links.map(({ id, shopName, kind, targetName }) => ({
        id,
        name: `${shopName} ${ShopLinkKind.label(kind)} ${targetName}`,
      }));
    },

    info: async ({ input, db }) => {
      const link = await asRows(matching(db, { id: input.id })).executeTakeFirst();
      if (!link) throw notFound();
      return link;
    },

    save: ({ input, db, operator }) => linkByForm(db, operator, input),

    batch: ({ input, db, operator }) => linkByForm(db, operator, input),

    update: async ({ input: { id, ...change }, db, operator }) => {
      const { firmId, shopId, kind } = await lockLink(db, id);
      return answer(await linkShops(db, firmId, [shopId], { kind, ...change, needsReason: true }, operator.id));
    },

    assign: ({ input, db, operator }) => assignShops(db, input, operator.id),

    assignBack: ({ input, db, operator }) => assignShopsBack(db, input, operator.id),

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
const linkByForm = async (db: Db, operator: Operator, { firmId, shopIds, ...change }: ShopLinkDraft) => {
  const first = await db.selectFrom('shop').select('firmId').where('id', '=', shopIds[0]!).executeTakeFirst();
  const firm = requireFirmId(operator, firmId ?? first?.firmId);
  return answer(await linkShops(db, firm, shopIds, { ...change, needsReason: true }, operator.id));
};

type ShopLinks = SelectQueryBuilder<DB, 'shopAss', object>;

/** The links a list is about, ended ones included unless the filters say otherwise. */
const matching: Matching<'shopAss', ShopLinkFilters> = matchingBy('shopAss', (db) => db.selectFrom('shopAss'), {
  id: eq,
  firmId: eq,
  kind: eq,
  targetId: eq,
  shopId: eq,
  valid: (valid, row) => row('shopAss.unbindAt', valid === ShopLinkValid.current ? 'is' : 'is not', null),
});

/** Adds what a row of the list shows, newest first. */
const asRows = (query: ShopLinks) =>
  query
    .innerJoin('shop', 'shop.id', 'shopAss.shopId')
    .leftJoin('agent', (join) =>
      join.onRef('agent.id', '=', 'shopAss.targetId').on('shopAss.kind', '=', ShopLinkKind.agent),
    )
    .leftJoin('salesman', (join) =>
      join.onRef('salesman.id', '=', 'shopAss.targetId').on('shopAss.kind', '=', ShopLinkKind.salesman),
    )
    .leftJoin('channel', (join) =>
      join.onRef('channel.id', '=', 'shopAss.targetId').on('shopAss.kind', '=', ShopLinkKind.channel),
    )
    .select((row) => [
      'shopAss.id',
      'shopAss.firmId',
      firmName('shopAss'),
      'shopAss.shopId',
      'shop.shopNo',
      'shop.name as shopName',
      'shopAss.kind',
      'shopAss.targetId',
      row.fn.coalesce('agent.name', 'salesman.picName', 'channel.name', sql<string>`''`).as('targetName'),
      'shopAss.bindAt',
      'shopAss.unbindAt',
      'shopAss.bindSource',
      row.fn
        .coalesce(
          row.selectFrom('admin').select('admin.realName').whereRef('admin.id', '=', 'shopAss.createdBy').$asScalar(),
          sql<string>`''`,
        )
        .as('operatorName'),
      'shopAss.reason',
      'shopAss.endReason',
      'shopAss.createdAt as createTime',
      sql<string>`coalesce(shop_ass.unbind_at, shop_ass.created_at)`.as('updateTime'),
    ])
    .orderBy('shopAss.id', 'desc');
