import type { FieldLine } from '@zhuiyuan/contract/fieldwork/field-goods';
import type { fieldMovesApi } from '@zhuiyuan/contract/fieldwork/field-moves';
import type { QueryOf } from '@zhuiyuan/contract/kit/endpoint';
import { DiffKind } from '@zhuiyuan/contract/movement/move-enums';
import { SignMode } from '@zhuiyuan/contract/movement/sign/sign';
import { missingOf, openLines, type Receiving } from './receiving.ts';

/** What is sent to be signed, beside its number. */
export type Signing = Omit<QueryOf<typeof fieldMovesApi.sign>, 'idemKey'>;

/** Everything of a document that is on its way. */
export const toSigningAll = (deliverId: number): Signing => ({ deliverId, mode: SignMode.all, remark: '' });

/** What was taken, with all differences; with `recordsMissing` also what did not come. */
export const toSigning = ({ doc, receipt, lines }: Receiving, recordsMissing: boolean): Signing => {
  const isDamaged = (code: string): boolean => code in receipt.damaged;
  const hasDamage = (line: FieldLine): boolean => line.codes.some(({ code }) => isDamaged(code));
  const broken = lines.filter((line) => receipt.wholes.includes(line.id) && hasDamage(line));
  const codes = [...Object.keys(receipt.ticked), ...broken.flatMap((line) => line.codes.map(({ code }) => code))];
  const missing = recordsMissing
    ? openLines(lines)
        .filter(({ id }) => !receipt.later.includes(id))
        .flatMap((line) => missingOf(receipt, line))
    : [];
  return {
    deliverId: doc.id,
    mode: SignMode.codes,
    codes: codes.filter((code) => !isDamaged(code)),
    lineIds: receipt.wholes.filter((id) => !broken.some((line) => line.id === id)),
    diffs: [
      ...Object.entries(receipt.damaged).map(([code, { images, signs }]) => ({
        code,
        kind: DiffKind.damaged,
        note: '',
        images,
        signs,
      })),
      ...missing.map(({ code }) => ({ code, kind: DiffKind.missing, note: '', images: [], signs: false })),
    ],
    extra: Object.entries(receipt.extra).map(([code, note]) => ({ code, note, images: [] })),
    remark: receipt.note.trim(),
  };
};
