import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import type { Endpoint, QueryOf } from '@zhuiyuan/contract/kit/endpoint';
import { Button } from 'antd';
import type { z } from 'zod';
import { ApiError } from '../../lib/api-error.ts';
import { useMay } from '../../lib/session.ts';
import { toast } from '../../lib/toast.ts';
import { useAct } from '../feedback/use-act.ts';
import { useSubmitLock } from '../feedback/use-submit-lock.ts';
import { countText } from '../format/numbers.ts';
import type { Picked } from './list-screen.tsx';

type StatusEndpoint = Endpoint<z.ZodObject<{ id: z.ZodType; status: typeof Enabled.schema }>>;
interface Switched {
  id: number;
  status: number;
}

const switches = [
  { to: Enabled.off, verb: '停用' },
  { to: Enabled.on, verb: '启用' },
] as const;

/** 批量停用 and 批量启用 of the picked rows that are not so yet, each with 撤销; hidden without the endpoint's permission. */
export const BatchSwitch = <E extends StatusEndpoint>({
  endpoint,
  picked,
  refresh,
}: {
  endpoint: E;
  picked: Pick<Picked<Switched>, 'rows' | 'clear'>;
  refresh: readonly Endpoint[];
}) => {
  const may = useMay();
  const [isBusy, lock] = useSubmitLock();
  const put = useAct(endpoint, { done: '', refresh, quiet: true });
  if (!may(endpoint.may)) return null;

  /** Those that were switched; why the others were not is said. */
  const switchAll = async (ids: readonly number[], status: number, verb: string): Promise<number[]> => {
    const done: number[] = [];
    const causes = new Set<string>();
    for (const id of ids) {
      try {
        await put({ id, status } as QueryOf<E>);
        done.push(id);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        causes.add(error.message);
      }
    }
    if (causes.size > 0) toast.warning(`${countText(ids.length - done.length)} 条未${verb}：${[...causes].join('、')}`);
    return done;
  };
  const run = (to: number, verb: string) =>
    void lock(async () => {
      try {
        const ids = picked.rows.filter(({ status }) => status !== to).map(({ id }) => id);
        const done = await switchAll(ids, to, verb);
        picked.clear();
        if (done.length === 0) return;
        const back = switches.find((one) => one.to !== to)!;
        toast.withLink('success', `已${verb} ${countText(done.length)} 个`, {
          text: '撤销',
          run: () => void switchAll(done, back.to, back.verb).catch(toast.failure),
        });
      } catch (error) {
        toast.failure(error);
      }
    });
  return switches
    .filter(({ to }) => picked.rows.some(({ status }) => status !== to))
    .map(({ to, verb }) => (
      <Button key={verb} loading={isBusy} onClick={() => run(to, verb)}>
        批量{verb}
      </Button>
    ));
};
