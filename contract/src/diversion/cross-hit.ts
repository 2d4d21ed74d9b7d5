import { enumeration } from '../kit/enumeration.ts';

/** What staff found of a code that was asked about outside its dealer's regions. */
export const HitVerdict = enumeration({
  suspected: { value: 0, label: '疑似', tone: 'wait' },
  confirmed: { value: 1, label: '已确认', tone: 'bad' },
  dismissed: { value: 2, label: '排除', tone: 'gone' },
});
export type HitVerdict = (typeof HitVerdict.options)[number]['value'];
