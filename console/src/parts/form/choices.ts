import type { Enumeration } from '@zhuiyuan/contract/kit/enumeration';
import { useEffect, useState } from 'react';
import { findRows, useNeeded, type AnyRow, type PickedRows } from '../../lib/asked-rows.ts';
import { useSettled } from '../frame/use-settled.ts';
import type { Option } from './option.ts';

/** Rows as choices, of which the server may have more. */
export interface Choices {
  options: readonly Option[];
  picked: PickedRows<AnyRow>;
  /** What a row is called, also one that is not offered. */
  labelOf: (id: number) => string | undefined;
}

/** What a select chooses from. */
export type From = Enumeration | readonly Option[] | Choices;

/** Rows as choices, by their words; `before` stands above them. */
export const toChoices = <R extends AnyRow>(
  picked: PickedRows<R>,
  toLabel: (row: R) => string,
  { before = [], isOff }: { before?: readonly Option[]; isOff?: (row: R) => boolean } = {},
): Choices => ({
  options: [
    ...before,
    ...picked.rows.map((row) => ({
      value: row.id,
      label: toLabel(row),
      ...(isOff && { disabled: isOff(row) }),
    })),
  ],
  picked,
  labelOf: (id) => {
    const row = picked.all.find((one) => one.id === id);
    return row ? toLabel(row) : before.find(({ value }) => value === id)?.label;
  },
});

/** The choices of a select, without what else an enumeration says of them. */
export const optionsOf = (from: From): readonly Option[] =>
  'picked' in from
    ? from.options
    : ('options' in from ? from.options : from).map(({ value, label }) => ({ value, label }));

/** The rows behind choices; none behind those of an enumeration. */
export const pickedOf = (from: From): Choices | undefined => ('picked' in from ? from : undefined);

/** What a chosen row is called, or its number where nobody knows; nothing as long as it is asked. */
export const nameOfChosen = ({ picked, labelOf }: Choices, id: number): string =>
  labelOf(id) ?? (picked.absent.has(id) || (picked.isReady && !picked.source) ? `编号 ${id}` : '');

const waitMs = 250;
const none: { words: string; ids: ReadonlySet<number> } = { words: '', ids: new Set() };

/** Finds rows on the server while one types, where it has more than it answered first; and asks for those that are chosen. */
export const useFinding = (picked: PickedRows<AnyRow> | undefined, chosen: readonly number[] = []) => {
  const [typed, setTyped] = useState('');
  const [found, setFound] = useState(none);
  const source = picked?.isPartial ? picked.source : undefined;
  const words = typed.trim();
  const settled = useSettled(words, waitMs);
  useNeeded(picked, chosen);
  useEffect(() => {
    if (!source || !settled) return undefined;
    let isLate = false;
    void findRows(source, settled).then((ids) => isLate || setFound({ words: settled, ids }));
    return () => {
      isLate = true;
    };
  }, [source, settled]);
  const isFound = found.words === words;
  return {
    search: setTyped,
    isWaiting: source !== undefined && words !== '' && !isFound,
    /** Whether a row is shown for what is typed: by its words, or because the server found it by its number. */
    matches: (text: string, label: string, id: number): boolean =>
      label.toLowerCase().includes(text.toLowerCase()) || (isFound && found.ids.has(id)),
  };
};
