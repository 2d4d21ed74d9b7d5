import { Review } from '@zhuiyuan/contract/kit/review';
import type { Saved } from '@zhuiyuan/contract/kit/standard';
import type { ShopLinkKind } from '@zhuiyuan/contract/parties/shop/shop-enums';
import type { ShopDraft } from '@zhuiyuan/contract/parties/shop/shop-draft';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { nextNumber } from '../../kit/db/next-number.ts';
import { invalid, Refusal, type Constraints } from '../../kit/refusal.ts';
import { changeRow, lockRow } from '../../kit/db/rows.ts';
import { linkShops } from './link-shops.ts';

/** What the database refuses of them, in words. */
export const shopConstraints: Constraints = {
  shop_no_uq: () => invalid('shopNo', '编号已存在'),
  shop_phone_uq: () => invalid('phone', '手机号已被使用'),
};

const numbers = { table: 'shop', column: 'shopNo', prefix: 'S', digits: 8 } as const;

const columnsOf = ({
  firmId: _firm,
  agentId: _agent,
  salesmanId: _salesman,
  channelId: _channel,
  grade,
  ...rest
}: ShopDraft) => ({
  ...rest,
  grade: grade ?? null,
});

const fieldOf = { 1: 'agentId', 2: 'salesmanId', 3: 'channelId' } as const;

/** Brings a shop's dealer, salesman and channel to what the form says; a refused target is told at its own field. */
const linkToAll = async (
  db: Db,
  firmId: number,
  shopId: number,
  draft: Pick<ShopDraft, 'agentId' | 'salesmanId' | 'channelId'>,
  { reason, operatorId, source = 0 }: { reason: string; operatorId: number; source?: number },
): Promise<void> => {
  for (const kind of [1, 2, 3] as const) {
    const targetId = draft[fieldOf[kind]];
    if (targetId) {
      await linkShops(db, firmId, [shopId], { kind, targetId, reason, source }, operatorId).catch((error: unknown) => {
        if (error instanceof Refusal && error.code === 400) throw invalid(fieldOf[kind], error.message);
        throw error;
      });
      continue;
    }
    await db
      .updateTable('shopAss')
      .set({ unbindAt: sql`greatest(clock_timestamp(), bind_at)`, endReason: reason, endedBy: operatorId })
      .where('shopId', '=', shopId)
      .where('kind', '=', kind)
      .where('unbindAt', 'is', null)
      .execute();
  }
};

/** Makes a shop of a firm, linked to its dealer; it waits for review. A blank number gets the firm's next one. */
export const insertShop = async (
  db: Db,
  draft: ShopDraft,
  { firmId, operatorId, source = 0 }: { firmId: number; operatorId: number; source?: number },
): Promise<Saved> => {
  const shop = await db
    .insertInto('shop')
    .values({
      ...columnsOf(draft),
      firmId,
      shopNo: draft.shopNo || (await nextNumber(db, { ...numbers, firmId })),
      source,
      createdBy: operatorId,
    })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow();
  await linkToAll(db, firmId, shop.id, draft, { reason: '新增门店', operatorId, source });
  return shop;
};

/** A shop as a change of it is written with its present links, locked. */
export const storedShop = async (db: Db, id: number) => {
  const draft = await lockRow(db, 'shop', id, draftColumns);
  const links = await db
    .selectFrom('shopAss')
    .select(['kind', 'targetId'])
    .where('shopId', '=', id)
    .where('unbindAt', 'is', null)
    .execute();
  return {
    ...draft,
    ...Object.fromEntries(links.map(({ kind, targetId }) => [fieldOf[kind as ShopLinkKind], targetId])),
  };
};
const draftColumns = [
  'name',
  'shopNo',
  'shopType',
  'grade',
  'contact',
  'phone',
  'regionCode',
  'address',
  'lng',
  'lat',
  'doorImage',
  'licenseNo',
  'licenseImage',
  'remark',
  'status',
] as const;

/** Replaces a shop's fields and links. 409 when `version` is not the row's; a rejected or unsent shop goes to review again. */
export const updateShop = async (
  db: Db,
  id: number,
  draft: ShopDraft,
  version: number | undefined,
  operatorId: number,
): Promise<Saved> => {
  const before = await lockRow(db, 'shop', id, ['shopNo', 'firmId', 'audit'], version);
  const goesToReview = before.audit === Review.rejected || before.audit === Review.unsent;
  await linkToAll(db, before.firmId, id, draft, { reason: '编辑门店', operatorId });
  return changeRow(db, 'shop', id, {
    ...columnsOf(draft),
    shopNo: draft.shopNo || before.shopNo,
    ...(goesToReview ? { audit: Review.waiting, auditRemark: '' } : {}),
  });
};
