import { assignLabels, type Assign, type AssignBack, type Assigned } from '@zhuiyuan/contract/parties/assign';
import type { DoneToMany } from '@zhuiyuan/contract/kit/standard';
import { ShopLinkKind } from '@zhuiyuan/contract/parties/shop/shop-enums';
import type { Db } from '../../kit/db/database.ts';
import { live } from '../../kit/db/live.ts';
import { firmOfTarget, lockTarget, sortBack, tellOthers } from '../assign.ts';
import { endLinks, linkShops } from './shop-link-writes.ts';

const kinds = { channelId: ShopLinkKind.channel, salesmanId: ShopLinkKind.salesman } as const;

/** What shops of a firm are linked to now, locked. */
const lockPresent = async (db: Db, firmId: number, kind: ShopLinkKind, ids: readonly number[]) => {
  const shops = await live(db, 'shop')
    .select('id')
    .where('firmId', '=', firmId)
    .where('id', 'in', [...new Set(ids)])
    .orderBy('id')
    .forUpdate()
    .execute();
  const present = new Map<number, number | null>(shops.map(({ id }) => [id, null]));
  if (shops.length === 0) return present;
  const links = await db
    .selectFrom('shopAss')
    .select(['shopId', 'targetId'])
    .where('firmId', '=', firmId)
    .where('shopId', 'in', [...present.keys()])
    .where('kind', '=', kind)
    .where('unbindAt', 'is', null)
    .execute();
  for (const { shopId, targetId } of links) present.set(shopId, targetId);
  return present;
};

/** 批量设置渠道, 批量设置业务员: links shops to a channel or salesman of their firm from now on; the history keeps what they had. */
export const assignShops = async (db: Db, { ids, field, targetId }: Assign, operatorId: number): Promise<Assigned> => {
  const kind = kinds[field];
  const firmId = await lockTarget(db, { field, targetId });
  const present = await lockPresent(db, firmId, kind, ids);
  const done = [...present].flatMap(([id, was]) => (was === targetId ? [] : [{ id, was }]));
  const change = { kind, targetId, reason: `批量设置${assignLabels[field]}` };
  if (done.length > 0)
    await linkShops(
      db,
      firmId,
      done.map(({ id }) => id),
      change,
      operatorId,
    );
  const fail = await tellOthers(db, 'shop', field, { ids, found: new Set(present.keys()) });
  return { ok: done.length, same: present.size - done.length, done, fail };
};

/** Takes {@link assignShops} back where nobody has linked them to another one since. */
export const assignShopsBack = async (db: Db, asked: AssignBack, operatorId: number): Promise<DoneToMany> => {
  const { field } = asked;
  const kind = kinds[field];
  const ids = asked.rows.map(({ id }) => id);
  const firmId = await firmOfTarget(db, asked);
  const present = await lockPresent(db, firmId, kind, ids);
  const { back, fail } = await sortBack(db, asked, { firmId, present });
  const reason = `撤销批量设置${assignLabels[field]}`;
  for (const [was, shops] of back)
    if (was === null) for (const shopId of shops) await endLinks(db, { shopId, kind }, reason, operatorId);
    else await linkShops(db, firmId, shops, { kind, targetId: was, reason, mayBeOff: true }, operatorId);
  const others = await tellOthers(db, 'shop', field, { ids, found: new Set(present.keys()) });
  return { ok: [...back.values()].flat().length, fail: [...fail, ...others] };
};
