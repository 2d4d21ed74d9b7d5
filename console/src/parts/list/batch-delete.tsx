import type { DataOf, Endpoint, QueryOf } from '@zhuiyuan/contract/kit/endpoint';
import { Button } from 'antd';
import Trash2 from 'icon:trash-2';
import type { z } from 'zod';
import { useMay } from '../../lib/session.ts';
import { confirm, toast } from '../../lib/toast.ts';
import type { Picked } from './list-screen.tsx';
import { countText } from '../format/numbers.ts';
import { useAct } from '../feedback/use-act.ts';
import { useSubmitLock } from '../feedback/use-submit-lock.ts';

interface Removed {
  ok: number;
  fail: { id: number; message: string }[];
}

export type RemoveManyEndpoint = Endpoint<z.ZodType, z.ZodType<Removed>>;

/** What a deletion of several rows did: how many went, and why the others did not. */
const tell = ({ ok, fail }: Removed): void => {
  if (fail.length === 0) return toast.success('删除数据成功');
  const causes = [...new Set(fail.map(({ message }) => message))].join('、');
  toast.warning(`${ok > 0 ? `已删除 ${countText(ok)} 条，` : ''}${countText(fail.length)} 条未删除：${causes}`);
};

/** 批量删除 of the picked rows; hidden without the endpoint's permission. */
export const BatchDelete = <E extends RemoveManyEndpoint>({
  endpoint,
  picked,
  refresh,
}: {
  endpoint: E;
  picked: Pick<Picked<unknown>, 'keys' | 'clear'>;
  refresh: readonly Endpoint[];
}) => {
  const may = useMay();
  const [isBusy, lock] = useSubmitLock();
  const remove = useAct(endpoint, { done: '', refresh });
  if (!may(endpoint.may)) return null;
  const run = async () => {
    if (!(await confirm({ text: `确定删除选中的${picked.keys.length}条数据？`, isDanger: true }))) return;
    await lock(async () => {
      try {
        tell((await remove({ ids: picked.keys.map(Number) } as QueryOf<E>)) as DataOf<RemoveManyEndpoint>);
        picked.clear();
      } catch (error) {
        toast.failure(error);
      }
    });
  };
  return (
    <Button danger loading={isBusy} icon={<Trash2 size={14} strokeWidth={1.6} />} onClick={() => void run()}>
      批量删除
    </Button>
  );
};
