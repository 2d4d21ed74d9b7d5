import { drawLogApi } from '@zhuiyuan/contract/campaign/activity/draw-log';
import { ClaimStatus } from '@zhuiyuan/contract/campaign/campaign-states';
import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import { clockText } from '@zhuiyuan/contract/kit/clock';
import { useState } from 'react';
import { useRead } from '../../../../lib/use-read.ts';
import { BlockFailed } from '../../../../parts/feedback/block-failed.tsx';
import { countText, moneyText } from '../../../../parts/format/numbers.ts';
import { EnumTag, Tag } from '../../../../parts/format/tag.tsx';
import { Sheet } from '../../../../parts/frame/sheet.tsx';
import type { DrawRow } from '../rows.ts';

const everyMs = 10_000;
const mostRows = 11;

/** How a draw ended for its shopper. */
export const DrawState = ({ row }: { row: Pick<DrawRow, 'hold' | 'claimStatus'> }) => {
  if (row.hold)
    return (
      <Tag tone="wait" glyph="diamond">
        冻结，待复核
      </Tag>
    );
  return row.claimStatus === null ? <>-</> : <EnumTag of={ClaimStatus} value={row.claimStatus} />;
};

/** The clock of today, the day and the minute of any other. */
const shownTime = (time: string): string => (time.startsWith(shanghaiToday()) ? time.slice(11, 19) : time.slice(5, 16));

const Row = ({ row, isNew }: { row: DrawRow; isNew: boolean }) => (
  <tr className={isNew ? 'zy-draw-new' : undefined}>
    <td>{shownTime(row.drawnAt)}</td>
    <td>{row.consumer || '-'}</td>
    <td title={row.productName}>{row.productName || '-'}</td>
    <td className={row.prizeType === PrizeType.none ? 'zy-draw-none' : undefined} title={row.prizeName}>
      {row.prizeType === PrizeType.none ? '谢谢参与' : row.prizeName}
    </td>
    <td className="zy-draw-amount">{row.amount > 0 ? moneyText(row.amount) : '-'}</td>
    <td title={row.region}>{row.region || '未知'}</td>
    <td>
      <DrawState row={row} />
    </td>
  </tr>
);

/** The last draws, read again every ten seconds; nothing moves while the pointer is among them. */
export const RecentDraws = ({ id, total, showAll }: { id: number; total: number | undefined; showAll: () => void }) => {
  const { data, error, refetch, dataUpdatedAt } = useRead(
    drawLogApi.list,
    { activityId: id, page: 1, limit: mostRows },
    { every: everyMs, keeps: true },
  );
  const [held, setHeld] = useState<readonly DrawRow[]>();
  const newest = data?.list;
  const rows = held ?? newest ?? [];
  const waiting = held ? (newest ?? []).filter((row) => !held.some((each) => each.id === row.id)).length : 0;
  // What was there at the first look does not light up.
  const [first, setFirst] = useState<number>();
  if (first === undefined && newest) setFirst(newest[0]?.id ?? 0);
  const clock = clockText(dataUpdatedAt);
  return (
    <Sheet
      title="最近抽奖"
      finding={
        waiting > 0 ? `有 ${waiting} 条新记录` : dataUpdatedAt > 0 ? `数据更新至 ${clock}，每 10 秒刷新` : undefined
      }
      extra={
        <button type="button" className="zy-link" onClick={showAll}>
          全部{total !== undefined && ` ${countText(total)} 次`}
        </button>
      }
      isFlush
    >
      {error && !data ? (
        <BlockFailed error={error} retry={refetch} />
      ) : (
        <div className="zy-draws" onPointerEnter={() => setHeld(newest)} onPointerLeave={() => setHeld(undefined)}>
          <table>
            <thead>
              <tr>
                <th>时间</th>
                <th>消费者</th>
                <th>产品</th>
                <th>结果</th>
                <th className="zy-draw-amount">金额（元）</th>
                <th>地区</th>
                <th>状态</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <Row key={row.id} row={row} isNew={first !== undefined && row.id > first} />
              ))}
            </tbody>
          </table>
          {data && rows.length === 0 && <p className="zy-draws-none">还没有人抽奖</p>}
        </div>
      )}
    </Sheet>
  );
};
