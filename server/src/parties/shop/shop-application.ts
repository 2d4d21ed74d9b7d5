import { accountRefusals } from '@zhuiyuan/contract/account/account-refusals';
import { RoleKind } from '@zhuiyuan/contract/account/role-kind';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { Review } from '@zhuiyuan/contract/kit/review';
import { RowSource } from '@zhuiyuan/contract/parties/row-source';
import { ShopDraft } from '@zhuiyuan/contract/parties/shop/shop-draft';
import { shopRefusals } from '@zhuiyuan/contract/parties/shop/shop-refusals';
import { sql } from 'kysely';
import { bindAccount, findHeld } from '../../account/binding.ts';
import type { Db } from '../../kit/db/database.ts';
import { refuse } from '../../kit/refusal.ts';
import { requireOpen, type Invite } from './invites.ts';
import { insertShop, storedShop, updateShop } from './shop-writes.ts';

/** Shops that come from one address to a firm within 24 hours, at most. */
const mostOfAddress = 5;

/** Whose application: an account's to a firm. */
interface Applicant {
  firmId: number;
  accountId: number;
}

/** The shop that an account put forward to a firm last; nothing where there is none, or the firm has deleted it. */
export const findApplication = (db: Db, { firmId, accountId }: Applicant) =>
  db
    .selectFrom('shopApplication')
    .innerJoin('shop', (join) =>
      join.onRef('shop.id', '=', 'shopApplication.shopId').onRef('shop.firmId', '=', 'shopApplication.firmId'),
    )
    .where('shopApplication.firmId', '=', firmId)
    .where('shopApplication.accountId', '=', accountId)
    .where('shop.isDel', '=', 0)
    .orderBy('shop.id', 'desc')
    .select(['shop.id', 'shop.audit'])
    .executeTakeFirst();

/** What a shop says of itself. */
export type OwnWords = Pick<
  ShopDraft,
  | 'name'
  | 'shopType'
  | 'contact'
  | 'phone'
  | 'regionCode'
  | 'address'
  | 'lng'
  | 'lat'
  | 'licenseNo'
  | 'licenseImage'
  | 'doorImage'
>;

interface Forward {
  accountId: number;
  /** The group of the address it comes from. */
  source: string;
  invite: Invite;
  words: OwnWords;
  masterKey: Buffer;
  /** Refuses pictures that the account did not send; given what is stored of a shop that is put forward again. */
  checkWords: (stored?: Pick<ShopDraft, 'doorImage' | 'licenseImage'>) => Promise<void>;
}

/**
 * Puts somebody's own shop forward for review by a link (入驻申请), or the same one again after it was rejected, in the caller's transaction; two
 * calls of an account, or from an address, wait for each other. Refuses a second shop (61174, 61144), a link that ended (61175) and more
 * from one address than there may be in a day (61176). A phone stands with one shop of the firm.
 */
export const putForward = async (
  db: Db,
  { accountId, source, invite, words, masterKey, checkWords }: Forward,
): Promise<{ id: number }> => {
  const { firmId } = invite;
  for (const key of [`address ${source}`, `account ${accountId}`])
    await sql`select pg_advisory_xact_lock(hashtextextended(${`shop application ${firmId} ${key}`}, 0))`.execute(db);
  const mine = await findApplication(db, { firmId, accountId });
  if (mine) {
    const stored = await storedShop(db, mine.id);
    const { audit } = await db.selectFrom('shop').where('id', '=', mine.id).select('audit').executeTakeFirstOrThrow();
    if (audit !== Review.rejected && audit !== Review.unsent) throw refuse(shopRefusals.applied);
    await checkWords(stored);
    const known = Object.fromEntries(Object.entries(stored).filter(([, value]) => value !== null));
    const draft = ShopDraft.partial({ agentId: true }).parse({ ...known, ...words });
    await updateShop(db, mine.id, draft, undefined, { operatorId: null, masterKey });
    return { id: mine.id };
  }
  requireOpen(invite);
  if ((await findHeld(db, { accountId, firmId, kind: RoleKind.shop })) !== undefined)
    throw refuse(accountRefusals.hasOther, { role: RoleKind.label(RoleKind.shop) });
  const { count } = await db
    .selectFrom('shopApplication')
    .where('firmId', '=', firmId)
    .where('source', '=', source)
    .where('createdAt', '>', sql<string>`now() - interval '24 hours'`)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (count >= mostOfAddress) throw refuse(shopRefusals.manyApplied);
  await checkWords();
  const { id } = await insertShop(
    db,
    {
      ...words,
      ...(invite.agentId === null ? {} : { agentId: invite.agentId }),
      shopNo: '',
      remark: '',
      payChannel: '',
      payAccount: '',
      payName: '',
      status: Enabled.on,
    },
    { firmId, operatorId: null, source: RowSource.merchant },
  );
  await db
    .insertInto('shopApplication')
    .values({ shopId: id, firmId, inviteId: invite.id, accountId, source })
    .execute();
  return { id };
};

/** Has who put a shop forward act as it on his phone; nothing where it came another way, or either of them is bound by now. */
export const bindApplicant = async (
  db: Db,
  { id, firmId, operatorId }: { id: number; firmId: number; operatorId: number },
): Promise<void> => {
  const applicant = await db
    .selectFrom('shopApplication')
    .where('firmId', '=', firmId)
    .where('shopId', '=', id)
    .select('accountId')
    .executeTakeFirst();
  if (applicant) await bindAccount(db, { ...applicant, firmId, kind: RoleKind.shop, id, operatorId });
};
