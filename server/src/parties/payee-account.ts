import { DeductibleOwner } from '@zhuiyuan/contract/parties/deductible/deductible';
import { sql } from 'kysely';
import type { Db } from '../kit/db/database.ts';
import { emit } from '../kit/db/events.ts';
import { invalid } from '../kit/refusal.ts';
import { seal, unseal } from '../kit/secret.ts';

/** Whose account of a payee changed: a shop (1) or a dealer (2). */
export interface PayeeOf {
  firmId: number;
  ownerKind: DeductibleOwner;
  ownerId: number;
}

declare module '../kit/db/events.ts' {
  interface Events {
    /** A shop or dealer is to be paid another way. Told in the transaction that writes it. */
    'payee.changed': PayeeOf;
  }
}

const purpose = 'payee account';

/** An account where others read it: its last four characters; of a mail address also where it is. */
export const maskAccount = (account: string): string => {
  const [name = '', host] = account.split('@');
  if (host !== undefined) return `${name.slice(0, 1)}***@${host}`;
  return account.length > 4 ? `${'*'.repeat(Math.min(account.length - 4, 12))}${account.slice(-4)}` : '****';
};

interface Payee {
  payChannel: string;
  payAccount: string;
  payName: string;
}

/** The columns that keep how a payee is paid. */
export const payeeColumns = ['payChannel', 'payAccount', 'payAccountSealed', 'payName'] as const;

/**
 * The columns of how a payee is paid: the account sealed, and masked for everybody. One that comes as it was, masked or whole, stays as
 * it is; refuses another masked one.
 */
export const toPayeeColumns = (
  { payChannel, payAccount, payName }: Payee,
  masterKey: Buffer | undefined,
  known?: Payee & { payAccountSealed: Buffer | null },
): Partial<Payee> & { payAccountSealed?: Buffer | null } => {
  const rest = { payChannel, payName };
  const account = payAccount.replaceAll(' ', '');
  if (account === (known?.payAccount ?? '')) return rest;
  if (masterKey && known?.payAccountSealed && account === openAccount(masterKey, known.payAccountSealed)) return rest;
  if (account === '') return { ...rest, payAccount: '', payAccountSealed: null };
  if (account.includes('*')) throw invalid('payAccount', '请输入完整的收款账号');
  if (!masterKey) throw new Error('an account is not kept without the key that seals it');
  return {
    ...rest,
    payAccount: maskAccount(account),
    payAccountSealed: seal(masterKey, purpose, Buffer.from(account)),
  };
};

/** The account that {@link toPayeeColumns} sealed. */
export const openAccount = (masterKey: Buffer, sealed: Buffer): string => unseal(masterKey, purpose, sealed).toString();

/** Where somebody is paid, as a digest: of the columns that keep it in that order. */
const digestOf = (columns: readonly [channel: string, account: string, name: string, sealed: string]) => {
  const [channel, account, name, sealed] = columns.map((column) => sql.ref(column));
  return sql<string>`encode(sha256(convert_to(concat_ws('|', ${channel}, ${account}, ${name}, encode(${sealed}, 'hex')), 'UTF8')), 'hex')`;
};

/** Where a remittance goes, as a digest that is kept when it is passed. */
export const remitDigest = (table: string) =>
  digestOf([`${table}.channel`, `${table}.account`, `${table}.account_name`, `${table}.account_sealed`]);

/** Where a shop or dealer is paid, as the same digest. */
export const payeeDigest = (table: string) =>
  digestOf([`${table}.pay_channel`, `${table}.pay_account`, `${table}.pay_name`, `${table}.pay_account_sealed`]);

/** Notes where a payee is paid from now on, in the transaction that writes it: what nobody noted is not lawful. */
export const notePayee = async (
  db: Db,
  { firmId, ownerKind, ownerId }: PayeeOf,
  changedBy: number | null,
): Promise<void> => {
  const table = ownerKind === DeductibleOwner.shop ? 'shop' : 'agent';
  await sql`
    insert into payee_note (firm_id, owner_kind, owner_id, digest, changed_by)
    select firm_id, ${ownerKind}::smallint, id, ${payeeDigest(table)}, ${changedBy}::bigint
    from ${sql.id(table)} where firm_id = ${firmId} and id = ${ownerId}`.execute(db);
};

/** Notes where somebody new is paid, where that was said. */
export const noteNewPayee = async (db: Db, payee: PayeeOf, said: Payee, changedBy: number | null): Promise<void> => {
  if (said.payChannel !== '' || said.payAccount !== '' || said.payName !== '') await notePayee(db, payee, changedBy);
};

/** Notes and tells that a payee is to be paid another way than `before`, where that is so. */
export const tellPayee = async (
  db: Db,
  payee: PayeeOf,
  before: Payee,
  after: ReturnType<typeof toPayeeColumns>,
  changedBy: number | null,
): Promise<void> => {
  const changed =
    after.payAccountSealed !== undefined || after.payChannel !== before.payChannel || after.payName !== before.payName;
  if (!changed) return;
  await notePayee(db, payee, changedBy);
  await emit(db, 'payee.changed', payee);
};
