import { useCallback } from 'react';
import { useClassList } from '../../lib/use-class-list.ts';

interface Named {
  label: string;
  firmId?: number;
}

/** Names as they are shown: where several rows have one name, the firm of each stands beside it. */
export const toldApart = (rows: readonly Named[], firmNameOf: (id: number) => string | undefined): string[] => {
  const counts = new Map<string, number>();
  for (const { label } of rows) counts.set(label, (counts.get(label) ?? 0) + 1);
  return rows.map(({ label, firmId }) => {
    const firm = counts.get(label)! > 1 && firmId ? firmNameOf(firmId) : undefined;
    return firm ? `${label}（${firm}）` : label;
  });
};

/** The name of a firm; only staff of the platform are told names. */
export const useFirmNames = (): ((id: number) => string | undefined) => {
  const { all } = useClassList('firm');
  return useCallback((id) => all.find((firm) => firm.id === id)?.name, [all]);
};
