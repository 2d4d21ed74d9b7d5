import type { RefusalText } from '@zhuiyuan/contract/kit/codes';
import type { Db } from '../../kit/db/database.ts';
import type { Ticket } from './ticket.ts';

/** Who asked for a ticket, with what, from where. */
type Asked = Pick<Ticket, 'firmId' | 'activityId' | 'uid' | 'code' | 'facts' | 'place' | 'ip' | 'device' | 'isMarked'>;

/** Keeps that somebody asked for a ticket: the one he got, or why he got none. Drawing with it writes nothing here. */
export const writePart = async (db: Db, asked: Asked, came: { ticketId: string } | RefusalText): Promise<void> => {
  const { firmId, activityId, uid, code, facts, place, ip, device, isMarked } = asked;
  await db
    .insertInto('partLog')
    .values({
      firmId,
      activityId,
      uid,
      ...('ticketId' in came ? came : { reasonCode: came[0] }),
      seg: code?.seg ?? null,
      serial: code?.serial ?? null,
      productId: facts.productId,
      shopId: facts.shopId,
      agentId: facts.agentId,
      province: place.province,
      city: place.city,
      ip,
      device,
      isMarked,
    })
    .execute();
};
