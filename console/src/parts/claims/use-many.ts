import type { DoneToMany } from '@zhuiyuan/contract/kit/standard';
import type { DataOf, Endpoint, QueryOf } from '@zhuiyuan/contract/kit/endpoint';
import type { z } from 'zod';
import { call } from '../../lib/call.ts';
import { toast } from '../../lib/toast.ts';
import { useSubmitLock } from '../feedback/use-submit-lock.ts';
import { useDraft, type Draft } from '../form/use-draft.ts';
import { countText } from '../format/numbers.ts';

type ManyEndpoint = Endpoint<z.ZodObject, z.ZodType<DoneToMany>>;

/** Rows of one cause that are named. */
const mostNamed = 5;

/** What an act on several rows did: to how many, and which of the others it was not done to for what cause. */
export const tellMany = ({ ok, fail }: DoneToMany, nameOf: (id: number) => string): void => {
  if (fail.length === 0) return toast.success('操作成功');
  const causes = [...new Set(fail.map(({ message }) => message))].map((cause) => {
    const rows = fail.filter(({ message }) => message === cause);
    const named = rows.slice(0, mostNamed).map(({ id }) => nameOf(id));
    return `${named.join('、')}${rows.length > mostNamed ? ` 等 ${countText(rows.length)} 条` : ''}：${cause}`;
  });
  toast.warning(
    `${ok > 0 ? `已处理 ${countText(ok)} 条，` : ''}${countText(fail.length)} 条未处理。${causes.join('；')}`,
  );
};

/**
 * A form about one row or several: `begin` opens it for their numbers. It stays open, as it was filled in, for those that were refused;
 * `nameOf` says which those are.
 */
export const useMany = <E extends ManyEndpoint>(
  endpoint: E,
  refresh: readonly Endpoint[],
  nameOf: (id: number) => string,
): Draft<never> & { begin: (ids: number[], start?: Record<string, unknown>) => void } => {
  const [isBusy, lock] = useSubmitLock();
  const draft = useDraft({ create: endpoint as ManyEndpoint, refresh, blank: {} });
  return {
    ...(draft as unknown as Draft<never>),
    isBusy,
    begin: (ids, start = {}) => draft.open(undefined, { ...start, ids }),
    submit: async (values) => {
      await lock(async () => {
        const done = (await call(endpoint, values as QueryOf<E>, { quiet: true })) as DataOf<ManyEndpoint>;
        tellMany(done, nameOf);
        draft.refresh();
        if (done.fail.length === 0) draft.close();
        else draft.open(undefined, { ...values, ids: done.fail.map(({ id }) => id) });
      });
    },
  };
};
