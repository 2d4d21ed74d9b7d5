import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import type { ShopInvite } from '@zhuiyuan/contract/parties/shop/shop-invite';
import { shopRefusals } from '@zhuiyuan/contract/parties/shop/shop-refusals';
import { sql } from 'kysely';
import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import type { Db } from '../../kit/db/database.ts';
import { refuse } from '../../kit/refusal.ts';
import { lockChosenAgent } from '../lock-chosen.ts';

/** Whose link it is: the dealer's, or with null the firm's own. */
export interface Whose {
  firmId: number;
  agentId: number | null;
}

/** That a link is the present one. */
const isOpenOf = ({ firmId, agentId }: Whose) =>
  sql<boolean>`shop_invite.firm_id = ${firmId} and shop_invite.agent_id is not distinct from ${agentId}::bigint
    and shop_invite.ended_at is null`;

/** The present link of a firm or of its dealer; made where there is none. Refuses a dealer who is stopped or not the firm's. */
export const offerInvite = async (
  db: Db,
  { publicUrl }: { publicUrl: string },
  whose: Whose,
  operatorId: number,
): Promise<z.input<typeof ShopInvite>> => {
  await lockChosenAgent(db, whose.firmId, whose.agentId);
  await db
    .insertInto('shopInvite')
    .values({ ...whose, code: randomBytes(12).toString('base64url'), createdBy: operatorId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { id, code, ...rest } = await db
    .selectFrom('shopInvite')
    .innerJoin('firm', 'firm.id', 'shopInvite.firmId')
    .leftJoin('agent', (join) =>
      join.onRef('agent.id', '=', 'shopInvite.agentId').onRef('agent.firmId', '=', 'shopInvite.firmId'),
    )
    .where(isOpenOf(whose))
    .select([
      'shopInvite.id',
      'shopInvite.code',
      'shopInvite.createdAt as createTime',
      'firm.name as firmName',
      sql<string>`coalesce(agent.name, '')`.as('agentName'),
    ])
    .executeTakeFirstOrThrow();
  const { applied } = await db
    .selectFrom('shopApplication')
    .where('firmId', '=', whose.firmId)
    .where('inviteId', '=', id)
    .select(({ fn }) => fn.countAll<number>().as('applied'))
    .executeTakeFirstOrThrow();
  // The code goes behind the #: what a page is opened with stands in no log on the way.
  return { ...rest, applied, url: `${publicUrl}/r/apply#${code}` };
};

/** Ends the present link of a firm or of its dealer: it takes nobody in any more. */
export const endInvite = async (db: Db, whose: Whose, operatorId: number): Promise<void> => {
  await db
    .updateTable('shopInvite')
    .set({ endedAt: sql<string>`now()`, endedBy: operatorId })
    .where(isOpenOf(whose))
    .execute();
};

/** A link as whoever opened it came to it. */
export type Invite = Awaited<ReturnType<typeof readInvite>>;

/** The link of a code, whether it still takes anybody in or not; refuses a code of none, or of a firm that is disabled (61175). */
export const readInvite = async (db: Db, code: string) => {
  const invite = await db
    .selectFrom('shopInvite')
    .innerJoin('firm', 'firm.id', 'shopInvite.firmId')
    .leftJoin('agent', (join) =>
      join.onRef('agent.id', '=', 'shopInvite.agentId').onRef('agent.firmId', '=', 'shopInvite.firmId'),
    )
    .where('shopInvite.code', '=', code)
    .where('firm.isDel', '=', 0)
    .where('firm.status', '=', Enabled.on)
    .select([
      'shopInvite.id',
      'shopInvite.firmId',
      'shopInvite.agentId',
      sql<string>`coalesce(nullif(firm.short_name, ''), firm.name)`.as('firmName'),
      'firm.logo as firmLogo',
      'firm.servicePhone',
      sql<string>`coalesce(agent.name, '')`.as('agentName'),
      sql<boolean>`shop_invite.ended_at is null
        and (shop_invite.agent_id is null or agent.is_del = 0 and agent.status = ${sql.lit(Enabled.on)})`.as('isOpen'),
    ])
    .executeTakeFirst();
  if (!invite) throw refuse(shopRefusals.inviteGone);
  return invite;
};

/** Refuses a link that was replaced, or whose dealer is stopped (61175). */
export const requireOpen = ({ isOpen }: Pick<Invite, 'isOpen'>): void => {
  if (!isOpen) throw refuse(shopRefusals.inviteGone);
};
