import { RoleKind } from '@zhuiyuan/contract/account/role-kind';
import { endBinding } from '../../account/binding.ts';
import { RowSource } from '@zhuiyuan/contract/parties/row-source';
import { Holder } from '@zhuiyuan/contract/codes/state/code-enums';
import { DeductibleOwner } from '@zhuiyuan/contract/parties/deductible/deductible';
import { partyRefusals } from '@zhuiyuan/contract/parties/party-refusals';
import { shopRefusals } from '@zhuiyuan/contract/parties/shop/shop-refusals';
import { countHeldItems } from '../../codes/state/count-held-items.ts';
import { findBalance } from '../deductible/deductible-account.ts';
import { Review } from '@zhuiyuan/contract/kit/review';
import type { Saved } from '@zhuiyuan/contract/kit/standard';
import { ShopLinkKind } from '@zhuiyuan/contract/parties/shop/shop-enums';
import { ShopDraft } from '@zhuiyuan/contract/parties/shop/shop-draft';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { nextNumber } from '../../kit/db/next-number.ts';
import { invalid, refuse, Refusal, type Constraints } from '../../kit/refusal.ts';
import { changeRow, lockRow } from '../../kit/db/rows.ts';
import { noteNewPayee, payeeColumns, tellPayee, toPayeeColumns } from '../payee-account.ts';
import { endLinks, linkShops } from './shop-link-writes.ts';

/** What the database refuses of them, in words. */
export const shopConstraints: Constraints = {
  shop_no_uq: () => invalid('shopNo', '编号已存在'),
  shop_phone_uq: () => invalid('phone', '手机号已被使用'),
};

const numbers = { table: 'shop', column: 'shopNo', prefix: 'S', digits: 8 } as const;

const toColumns = ({
  firmId: _firm,
  agentId: _agent,
  salesmanId: _salesman,
  channelId: _channel,
  payChannel: _payChannel,
  payAccount: _payAccount,
  payName: _payName,
  grade,
  ...rest
}: StoredDraft) => ({
  ...rest,
  grade: grade ?? null,
});

const linkFields = {
  [ShopLinkKind.agent]: 'agentId',
  [ShopLinkKind.salesman]: 'salesmanId',
  [ShopLinkKind.channel]: 'channelId',
} as const;

/** A shop as it is stored: one that put itself forward by the firm's own link has no agent before it is passed. */
type StoredDraft = Omit<ShopDraft, 'agentId'> & Partial<Pick<ShopDraft, 'agentId'>>;

/** Brings a shop's agent, salesman and channel to what the form says; a refused target is told at its own field. */
const linkAsDrafted = async (
  db: Db,
  firmId: number,
  shopId: number,
  draft: Pick<StoredDraft, 'agentId' | 'salesmanId' | 'channelId'>,
  { reason, operatorId, source = RowSource.console }: { reason: string; operatorId: number | null; source?: number },
): Promise<void> => {
  for (const { value: kind } of ShopLinkKind.options) {
    const targetId = draft[linkFields[kind]];
    if (targetId) {
      await linkShops(db, firmId, [shopId], { kind, targetId, reason, source }, operatorId).catch((error: unknown) => {
        if (error instanceof Refusal && error.code === 400) throw invalid(linkFields[kind], error.message);
        throw error;
      });
      continue;
    }
    await endLinks(db, { shopId, kind }, reason, operatorId);
  }
};

/** Makes a shop of a firm, linked to its agent where it has one; it waits for review. A blank number gets the firm's next one. */
export const insertShop = async (
  db: Db,
  draft: StoredDraft,
  {
    firmId,
    operatorId,
    source = RowSource.console,
    masterKey,
  }: {
    firmId: number;
    operatorId: number | null;
    source?: number;
    /** Seals the account it is paid to, where the draft has one. */
    masterKey?: Buffer;
  },
): Promise<Saved> => {
  const shop = await db
    .insertInto('shop')
    .values({
      ...toColumns(draft),
      ...toPayeeColumns(draft, masterKey),
      firmId,
      shopNo: draft.shopNo || (await nextNumber(db, { ...numbers, firmId })),
      source,
      createdBy: operatorId,
    })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow();
  await linkAsDrafted(db, firmId, shop.id, draft, { reason: '新增门店', operatorId, source });
  await noteNewPayee(db, { firmId, ownerKind: DeductibleOwner.shop, ownerId: shop.id }, draft, operatorId);
  return shop;
};

const { firmId: _firm, ...draftShape } = ShopDraft.omit({ agentId: true, salesmanId: true, channelId: true }).shape;
const draftColumns = Object.keys(draftShape) as (keyof typeof draftShape)[];

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
    ...Object.fromEntries(links.map(({ kind, targetId }) => [linkFields[kind as ShopLinkKind], targetId])),
  };
};
/** Replaces a shop's fields and links. 409 when `version` is not the row's; a rejected or unsent shop goes to review again. */
export const updateShop = async (
  db: Db,
  id: number,
  draft: StoredDraft,
  version: number | undefined,
  { operatorId, masterKey }: { operatorId: number | null; masterKey: Buffer },
): Promise<Saved> => {
  const before = await lockRow(db, 'shop', id, ['shopNo', 'firmId', 'audit', ...payeeColumns], version);
  const payee = toPayeeColumns(draft, masterKey, before);
  const goesToReview = before.audit === Review.rejected || before.audit === Review.unsent;
  await linkAsDrafted(db, before.firmId, id, draft, { reason: '编辑门店', operatorId });
  const saved = await changeRow(db, 'shop', id, {
    ...toColumns(draft),
    ...payee,
    shopNo: draft.shopNo || before.shopNo,
    ...(goesToReview ? { audit: Review.waiting, auditRemark: '', submittedAt: sql<string>`now()` } : {}),
  });
  const owner = { firmId: before.firmId, ownerKind: DeductibleOwner.shop, ownerId: id };
  await tellPayee(db, owner, before, payee, operatorId);
  return saved;
};

/** Switches a shop on or off; 404 where there is none. */
export const switchShop = async (db: Db, { id, status }: { id: number; status: number }): Promise<void> => {
  await lockRow(db, 'shop', id);
  await changeRow(db, 'shop', id, { status });
};

/** Deletes a shop softly and ends its links; refused while it is owed anything or has goods in hand. */
export const removeShop = async (db: Db, id: number, operatorId: number): Promise<void> => {
  await lockRow(db, 'shop', id);
  if ((await findBalance(db, DeductibleOwner.shop, id)) > 0) throw refuse(partyRefusals.hasBalance);
  const held = (await countHeldItems(db, Holder.shop, [id])).get(id) ?? 0;
  if (held > 0) throw refuse(shopRefusals.holdsGoods, { n: held });
  await endLinks(db, { shopId: id }, '门店删除', operatorId);
  await endBinding(db, { kind: RoleKind.shop, id, operatorId });
  await changeRow(db, 'shop', id, { isDel: 1 });
};
