import { Holder } from '@zhuiyuan/contract/codes/state/code-enums';
import { DeliverStatus, BizType } from '@zhuiyuan/contract/movement/move-enums';
import type { DeliverHead } from '@zhuiyuan/contract/movement/ship/ship-draft';
import { shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { ofAllFirms, type Db } from '../../kit/db/database.ts';
import { invalid, notFound } from '../../kit/refusal.ts';
import { lockChosenChannel } from '../../parties/lock-chosen.ts';
import type { Actor } from '../actor.ts';
import { findOpenOrder } from '../replenish/open-order.ts';
import { lockDocs, type Doc } from './lock-docs.ts';

/** What a shipment goes into: a document that is there, or the head of a new one. */
export interface DocDraft {
  firmId: number;
  head?: Omit<DeliverHead, 'firmId'>;
  deliverId?: number;
  /** A document of the same external number and receiver is appended to; else it is in the way. */
  appendsByExtNo?: boolean;
}

/** What of a document its order is held against. */
type Ordered = Pick<Doc, 'fromKind' | 'fromId' | 'toKind' | 'toId'> & { orderId?: number | null };

/** A document that may still be appended to: under way, and nothing of it signed. */
const requireOpen = (doc: Doc | undefined, firmId: number): Doc => {
  if (!doc || doc.firmId !== firmId) throw notFound();
  if (doc.status !== DeliverStatus.shipped || doc.signQty > 0)
    throw invalid('deliverId', '发货单已签收或已取消，不能追加');
  return doc;
};

/** The document of the firm with this external number and receiver; one that was cancelled is in nobody's way. */
const findByExtNo = (db: Db, firmId: number, { extNo, toKind, toId }: Pick<DeliverHead, 'extNo' | 'toKind' | 'toId'>) =>
  extNo === ''
    ? undefined
    : db
        .selectFrom('deliver')
        .where('firmId', '=', firmId)
        .where('extNo', '=', extNo)
        .where('toKind', '=', toKind)
        .where('toId', '=', toId)
        .where('status', '<>', DeliverStatus.cancelled)
        .select(['id', 'deliverNo', 'status', 'signQty'])
        .executeTakeFirst();

/** The number of the document that a draft is appended to, if any. */
export const findAppended = async (
  db: Db,
  { firmId, head, deliverId, appendsByExtNo }: DocDraft,
): Promise<number | undefined> => {
  if (deliverId !== undefined) return deliverId;
  const same = head && (await findByExtNo(db, firmId, head));
  if (same && !appendsByExtNo) {
    const isOpen = same.status === DeliverStatus.shipped && same.signQty === 0;
    throw invalid('head.extNo', `外部单号已用于发货单${same.deliverNo}${isOpen ? '，请追加到该发货单' : ''}`);
  }
  return same?.id;
};

/** Locks the order that a document is for; it must be open, of this receiver, and to be supplied by this sender. */
export const lockOrder = async (
  db: Db,
  firmId: number,
  { orderId, fromKind, fromId, toKind, toId }: Ordered,
  isNew: boolean,
): Promise<void> => {
  if (!orderId) return;
  const order = await findOpenOrder(db, { firmId, orderId, toKind, toId });
  if (!order && !isNew) throw invalid('deliverId', '要货订单已完结或已取消，不能追加');
  if (!order) throw invalid('head.orderId', '要货订单不存在、已完结或不属于该收货方');
  if (order.supplierKind !== fromKind || order.supplierId !== fromId)
    throw invalid('head.orderId', '要货订单不由该发货方供货');
};

/**
 * Locks what an operation on goods needs beside their segments: the document that is appended to, those that have to be signed for
 * first, and the orders of all of them.
 */
export const lockForShipping = async (
  db: Db,
  draft: DocDraft,
  appended: number | undefined,
  underWay: readonly number[],
): Promise<{ docs: Map<number, Doc>; doc: Doc | undefined }> => {
  const docs = await lockDocs(
    db,
    [...underWay, ...(appended === undefined ? [] : [appended])],
    draft.head?.orderId === undefined ? [] : [draft.head.orderId],
  );
  return { docs, doc: appended === undefined ? undefined : requireOpen(docs.get(appended), draft.firmId) };
};

/** Makes the document of a head, without its number yet. */
export const insertDoc = async (
  db: Db,
  actor: Actor,
  firmId: number,
  head: NonNullable<DocDraft['head']>,
  shipAt: string,
): Promise<Doc> => {
  await lockChosenChannel(db, firmId, head.channelId);
  const { splits: _splits, orderId = null, channelId = null, ...fields } = head;
  const of = {
    ...fields,
    orderId,
    fromId: head.fromKind === Holder.firm ? 0 : head.fromId,
    toId: head.toKind === Holder.firm ? 0 : head.toId,
  };
  const { id, deliverNo } = await db
    .insertInto('deliver')
    .values({
      ...of,
      firmId,
      channelId,
      deliverNo: noNumberYet(),
      shipAt,
      opSrc: actor.opSrc,
      operatorId: actor.operatorId,
      roleKind: actor.role?.kind ?? null,
      roleId: actor.role?.id ?? null,
    })
    .returning(['id', 'deliverNo'])
    .executeTakeFirstOrThrow();
  return { ...of, id, deliverNo, firmId, status: DeliverStatus.shipped, itemQty: 0, signQty: 0 };
};

const prefixes: Record<number, string> = { [BizType.ship]: 'FH', [BizType.takeBack]: 'TH', [BizType.transfer]: 'DB' };

/** What stands for a number until the document has its own: unlike any other. */
const noNumberYet = (): string => `~${randomUUID().replaceAll('-', '').slice(0, 20)}`;

/**
 * Gives a document its number: the kind, the day, and how many of that kind the firm has had that day. Where another firm has that
 * very number its own follows. The last step of a transaction: others wait for their number meanwhile.
 */
export const numberDoc = async (db: Db, { id, firmId, bizType }: { id: number; firmId: number; bizType: number }) => {
  const day = `${prefixes[bizType]!}${shanghaiToday().replaceAll('-', '')}`;
  await sql`select pg_advisory_xact_lock(hashtext('deliver.deliver_no'), 0)`.execute(db);
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(split_part(deliver_no, '-', 2)::int), 0) as last from deliver
    where firm_id = ${firmId} and left(deliver_no, 10) = ${day} and deliver_no ~ ${`^${day}-[0-9]{4,8}(-[0-9]+)?$`}`.execute(
    db,
  );
  const plain = `${day}-${String(rows[0]!.last + 1).padStart(4, '0')}`;
  const taken = await ofAllFirms(db)
    .selectFrom('deliver')
    .where('deliverNo', '=', plain)
    .select('id')
    .executeTakeFirst();
  const deliverNo = taken ? `${plain}-${firmId}` : plain;
  await db.updateTable('deliver').set({ deliverNo }).where('id', '=', id).where('firmId', '=', firmId).execute();
  return deliverNo;
};
