import type { DoneToMany } from '@zhuiyuan/contract/kit/standard';
import type { DataOf, Endpoint, QueryOf } from '@zhuiyuan/contract/kit/endpoint';
import type { z } from 'zod';
import { call } from '../../lib/call.ts';
import { toast } from '../../lib/toast.ts';
import { useSubmitLock } from '../feedback/use-submit-lock.ts';
import { useDraft, type Draft } from '../form/use-draft.ts';
import { countText } from '../format/numbers.ts';

type ManyEndpoint = Endpoint<z.ZodObject, z.ZodType<DoneToMany>>;

/** What an act on several rows did: to how many, and why not to the others. */
export const tellMany = ({ ok, fail }: DoneToMany): void => {
  if (fail.length === 0) return toast.success('操作成功');
  const causes = [...new Set(fail.map(({ message }) => message))].join('、');
  toast.warning(`${ok > 0 ? `已处理 ${countText(ok)} 条，` : ''}${countText(fail.length)} 条未处理：${causes}`);
};

/** A form about one row or several: `begin` opens it for their numbers, `then` hears that it was sent. */
export const useMany = <E extends ManyEndpoint>(
  endpoint: E,
  refresh: readonly Endpoint[],
): Draft<never> & { begin: (ids: number[], start?: Record<string, unknown>, then?: () => void) => void } => {
  const [isBusy, lock] = useSubmitLock();
  const draft = useDraft({ create: endpoint as ManyEndpoint, refresh, blank: {} });
  return {
    ...(draft as unknown as Draft<never>),
    isBusy,
    begin: (ids, start = {}) => draft.open(undefined, { ...start, ids }),
    submit: async (values) => {
      await lock(async () => {
        tellMany((await call(endpoint, values as QueryOf<E>, { quiet: true })) as DataOf<ManyEndpoint>);
        draft.refresh();
        draft.close();
      });
    },
  };
};
