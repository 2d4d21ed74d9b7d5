import { RowSource } from '@zhuiyuan/contract/parties/row-source';
import { ShopLinkKind } from '@zhuiyuan/contract/parties/shop/shop-enums';
import { shopRefusals } from '@zhuiyuan/contract/parties/shop/shop-refusals';
import { sql } from 'kysely';
import { live } from '../../kit/db/live.ts';
import type { Db } from '../../kit/db/database.ts';
import { invalid, notFound, refuse } from '../../kit/refusal.ts';
import { lockChosen } from '../lock-chosen.ts';
import { noteLinks } from './note-links.ts';

export interface LinkChange {
  kind: ShopLinkKind;
  targetId: number;
  /** When it begins; now when absent. Never in the future, never before the link it replaces. */
  effectAt?: string;
  reason: string;
  /** Asks for a reason where a link is replaced. */
  needsReason?: boolean;
  /** The target may be disabled: it is what they had before. The caller has locked it. */
  mayBeOff?: boolean;
  /** Where the change comes from, see RowSource. */
  source?: number;
}

/** Rows of one insert: a statement takes 65,535 values. */
const rowsAtOnce = 5000;

/**
 * Links shops to an agent, salesman or channel. The link it replaces ends the moment the new one begins, so the history has
 * no gap. Locks the shops in the order of their numbers: of two changes at once the later one replaces the earlier one.
 * Answers the new links; a shop that has the target already is left alone.
 */
export const linkShops = async (
  db: Db,
  firmId: number,
  shopIds: readonly number[],
  change: LinkChange,
  operatorId: number | null,
): Promise<{ ids: number[]; same: number }> => {
  const wanted = [...new Set(shopIds)];
  const shops = await live(db, 'shop')
    .select('id')
    .where('id', 'in', wanted)
    .where('firmId', '=', firmId)
    .orderBy('id')
    .forUpdate()
    .execute();
  if (shops.length < wanted.length) throw notFound();
  const current = await db
    .selectFrom('shopAss')
    .select(['id', 'shopId', 'targetId'])
    .where('shopId', 'in', wanted)
    .where('kind', '=', change.kind)
    .where('unbindAt', 'is', null)
    .execute();
  const same = new Set(current.filter(({ targetId }) => targetId === change.targetId).map(({ shopId }) => shopId));
  const changed = shops.map(({ id }) => id).filter((id) => !same.has(id));
  if (changed.length === 0) return { ids: [], same: same.size };
  const target = { table: targets[change.kind], firmId, id: change.targetId };
  if (!change.mayBeOff) await lockChosen(db, target, { field: 'targetId', message: gone });
  const replaced = current.filter(({ shopId }) => !same.has(shopId));
  if (replaced.length > 0 && change.needsReason && !change.reason) throw invalid('reason', '请输入变更原因');
  const at = await beginning(db, changed, change);
  if (replaced.length > 0)
    await db
      .updateTable('shopAss')
      .set({ unbindAt: at, endedBy: operatorId })
      .where(
        'id',
        'in',
        replaced.map(({ id }) => id),
      )
      .execute();
  const ids: number[] = [];
  for (let done = 0; done < changed.length; done += rowsAtOnce) {
    const made = await db
      .insertInto('shopAss')
      .values(
        changed.slice(done, done + rowsAtOnce).map((shopId) => ({
          firmId,
          shopId,
          kind: change.kind,
          targetId: change.targetId,
          bindAt: at,
          bindSource: change.source ?? RowSource.console,
          reason: change.reason,
          createdBy: operatorId,
        })),
      )
      .returning('id')
      .execute();
    ids.push(...made.map(({ id }) => id));
  }
  await noteLinks(db, [...replaced.map(({ id }) => id), ...ids]);
  return { ids, same: same.size };
};

/** Ends the present links of a shop, or those of one kind; the shop is locked. */
export const endLinks = async (
  db: Db,
  which: { shopId: number; kind?: ShopLinkKind },
  reason: string,
  operatorId: number | null,
): Promise<void> => {
  const ended = await db
    .updateTable('shopAss')
    .set({ unbindAt: sql`greatest(clock_timestamp(), bind_at)`, endReason: reason, endedBy: operatorId })
    .where((row) => row.and(which))
    .where('unbindAt', 'is', null)
    .returning('id')
    .execute();
  await noteLinks(
    db,
    ended.map(({ id }) => id),
  );
};

/**
 * A link that still holds, its shop locked: the lock decides which of two changes comes first, and the other one finds
 * its link ended.
 */
export const lockLink = async (db: Db, id: number) => {
  const links = db.selectFrom('shopAss').where('id', '=', id);
  const link = await links.select(['firmId', 'shopId', 'kind']).executeTakeFirst();
  if (!link) throw notFound();
  await db.selectFrom('shop').select('id').where('id', '=', link.shopId).forUpdate().execute();
  const { unbindAt } = await links.select('unbindAt').executeTakeFirstOrThrow();
  if (unbindAt) throw refuse(shopRefusals.linkOver);
  return { ...link, kind: link.kind as ShopLinkKind };
};

/** Ends a link that still holds. A shop's agent can only be replaced. */
export const endLink = async (db: Db, id: number, reason: string, operatorId: number): Promise<void> => {
  const { shopId, kind } = await lockLink(db, id);
  if (kind === ShopLinkKind.agent) throw refuse(shopRefusals.needsAgent);
  await endLinks(db, { shopId, kind }, reason, operatorId);
};

const targets = {
  [ShopLinkKind.agent]: 'agent',
  [ShopLinkKind.salesman]: 'salesman',
  [ShopLinkKind.channel]: 'channel',
} as const;
const gone = '关联对象已停用或不存在';

/** The moment the new links begin: as asked, or now; of two changes at once the later one never begins before the earlier. */
const beginning = async (db: Db, shopIds: number[], { kind, effectAt }: LinkChange): Promise<string> => {
  const last = await db
    .selectFrom('shopAss')
    .select([
      sql<string | null>`max(greatest(bind_at, unbind_at))::text`.as('at'),
      sql<string>`greatest(clock_timestamp(), max(greatest(bind_at, unbind_at)))::text`.as('now'),
      sql<boolean>`${effectAt ?? null}::timestamptz > clock_timestamp()`.as('isLater'),
      sql<boolean>`${effectAt ?? null}::timestamptz < date_trunc('minute', max(greatest(bind_at, unbind_at)))`.as(
        'isEarlier',
      ),
      sql<string>`greatest(${effectAt ?? null}::timestamptz, max(greatest(bind_at, unbind_at)))::text`.as('wanted'),
    ])
    .where('shopId', 'in', shopIds)
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow();
  if (!effectAt) return last.now;
  if (last.isLater) throw invalid('effectAt', '生效时间不能晚于当前时间');
  if (last.isEarlier) throw invalid('effectAt', '生效时间不能早于上次绑定时间');
  return last.wanted;
};
