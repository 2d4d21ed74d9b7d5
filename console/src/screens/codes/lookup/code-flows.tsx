import type { CodeFacts } from '@zhuiyuan/contract/codes/lookup/identity';
import { Review } from '@zhuiyuan/contract/kit/review';
import { flowApi } from '@zhuiyuan/contract/trace/flow/flow';
import { Skeleton } from 'antd';
import Route from 'icon:route';
import { flowIconOf } from '../../../parts/format/flow-icons.ts';
import { Empty, Failed } from '../../../parts/feedback/states.tsx';
import { EnumTag, Tag } from '../../../parts/format/tag.tsx';
import { Timeline } from '../../../parts/format/timeline.tsx';
import { useRead } from '../../../lib/use-read.ts';

/** 流程记录: what was done to the lot of a code, as far as it applies to the code; newest first. */
export const CodeFlows = ({ facts: { seg, serial }, lotId }: { facts: CodeFacts; lotId: number }) => {
  const { data, error, refetch } = useRead(flowApi.timeline, { lotId, seg, serial });
  if (error && !data) return <Failed title="流程没有加载出来" error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton active={false} title={false} paragraph={{ rows: 6 }} />;
  if (data.length === 0) return <Empty icon={Route} title="该批次还没有流程" />;
  return (
    <Timeline
      items={data.toReversed().map((step) => ({
        key: step.id,
        time: step.occurAt,
        icon: flowIconOf(step.flowTypeIcon),
        title: step.title,
        mark: step.voidAt ? <Tag tone="gone">已作废</Tag> : <EnumTag of={Review} value={step.audit} />,
        facts: [
          step.place,
          step.operatorName && `操作人 ${step.operatorName}`,
          step.seg !== null && step.rangeText,
          ...step.shown.map(({ label, value }) => `${label} ${value}`),
        ],
      }))}
    />
  );
};
