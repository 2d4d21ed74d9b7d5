import { flowApi } from '@zhuiyuan/contract/trace/flow/flow';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../lib/call.ts';
import { toast } from '../../../lib/toast.ts';
import { NoticeBar } from '../../../parts/feedback/notice-bar.tsx';

type Checked = { ok: boolean; count: number; firstBroken: number | null };

const wordsOf = ({ ok, count, firstBroken }: Checked): string => {
  if (ok) return count > 0 ? `流程链完整，共 ${count} 条已审核记录` : '该批次还没有已审核的记录';
  return firstBroken === null ? '流程链不完整：末尾有记录缺失' : `流程链不完整：编号 ${firstBroken} 的记录与登记不一致`;
};

/** What one lot has of the steps its product asks for, and whether its chain of records is whole. */
export const LotChainBar = ({ lotId }: { lotId: number }) => {
  const [checked, setChecked] = useState<Checked & { lotId: number }>();
  const { data } = useQuery({
    queryKey: [flowApi.completeness.path, lotId],
    queryFn: () => call(flowApi.completeness, { lotId }, { quiet: true }),
  });
  const verify = () =>
    call(flowApi.verify, { lotId }, { quiet: true }).then(
      (found) => setChecked({ ...found, lotId }),
      (error: unknown) => toast.failure(error),
    );
  if (!data) return null;
  const { need, done, missing } = data;
  const isMissing = missing.length > 0;
  const result = checked?.lotId === lotId ? checked : undefined;
  return (
    <>
      <NoticeBar tone={need === 0 ? 'idle' : isMissing ? 'wait' : 'good'} link={{ text: '校验流程链', run: verify }}>
        {need === 0 ? '该产品没有设置必填流程' : `必填流程 ${done}/${need}`}
        {isMissing && `，缺少：${missing.join('、')}`}
      </NoticeBar>
      {result && <NoticeBar tone={result.ok ? 'good' : 'bad'}>{wordsOf(result)}</NoticeBar>}
    </>
  );
};
