import { useEffect, useRef } from 'react';
import { useDraft, type Draft, type DraftEndpoint, type DraftOptions, type Start } from './use-draft.ts';
import type { ListEndpoint } from '../../lib/list-endpoint.ts';

/** The draft of a page of its own: an existing row when the address has an id, else a new one. Give it to `FormPage`. */
export const usePageDraft = <
  C extends DraftEndpoint,
  U extends DraftEndpoint = C,
  L extends ListEndpoint = ListEndpoint,
>({
  id,
  load,
  ...options
}: Omit<DraftOptions<C, U, L>, 'from'> & {
  id: number | undefined;
  load: (id: number) => Promise<Start<U>>;
}): Draft<unknown> => {
  const draft = useDraft<C, U, ListEndpoint>({ ...options, from: (row) => load((row as { id: number }).id) });
  const opened = useRef<number | 'new'>(undefined);
  useEffect(() => {
    // A kept tab that comes back runs this again and must not lose what was typed.
    if (opened.current === (id ?? 'new')) return;
    opened.current = id ?? 'new';
    draft.open(id === undefined ? undefined : { id });
  }, [id, draft]);
  return draft;
};
