import { censusApi } from '@zhuiyuan/contract/payout/census';
import type { DataOf } from '@zhuiyuan/contract/kit/endpoint';
import { Segmented } from 'antd';
import { useState } from 'react';
import { useRead } from '../../lib/use-read.ts';
import { Ring } from '../../parts/charts/ring.tsx';
import { RankBars } from '../../parts/charts/stat-card.tsx';
import { BlockFailed } from '../../parts/feedback/block-failed.tsx';
import { countText, moneyText } from '../../parts/format/numbers.ts';
import { Sheet } from '../../parts/frame/sheet.tsx';
import { count, money, text, type Column } from '../../parts/list/columns.tsx';
import { PlainTable } from '../../parts/list/plain-table.tsx';

/** Which payouts are counted. */
export interface Of {
  dateLimit: string;
  firmId?: number;
  poolId?: number;
  activityId?: number;
}

const minuteMs = 60_000;

type Parts = DataOf<typeof censusApi.hist>['amounts'];

const Bars = ({ rows, unit }: { rows: Parts; unit: 'count' | 'amount' }) => {
  const most = Math.max(1, ...rows.map((row) => row[unit]));
  return (
    <ol className="zy-census-bars">
      {rows.map((row) => (
        <li key={row.name}>
          <span>{row.name}</span>
          <span className="zy-rank-bar" aria-hidden="true">
            <b style={{ width: `${(row[unit] / most) * 100}%` }} />
          </span>
          <span>{unit === 'count' ? `${countText(row.count)} 笔` : `${moneyText(row.amount)} 元`}</span>
        </li>
      ))}
    </ol>
  );
};

const units = [
  { value: 'amount', label: '金额' },
  { value: 'count', label: '笔数' },
];

/** How payouts spread over amounts, activities, ways of paying and sources. */
export const Spread = ({ of }: { of: Of }) => {
  const { data, error, refetch } = useRead(censusApi.hist, of, { every: minuteMs, keeps: true });
  const [unit, setUnit] = useState<'count' | 'amount'>('amount');
  if (error && !data)
    return (
      <section className="sheet">
        <BlockFailed error={error} retry={refetch} />
      </section>
    );
  const ringOf = (rows: Parts) => rows.map((row) => ({ name: row.name, value: row.amount }));
  const none = <p className="zy-block-note">{data ? '没有发放' : '加载中'}</p>;
  const has = (data?.sources.length ?? 0) > 0;
  return (
    <div className="zy-census-pairs">
      <Sheet
        title="金额分布"
        extra={
          <Segmented value={unit} onChange={(next) => setUnit(next as typeof unit)} options={units} aria-label="按" />
        }
      >
        {has ? <Bars rows={data!.amounts} unit={unit} /> : none}
      </Sheet>
      <Sheet title="按活动" finding="发放金额" isFlush>
        {has ? (
          <RankBars
            rows={data!.activities.map((row) => ({ name: row.name, value: row.amount }))}
            write={(value) => moneyText(value)}
          />
        ) : (
          none
        )}
      </Sheet>
      <Sheet title="支付方式">{has ? <Ring parts={ringOf(data!.payKinds)} unit="元" write={moneyText} /> : none}</Sheet>
      <Sheet title="来源">{has ? <Ring parts={ringOf(data!.sources)} unit="元" write={moneyText} /> : none}</Sheet>
    </div>
  );
};

const reasonColumns: Column<Parts[number]>[] = [
  { ...text<Parts[number]>('name', '失败原因'), width: undefined, least: 200 },
  count('count', '笔数'),
  money('amount', '金额'),
];

/** 失败原因. */
export const Reasons = ({ of }: { of: Of }) => {
  const { data, error, refetch } = useRead(censusApi.reason, of, { every: minuteMs, keeps: true });
  return (
    <Sheet title="失败原因" isFlush>
      {error && !data ? (
        <BlockFailed error={error} retry={refetch} />
      ) : (
        <PlainTable
          columns={reasonColumns}
          rows={data ?? []}
          keyOf={({ name }) => name}
          empty={data ? '没有失败' : '加载中'}
        />
      )}
    </Sheet>
  );
};
