import { passwordTexts } from '@zhuiyuan/contract/access/new-password';
import type { Db } from '../kit/db/database.ts';
import { isCommonPassword } from '../kit/is-common-password.ts';
import { invalid } from '../kit/refusal.ts';
import { fitsPassword, hashPassword } from './hash-password.ts';

const bare = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll(/\s/g, '');

/** Whether a password is a name, or a name with nothing but digits and signs around it, which make it no harder to guess. */
const isMadeOf = (typed: string, name: string): boolean =>
  typed === name || (/\p{L}/u.test(name) && typed.includes(name) && !/\p{L}/u.test(typed.replaceAll(name, '')));

/** Whose password it will be, and the form's field it was typed into. `formerHash` where it must be another than before. */
interface For {
  account: string;
  firmId: number;
  field: string;
  formerHash?: string;
}

/**
 * The stored form of a password that somebody chose. Throws 400 on its field when it is one of the most used, the account,
 * a name of the firm, or the former one.
 */
export const acceptPassword = async (db: Db, password: string, whose: For): Promise<string> => {
  const text = await findRefusal(db, password, whose);
  if (text) throw invalid(whose.field, passwordTexts[text]);
  return hashPassword(password);
};

const findRefusal = async (
  db: Db,
  password: string,
  { account, firmId, formerHash }: For,
): Promise<keyof typeof passwordTexts | undefined> => {
  const typed = bare(password);
  if (isMadeOf(typed, bare(account))) return 'account';
  if ((await firmNames(db, firmId)).some((name) => isMadeOf(typed, name))) return 'firm';
  if (isCommonPassword(password)) return 'common';
  return formerHash !== undefined && (await fitsPassword(formerHash, password)) ? 'unchanged' : undefined;
};

const firmNames = async (db: Db, firmId: number): Promise<string[]> => {
  if (firmId === 0) return [];
  const firm = await db.selectFrom('firm').select(['name', 'shortName']).where('id', '=', firmId).executeTakeFirst();
  return firm ? [firm.name, firm.shortName].map(bare) : [];
};
