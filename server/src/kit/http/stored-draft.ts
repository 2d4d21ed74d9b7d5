import { maskPhone } from '@zhuiyuan/contract/kit/phone';
import { Refusal } from '../refusal.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** Lists show these fields masked; a mask that comes back stands for the number itself. */
const shownMasked = /phone$/i;

const isMaskOf = (name: string, sent: unknown, stored: unknown): boolean =>
  shownMasked.test(name) && typeof sent === 'string' && typeof stored === 'string' && sent.trim() === maskPhone(stored);

/** The draft a change means: the stored row with what was sent put over it. A sent null or '' clears a field, one that was not sent stays. */
export const wholeDraft = (stored: Fields, sent: Fields): Record<string, unknown> => {
  const whole = { ...stored, ...sent };
  for (const [name, value] of Object.entries(sent)) if (isMaskOf(name, value, stored[name])) whole[name] = stored[name];
  return whole;
};

/** What a refusal says when it is about something that is stored and was not sent: the rules of today refuse it. */
export const tellUnsent = (refusal: Refusal, sent: Fields, stored: Fields): Refusal => {
  const [first] = (refusal.data as { fields?: { field: string }[] } | null)?.fields ?? [];
  const field = first?.field.split('.')[0];
  if (!field || field in sent || [undefined, null, ''].includes(stored[field] as null)) return refusal;
  return new Refusal(
    refusal.code,
    `${refusal.message}（未提交的字段 ${field} 的现有内容不符合要求，请一并提交）`,
    refusal.data,
  );
};
