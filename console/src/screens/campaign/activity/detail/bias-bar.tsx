import { activityApi } from '@zhuiyuan/contract/campaign/activity/activity';
import type { DataOf } from '@zhuiyuan/contract/kit/endpoint';
import { useState } from 'react';
import { useRead } from '../../../../lib/use-read.ts';
import { BlockFailed } from '../../../../parts/feedback/block-failed.tsx';
import { NoticeBar } from '../../../../parts/feedback/notice-bar.tsx';
import { countText, percentText } from '../../../../parts/format/numbers.ts';
import { SideDrawer } from '../../../../parts/frame/side-drawer.tsx';
import { cell, count, text, type Column } from '../../../../parts/list/columns.tsx';
import { PlainTable } from '../../../../parts/list/plain-table.tsx';

type Bias = DataOf<typeof activityApi.bias>;
type Tier = Bias['tiers'][number];

/** Below this chance a deviation is none. */
const suspicious = 0.001;

/** What the test says, in words. */
export const biasText = ({ epochs, draws, p }: Bias): string => {
  if (p === null) return epochs === 0 ? '第一期封存后检验' : '抽奖次数太少，暂不能检验';
  const all = `${countText(epochs)} 期 ${countText(draws)} 次抽奖`;
  return p < suspicious ? `${all}，实际与公示概率不符` : `${all}，实际与公示概率一致`;
};

const columnsOf = (draws: number): Column<Tier>[] => [
  text('tierName', '奖级', { width: 120 }),
  cell('odds', '公示概率应为', ({ expected }) => percentText(expected / Math.max(1, draws)), {
    width: 120,
    align: 'right',
  }),
  cell('actual', '实际', ({ observed }) => percentText(observed / Math.max(1, draws)), { width: 96, align: 'right' }),
  cell('expected', '应中次数', ({ expected }) => countText(Math.round(expected)), { width: 104, align: 'right' }),
  count('observed', '实中次数', { width: 104 }),
];

/** 概率偏差: how the draws of all sealed periods agree with the odds, with the figures behind it one tap away. */
export const BiasBar = ({ id }: { id: number }) => {
  const [isOpen, setIsOpen] = useState(false);
  const { data, error, refetch } = useRead(activityApi.bias, { id }, { keeps: true });
  if (error && !data) return <BlockFailed error={error} retry={refetch} />;
  if (!data) return null;
  const { p, chiSquare, freedom, draws, tiers } = data;
  return (
    <>
      <NoticeBar tone={p === null ? 'idle' : p < suspicious ? 'bad' : 'good'}>
        概率偏差：{biasText(data)}
        {draws > 0 && (
          <button type="button" className="zy-link zy-bias-more" onClick={() => setIsOpen(true)}>
            查看检验
          </button>
        )}
      </NoticeBar>
      <SideDrawer isOpen={isOpen} close={() => setIsOpen(false)} title="概率偏差检验" width={640}>
        <p className="zy-bias-words">
          把所有已封存期里随机数命中的奖级与当期公示的概率逐版对照，应中不足 5 次的奖级合并计算（皮尔逊卡方检验）。
          {p !== null &&
            `卡方值 ${chiSquare!.toFixed(2)}，自由度 ${freedom}；若概率无误，纯属偶然出现这么大偏差的可能性为 ${p < 0.0001 ? '不到 0.01%' : `${(p * 100).toFixed(2)}%`}，低于 0.1% 视为不符。`}
        </p>
        <PlainTable columns={columnsOf(draws)} rows={tiers} keyOf={({ tierId }) => tierId} empty="还没有已封存的抽奖" />
      </SideDrawer>
    </>
  );
};
