import { DedKind, DeductibleOwner } from '@zhuiyuan/contract/parties/deductible/deductible';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';

/** What entries about a remittance refer to. */
export const remitRef = 'remit';

/** Part of a remittance that comes of what the firm owes an owner; fen, above 0. */
export interface RemitDebit {
  ownerId: number;
  remitId: number;
  amount: number;
  qty: number;
}

interface Booking {
  firmId: number;
  ownerKind: typeof DeductibleOwner.shop | typeof DeductibleOwner.agent;
  remark: string;
  operatorId: number | null;
}

/** Holds what a firm owes shops, or dealers, until the transaction ends: nothing is added to it or taken from it meanwhile. */
export const holdOwed = async (
  db: Db,
  firmId: number,
  ownerKind: Booking['ownerKind'],
  ownerId?: number,
): Promise<void> => {
  await db
    .selectFrom('dedAccount')
    .select('ownerId')
    .where('firmId', '=', firmId)
    .where('ownerKind', '=', ownerKind)
    .where('peerKind', '=', DeductibleOwner.firm)
    .$if(ownerId !== undefined, (query) => query.where('ownerId', '=', ownerId!))
    .orderBy('ownerId')
    .forUpdate()
    .execute();
};

const book = async (
  db: Db,
  { firmId, ownerKind, remark, operatorId }: Booking,
  kind: typeof DedKind.remit | typeof DedKind.reverse,
  debits: readonly RemitDebit[],
): Promise<void> => {
  if (debits.length === 0) return;
  const sign = kind === DedKind.remit ? -1 : 1;
  const { rows } = await sql`
    with debit as (
      select * from unnest(${debits.map(({ ownerId }) => ownerId)}::bigint[], ${debits.map(({ remitId }) => remitId)}::bigint[],
        ${debits.map(({ amount }) => amount)}::bigint[], ${debits.map(({ qty }) => qty)}::bigint[]) as d(owner_id, remit_id, amount, qty)
    ), moved as (
      update ded_account set balance = balance + ${sign}::bigint * debit.amount, total_out = total_out - ${sign}::bigint * debit.amount,
        qty_out = qty_out - ${sign}::bigint * debit.qty
      from debit
      where firm_id = ${firmId} and owner_kind = ${ownerKind} and ded_account.owner_id = debit.owner_id
        and peer_kind = ${sql.lit(DeductibleOwner.firm)} and peer_id = ${firmId}
      returning ded_account.owner_id, balance, debit.remit_id, debit.amount, debit.qty
    )
    insert into ded_log (firm_id, owner_kind, owner_id, peer_kind, peer_id, kind, amount, qty, balance_after, ref_kind, ref_id, shop_id, remark, operator_id)
    select ${firmId}, ${ownerKind}, owner_id, ${sql.lit(DeductibleOwner.firm)}, ${firmId}, ${kind}, ${sign}::bigint * amount, ${sign}::int * qty,
      balance, ${remitRef}, remit_id, ${ownerKind === DeductibleOwner.shop ? sql`owner_id` : sql`null::bigint`}, ${remark}, ${operatorId}::bigint
    from moved order by owner_id
    returning id`.execute(db);
  if (rows.length !== debits.length) throw new Error(`remittances of firm ${firmId} have no account to be taken from`);
};

/** Takes what is remitted off what the firm owes (打款结清), and writes it down; the accounts are held. */
export const debitForRemits = (db: Db, booking: Booking, debits: readonly RemitDebit[]): Promise<void> =>
  book(db, booking, DedKind.remit, debits);

/** Gives back what a rejected remittance took (冲正); the account is held. */
export const restoreRemit = (db: Db, booking: Booking, debit: RemitDebit): Promise<void> =>
  book(db, booking, DedKind.reverse, [debit]);
