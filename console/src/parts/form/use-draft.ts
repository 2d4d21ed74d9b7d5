import type { DataOf, Endpoint, QueryOf } from '@zhuiyuan/contract/kit/endpoint';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type Key } from 'react';
import type { z } from 'zod';
import { call } from '../../lib/call.ts';
import { newKey } from '../../lib/new-key.ts';
import { toast } from '../../lib/toast.ts';
import type { NextStep } from '../../lib/use-next-step.ts';
import { useSubmitLock } from '../feedback/use-submit-lock.ts';
import type { ListEndpoint, RowOf } from '../../lib/list-endpoint.ts';

export type DraftEndpoint = Endpoint<z.ZodObject, z.ZodType>;
type Values = Record<string, unknown>;
/** Values of a draft; null is read as absent. */
export type Start<E extends DraftEndpoint> = { [K in keyof QueryOf<E>]?: QueryOf<E>[K] | null };

/** What a form part needs of a draft: its schema, what it starts with, and how it is sent. */
export interface FormDraft {
  isOpen: boolean;
  isNew: boolean;
  schema: z.ZodObject;
  /** Undefined while they are being fetched. */
  initial: Values | undefined;
  loadError: Error | undefined;
  /** Grows with every opening, so that a form begins anew. */
  round: number;
  isBusy: boolean;
  /** Sends the draft, says so, reloads the lists and closes. Throws what the server refuses. */
  submit: (values: Values) => Promise<void>;
  close: () => void;
  /** Fetches the row again after it did not load. */
  reload: () => void;
  /** Reloads the lists, after somebody else changed the row. */
  refresh: () => void;
  /** Reads the row as it is now; not possible for a new one, or where a form is filled from its list. */
  renew?: (() => Promise<Values>) | undefined;
  /** Goes on from these values without beginning the form anew. */
  rebase?: (initial: Values) => void;
}

export interface Draft<Row> extends FormDraft {
  row: Row | undefined;
  /** Opens a row for editing, or an empty draft; `start` fills in fields of a new one. */
  open: (row?: Row, start?: Values) => void;
  /** Key of the row saved last, for the list to light up. */
  savedId: Key | undefined;
}

export interface DraftOptions<C extends DraftEndpoint, U extends DraftEndpoint, L extends ListEndpoint> {
  create: C;
  /** Saves an existing row; `create` does when absent. */
  update?: U;
  /** The list the rows come from; reloaded after a save. */
  list?: L;
  /** Other endpoints whose data a save changes. */
  refresh?: readonly Endpoint[];
  /** What a new draft starts with; may be fetched. */
  blank?: Start<C> | (() => Start<C> | Promise<Start<C>>);
  /** Draft of an existing row; without it the row's own fields of the same names. May fetch the whole row. */
  from?: (row: RowOf<L>) => Start<U> | Promise<Start<U>>;
  done?: { create?: string; update?: string };
  /** Keeps the form open with what was saved, as on a settings page; only for rows that exist. */
  staysOpen?: boolean;
  onSaved?: (data: DataOf<C> | DataOf<U>, values: Values) => void;
  /** What one does after a new row was made, offered in the message that says so. */
  next?: (data: DataOf<C>, values: Values) => NextStep | undefined;
}

interface Opened<Row> {
  row: Row | undefined;
  initial: Values | undefined;
  error: Error | undefined;
  opening: number;
}

const ownFields = (schema: z.ZodObject, row: object): Values =>
  Object.fromEntries(Object.entries(row).filter(([name]) => name in schema.shape));

const keyOf = (data: unknown, row: unknown): Key | undefined => {
  const id = (from: unknown) =>
    typeof from === 'object' && from !== null && 'id' in from ? (from.id as Key) : undefined;
  return id(data) ?? id(row);
};

/** Which row is open in a form, how it is saved, and what reloads afterwards. Give it to `FormDrawer`, `FormModal` or `FormPage`. */
export const useDraft = <C extends DraftEndpoint, U extends DraftEndpoint = C, L extends ListEndpoint = ListEndpoint>(
  options: DraftOptions<C, U, L>,
): Draft<RowOf<L>> => {
  type Row = RowOf<L>;
  const {
    create,
    update,
    list,
    refresh: others = [],
    blank,
    from,
    done = {},
    staysOpen = false,
    onSaved,
    next,
  } = options;
  const client = useQueryClient();
  const [opened, setOpened] = useState<Opened<Row>>();
  // A counter outside of renders: an act kept by an old render must still open anew.
  const openings = useRef(0);
  // One for each opening until it was saved: a second press after a lost answer makes no second row.
  const key = useRef('');
  const [savedId, setSavedId] = useState<Key>();
  const [isBusy, lock] = useSubmitLock();
  const openedRow = opened?.row;
  const isNew = openedRow === undefined;
  const endpoint: DraftEndpoint = isNew ? create : (update ?? create);

  const refresh = () => {
    for (const each of [...(list ? [list] : []), ...others]) void client.invalidateQueries({ queryKey: [each.path] });
  };

  const open = (row?: Row, start: Values = {}) => {
    openings.current += 1;
    const opening = openings.current;
    key.current = newKey();
    const begin = (initial: Values | undefined, error?: Error) => setOpened({ row, initial, error, opening });
    const fresh = () => (typeof blank === 'function' ? blank() : (blank ?? {}));
    const known = row === undefined ? fresh() : (from?.(row) ?? ownFields((update ?? create).input, row as object));
    if (!(known instanceof Promise)) {
      begin({ ...known, ...start });
      return;
    }
    begin(undefined);
    // Another row may have been opened meanwhile.
    const put = (change: Partial<Opened<Row>>) =>
      setOpened((now) => (now?.opening === opening ? { ...now, ...change } : now));
    (known as Promise<Values>).then(
      (loaded) => put({ initial: { ...loaded, ...start } }),
      (error: unknown) => put({ error: error instanceof Error ? error : new Error(String(error)) }),
    );
  };

  const submit = async (values: Values) => {
    await lock(async () => {
      const data = await call(endpoint, values as QueryOf<DraftEndpoint>, {
        quiet: true,
        key: key.current,
      });
      key.current = newKey();
      const said = (isNew ? done.create : done.update) ?? (isNew ? '创建成功' : '编辑成功');
      const step = isNew ? next?.(data as DataOf<C>, values) : undefined;
      if (step) toast.withLink('success', said, step);
      else toast.success(said);
      setSavedId(keyOf(data, opened?.row));
      if (staysOpen) {
        const known = typeof data === 'object' && data !== null ? ownFields(endpoint.input, data) : {};
        openings.current += 1;
        const opening = openings.current;
        setOpened((now) => now && { ...now, initial: { ...values, ...known }, opening });
      } else setOpened(undefined);
      refresh();
      onSaved?.(data as DataOf<C> | DataOf<U>, values);
    });
  };

  return {
    isOpen: opened !== undefined,
    isNew,
    row: openedRow,
    schema: endpoint.input,
    initial: opened?.initial,
    loadError: opened?.error,
    round: opened?.opening ?? 0,
    isBusy,
    savedId,
    open,
    submit,
    close: () => setOpened(undefined),
    reload: () => open(opened?.row),
    refresh,
    renew: openedRow !== undefined && from ? async () => from(openedRow) : undefined,
    rebase: (initial) => setOpened((now) => now && { ...now, initial }),
  };
};
