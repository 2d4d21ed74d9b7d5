import type { DeductibleOwner } from '@zhuiyuan/contract/parties/deductible/deductible';
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

/** Tells that a payee is to be paid another way than `before`, where that is so. */
export const tellPayee = async (
  db: Db,
  payee: PayeeOf,
  before: Payee,
  after: ReturnType<typeof toPayeeColumns>,
): Promise<void> => {
  const changed =
    after.payAccountSealed !== undefined || after.payChannel !== before.payChannel || after.payName !== before.payName;
  if (changed) await emit(db, 'payee.changed', payee);
};
