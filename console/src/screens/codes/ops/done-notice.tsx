import { OpStatus } from '@zhuiyuan/contract/codes/state/code-enums';
import { codeOpApi } from '@zhuiyuan/contract/codes/ops/code-op';
import { useEffect, useState } from 'react';
import { call } from '../../../lib/call.ts';
import { useMay } from '../../../lib/session.ts';
import { toast } from '../../../lib/toast.ts';
import { takeExport } from '../../../parts/list/export-button.tsx';
import { NoticeBar } from '../../../parts/feedback/notice-bar.tsx';
import { countText } from '../../../parts/format/numbers.ts';
import { timeText } from '../../../parts/format/times.ts';
import { opList } from '../addresses.ts';
import { useRead } from '../../../lib/use-read.ts';
import type { Done } from './use-op.ts';

const every = 2000;

const takeErrors = async (opId: number) => {
  try {
    takeExport(await call(codeOpApi.errors, { opId }, { quiet: true }));
  } catch (error) {
    toast.failure(error);
  }
};

/** An operation in the background: how far it is, and in the end what it came to. */
const Waiting = ({ opId, opNo }: { opId: number; opNo: string }) => {
  const may = useMay();
  const [isOver, setIsOver] = useState(false);
  const { data } = useRead(codeOpApi.info, may(codeOpApi.info.may) ? { id: opId } : undefined, {
    every: isOver ? false : every,
  });
  const isDone = data !== undefined && (data.status !== OpStatus.running || data.dueAt !== null);
  useEffect(() => {
    if (isDone) setIsOver(true);
  }, [isDone]);
  const record = { text: '查看记录', to: `${opList}?opNo=${opNo}` };
  if (!data || data.status === OpStatus.running)
    return (
      <NoticeBar tone="doing" link={record}>
        {data?.dueAt ? `已提交，将在 ${timeText(data.dueAt)} 执行` : '已提交，将在后台执行'}
        {data && data.progress !== null && `，已完成 ${data.progress}%`}
      </NoticeBar>
    );
  return (
    <NoticeBar
      tone={data.failCnt > 0 || data.message ? 'wait' : 'good'}
      link={data.canRetry ? { text: '下载错误明细', run: () => void takeErrors(opId) } : record}
    >
      任务完成：成功{countText(data.okCnt)}条，失败{countText(data.failCnt)}条{data.message && `，${data.message}`}
    </NoticeBar>
  );
};

/** What the last operation did, with the way to its record. */
export const DoneNotice = ({ done: { opId, ok, fail, repeat, opNo, taskId } }: { done: Done }) =>
  taskId === null ? (
    <NoticeBar tone={fail > 0 ? 'wait' : 'good'} link={{ text: '查看记录', to: `${opList}?opNo=${opNo}` }}>
      {[
        `已执行 ${countText(ok)} 个码`,
        repeat > 0 ? `${countText(repeat)} 个此前已是如此` : '',
        fail > 0 ? `${countText(fail)} 个异常码未执行` : '',
      ]
        .filter(Boolean)
        .join('，')}
    </NoticeBar>
  ) : (
    <Waiting key={opId} opId={opId} opNo={opNo} />
  );
