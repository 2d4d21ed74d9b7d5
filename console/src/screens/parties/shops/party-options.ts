import { useClassList } from '../../../lib/class-list.ts';
import type { Option } from '../../../parts/filters.tsx';

/** Entries of a lookup list that belong to one firm and may be chosen; a chosen one stays though it is off. */
export const usePartyOptions = (list: string, firmId: number | undefined, chosen?: number): Option[] =>
  useClassList(list)
    .filter((entry) => !firmId || !entry.firmId || entry.firmId === firmId)
    .filter((entry) => !entry.isDisabled || entry.id === chosen)
    .map(({ id, name, note }) => ({ value: id, label: note ? `${name}（${note}）` : name }));
