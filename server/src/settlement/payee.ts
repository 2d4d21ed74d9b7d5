import { PayeeKind, RemitStatus } from '@zhuiyuan/contract/settlement/settlement-enums';
import { sql } from 'kysely';
import type { Db } from '../kit/db/database.ts';
import type { PayeeOf } from '../parties/payee-account.ts';

/** Shops, or dealers, of a firm with how they are paid, to be joined as `payee`. */
export const payeesOf = (kind: PayeeKind, firmId: number) => sql`(
  select id, name, pay_channel, pay_account_sealed, pay_account, pay_name
  from ${sql.id(kind === PayeeKind.shop ? 'shop' : 'agent')} where firm_id = ${firmId}) payee`;

/** Whether all is known that is needed to pay somebody; over WeChat Pay he is known by his phone. The columns are those of `table`. */
export const isPayable = (table: string, columns: { channel: string; account: string; name: string }) => {
  const of = (column: string) => sql.ref(`${table}.${column}`);
  return sql<boolean>`(${of(columns.channel)} <> '' and ${of(columns.name)} <> '' and (${of(columns.channel)} = 'weixin' or ${of(columns.account)} <> ''))`;
};

/** Remittances that nobody has passed yet go to where their payee says now. */
export const followPayee = async (db: Db, { firmId, ownerKind, ownerId }: PayeeOf): Promise<void> => {
  await sql`
    update remit set channel = payee.pay_channel, account_sealed = payee.pay_account_sealed, account = payee.pay_account,
      account_name = payee.pay_name, version = remit.version + 1, updated_at = now()
    from ${payeesOf(ownerKind as PayeeKind, firmId)}
    where payee.id = ${ownerId} and remit.firm_id = ${firmId} and remit.payee_kind = ${ownerKind}
      and remit.payee_id = ${ownerId} and remit.status = ${sql.lit(RemitStatus.waiting)} and remit.audit_at is null`.execute(
    db,
  );
};
