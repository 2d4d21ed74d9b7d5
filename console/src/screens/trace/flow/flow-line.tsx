import { flowApi } from '@zhuiyuan/contract/trace/flow/flow';
import { useQuery } from '@tanstack/react-query';
import { Image, Skeleton } from 'antd';
import { thumbAddress } from '@zhuiyuan/contract/media/attachment';
import Route from 'icon:route';
import { call } from '../../../lib/call.ts';
import { flowIconOf } from '../../../parts/format/flow-icons.ts';
import { Empty, Failed } from '../../../parts/feedback/states.tsx';
import { Timeline } from '../../../parts/format/timeline.tsx';
import { LotSelect } from '../../../parts/pickers/lot-select.tsx';
import { FlowState } from './flow-columns.tsx';
import { LotChainBar } from './lot-chain-bar.tsx';

const Steps = ({ lotId, open }: { lotId: number; open: (id: number) => void }) => {
  const { data, error, refetch } = useQuery({
    queryKey: [flowApi.timeline.path, lotId],
    queryFn: () => call(flowApi.timeline, { lotId }, { quiet: true }),
  });
  if (error && !data) return <Failed title="流程没有加载出来" error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton active={false} title={false} paragraph={{ rows: 6 }} />;
  if (data.length === 0) return <Empty icon={Route} title="该批次还没有流程" text="新增后按发生时间排列在这里。" />;
  return (
    <Timeline
      items={data.toReversed().map((step) => ({
        key: step.id,
        time: step.occurAt,
        icon: flowIconOf(step.flowTypeIcon),
        title: step.title,
        mark: <FlowState flow={step} />,
        facts: [
          !step.title.includes(step.flowTypeName) && step.flowTypeName,
          step.place,
          step.operatorName && `操作人 ${step.operatorName}`,
          step.seg !== null && step.rangeText,
          ...step.shown.map(({ label, value }) => `${label} ${value}`),
          step.images.length > 0 && (
            <Image.PreviewGroup key="images">
              <span className="zy-flow-thumbs">
                {step.images.map((address) => (
                  <Image
                    key={address}
                    src={thumbAddress(address)}
                    width={40}
                    height={40}
                    alt={step.title}
                    preview={{ mask: false, src: address }}
                  />
                ))}
              </span>
            </Image.PreviewGroup>
          ),
          <button key="open" type="button" className="zy-link" onClick={() => open(step.id)}>
            查看
          </button>,
        ],
      }))}
    />
  );
};

/** 时间轴: what was done to one lot, newest first. */
export const FlowLine = ({
  lotId,
  setLotId,
  open,
}: {
  lotId: number | undefined;
  setLotId: (lotId: number | undefined) => void;
  open: (id: number) => void;
}) => (
  <div className="zy-flow-line">
    <div className="zy-flow-lot">
      <LotSelect value={lotId} onChange={setLotId} prefix={<span className="zy-filter-label">批次</span>} />
    </div>
    {lotId === undefined ? (
      <Empty icon={Route} title="请选择批次" text="时间轴按一个批次显示。" />
    ) : (
      <>
        <LotChainBar lotId={lotId} />
        <Steps lotId={lotId} open={open} />
      </>
    )}
  </div>
);
