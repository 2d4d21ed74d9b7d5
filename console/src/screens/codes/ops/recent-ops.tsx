import { codeOpApi, type OpRow } from '@zhuiyuan/contract/codes/ops/code-op';
import { useState } from 'react';
import { Link } from 'react-router';
import { acts } from '../../../parts/list/columns.tsx';
import { May } from '../../../parts/feedback/may.tsx';
import { Sheet } from '../../../parts/frame/sheet.tsx';
import { Failed } from '../../../parts/feedback/states.tsx';
import { opList } from '../addresses.ts';
import { opColumns } from './op-columns.tsx';
import { OpDetail } from './op-detail.tsx';
import { useUndo } from './use-undo.tsx';
import { PlainTable } from '../../../parts/list/plain-table.tsx';
import { useRead } from '../../../lib/use-read.ts';

const opsShown = 10;
const left: ReadonlySet<string> = new Set(['total', 'reason', 'opSrc', 'operatorName', 'finishedAt']);

/** 最近操作: the last ten operations on codes, with 撤销 while it is possible. */
const Recent = () => {
  const { undo, dialog } = useUndo();
  const [opened, setOpened] = useState<number>();
  const { data, error, refetch } = useRead(codeOpApi.list, { page: 1, limit: opsShown }, { keeps: true });
  const show = (row: OpRow) => setOpened(row.id);
  const [number, ...others] = opColumns(show, false).filter(({ key }) => !left.has(key));
  const status = others.filter((column) => column.isStatus);
  const columns = [number, ...status, ...others.filter((column) => !column.isStatus)].filter(
    (one) => one !== undefined,
  );
  return (
    <Sheet
      title="最近操作"
      extra={
        <Link className="zy-link" to={opList}>
          全部
        </Link>
      }
      isFlush
    >
      {error && !data ? (
        <Failed title="操作记录没有加载出来" error={error} retry={() => void refetch()} />
      ) : (
        <PlainTable
          columns={[...columns, acts((row: OpRow) => [{ label: '详情', run: () => show(row) }, ...undo(row)])]}
          rows={data?.list ?? []}
          keyOf={(row) => row.id}
          empty={data ? '还没有操作记录' : '加载中'}
        />
      )}
      {dialog}
      <OpDetail id={opened} close={() => setOpened(undefined)} />
    </Sheet>
  );
};

/** 最近操作, for those who may see what was done. */
export const RecentOps = () => (
  <May of={codeOpApi.list.may}>
    <Recent />
  </May>
);
