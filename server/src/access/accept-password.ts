import { passwordTexts } from '@zhuiyuan/contract/access/new-password';
import type { Db } from '../kit/db/database.ts';
import { isCommonPassword } from '../kit/is-common-password.ts';
import { invalid } from '../kit/refusal.ts';
import { fitsPassword, hashPassword } from './hash-password.ts';
import { isPartOfName, isPinyinOfName } from './is-name-of-firm.ts';

const bare = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll(/\s/g, '');

/** Whether a password is a name, or a name with nothing but digits and signs around it, which make it no harder to guess. */
const isMadeOf = (typed: string, name: string): boolean =>
  typed === name || (/\p{L}/u.test(name) && typed.includes(name) && !/\p{L}/u.test(typed.replaceAll(name, '')));

/** Whether a password is a phone number or its last six digits or more, whatever signs stand around and between them. */
const isPhoneOf = (typed: string, phone: string): boolean => {
  const digits = typed.replaceAll(/[^\p{L}\d]/gu, '');
  return /^\d{6,}$/.test(digits) && phone.replaceAll(/\D/g, '').endsWith(digits);
};

/** Whose password it will be, and the form's field it was typed into. `formerHash` where it must be another than before. */
interface For {
  account: string;
  phone: string;
  firmId: number;
  field: string;
  formerHash?: string;
}

/**
 * The stored form of a password that somebody chose. Throws 400 on its field when it is one of the most used, the account, a phone
 * number, a name of the firm or its pinyin, or the former one.
 */
export const acceptPassword = async (db: Db, password: string, whose: For): Promise<string> => {
  const text = await findRefusal(db, password, whose);
  if (text) throw invalid(whose.field, passwordTexts[text]);
  return hashPassword(password);
};

const findRefusal = async (
  db: Db,
  password: string,
  { account, phone, firmId, formerHash }: For,
): Promise<keyof typeof passwordTexts | undefined> => {
  const typed = bare(password);
  if (isMadeOf(typed, bare(account))) return 'account';
  const firm = await findFirm(db, firmId);
  if ([phone, ...firm.phones].some((one) => isPhoneOf(typed, one))) return 'phone';
  if (firm.names.some((name) => isMadeOf(typed, name) || isPartOfName(typed, name))) return 'firm';
  if (firm.names.some((name) => isPinyinOfName(typed, name))) return 'pinyin';
  if (isCommonPassword(password)) return 'common';
  return formerHash !== undefined && (await fitsPassword(formerHash, password)) ? 'unchanged' : undefined;
};

const findFirm = async (db: Db, firmId: number): Promise<{ names: string[]; phones: string[] }> => {
  const firm =
    firmId === 0
      ? undefined
      : await db
          .selectFrom('firm')
          .select(['name', 'shortName', 'phone', 'servicePhone'])
          .where('id', '=', firmId)
          .executeTakeFirst();
  if (!firm) return { names: [], phones: [] };
  return { names: [firm.name, firm.shortName].map(bare), phones: [firm.phone, firm.servicePhone] };
};
