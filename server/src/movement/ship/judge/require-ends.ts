import { Holder } from '@zhuiyuan/contract/codes/state/code-enums';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { Review } from '@zhuiyuan/contract/kit/review';
import { BizType } from '@zhuiyuan/contract/movement/move-enums';
import { moveRefusals } from '@zhuiyuan/contract/movement/move-refusals';
import { ShopLinkKind } from '@zhuiyuan/contract/parties/shop/shop-enums';
import type { Db } from '../../../kit/db/database.ts';
import { live } from '../../../kit/db/live.ts';
import { invalid, refuse } from '../../../kit/refusal.ts';
import { isSame, type Party } from '../../holder-names.ts';

/** A party with what shipping looks at. */
export interface End extends Party {
  name: string;
  regionCode: string;
}

/** Between whom goods move, and why. */
export interface Ends {
  bizType: number;
  from: End;
  to: End;
}

interface Asked {
  bizType: number;
  fromKind: number;
  fromId: number;
  toKind: number;
  toId: number;
}

/** A party that is not deleted; with `isReceiver` one that may receive, held so until the transaction ends. */
const findParty = async (
  db: Db,
  firmId: number,
  { kind, id }: Party,
  isReceiver: boolean,
): Promise<End | undefined> => {
  if (kind === Holder.firm) {
    const firm = await db.selectFrom('firm').where('id', '=', firmId).select(['name', 'regionCode']).executeTakeFirst();
    return firm && { kind, id: 0, ...firm };
  }
  if (kind === Holder.agent) {
    const agent = await live(db, 'agent')
      .where('id', '=', id)
      .where('firmId', '=', firmId)
      .$if(isReceiver, (query) => query.where('status', '=', Enabled.on).forShare())
      .select(['name', 'regionCode'])
      .executeTakeFirst();
    return agent && { kind, id, ...agent };
  }
  const shop = await live(db, 'shop')
    .where('id', '=', id)
    .where('firmId', '=', firmId)
    .$if(isReceiver, (query) =>
      query.where('status', '=', Enabled.on).where('audit', 'in', [Review.passed, Review.done]).forShare(),
    )
    .select(['name', 'regionCode'])
    .executeTakeFirst();
  return shop && { kind, id, ...shop };
};

/** Whether a party is below a dealer: another dealer of his, or a shop of his or of one of those. */
const isBelow = async (db: Db, firmId: number, agentId: number, { kind, id }: Party): Promise<boolean> => {
  const below = live(db, 'agent').where('firmId', '=', firmId).where('path', 'like', `%/${agentId}/%`).select('id');
  if (kind === Holder.agent) return (await below.where('id', '=', id).executeTakeFirst()) !== undefined;
  const own = await db
    .selectFrom('shopAss')
    .where('shopId', '=', id)
    .where('kind', '=', ShopLinkKind.agent)
    .where('unbindAt', 'is', null)
    .where((row) => row.or([row('targetId', '=', agentId), row('targetId', 'in', below)]))
    .select('id')
    .executeTakeFirst();
  return own !== undefined;
};

/**
 * Sender and receiver of goods of a firm. Refuses the same one twice (61079), a receiver that is disabled, not reviewed or not the
 * firm's (61068), and what a dealer sends to nobody below him (61069).
 */
export const requireEnds = async (
  db: Db,
  firmId: number,
  { bizType, fromKind, fromId, toKind, toId }: Asked,
): Promise<Ends> => {
  const [from, to] = [
    { kind: fromKind, id: fromId },
    { kind: toKind, id: toId },
  ];
  if (isSame(from, to)) throw refuse(moveRefusals.sameEnds);
  if (fromKind === Holder.shop && bizType === BizType.ship) throw invalid('fromKind', '门店的货物请走退货或调拨');
  const sender = await findParty(db, firmId, from, false);
  if (!sender) throw invalid('fromId', '发货方不存在');
  const receiver = await findParty(db, firmId, to, true);
  if (!receiver) throw refuse(moveRefusals.receiverGone);
  if (fromKind === Holder.agent && bizType === BizType.ship && !(await isBelow(db, firmId, fromId, to)))
    throw refuse(moveRefusals.notBelow);
  return { bizType, from: sender, to: receiver };
};
