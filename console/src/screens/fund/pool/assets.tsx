import { assetsApi } from '@zhuiyuan/contract/fund/pool/assets';
import { poolApi } from '@zhuiyuan/contract/fund/pool/pool';
import { useMemo } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { useMay } from '../../../lib/session.ts';
import { useRead } from '../../../lib/use-read.ts';
import { ChartCard } from '../../../parts/charts/chart-card.tsx';
import { StatCard } from '../../../parts/charts/stat-card.tsx';
import { BlockFailed } from '../../../parts/feedback/block-failed.tsx';
import { useBlock } from '../../../parts/feedback/use-block.ts';
import { ChoiceSelect } from '../../../parts/form/choice-select.tsx';
import { moneyText, yuanText } from '../../../parts/format/numbers.ts';
import { Sheet } from '../../../parts/frame/sheet.tsx';
import { PlainTable } from '../../../parts/list/plain-table.tsx';
import { useIsPlatform, useOptions } from '../../../parts/pickers/firm-field.tsx';
import { FailureCard, PaidShare, ReconLights, usePayoutsBehind, type Of } from './asset-parts.tsx';
import { FundFigures, LowNotices, useOverview } from './fund-figures.tsx';
import { entryColumns } from './ledger-columns.tsx';
import './fund.css';

const managePath = '/lottery/assets/redBag/manage';
const minuteMs = 60_000;
const mostPools = 8;

/** Yuan of fen, for the place of a point; what is written is made of fen again. */
const inYuan = (fen: number): number => fen / 100;

const Trend = ({ of, paidTotal }: { of: Of; paidTotal: number | undefined }) => {
  const { data, error, refetch } = useBlock(assetsApi.trend, of);
  const trend = useMemo(
    () =>
      data && {
        labels: data.map(({ day }) => day.slice(5)),
        series: [
          { name: '发放', values: data.map(({ paid }) => inYuan(paid)), write: yuanText },
          { name: '退回', values: data.map(({ returned }) => inYuan(returned)), write: yuanText },
        ],
      },
    [data],
  );
  const sum = (key: 'paid' | 'returned') => moneyText((data ?? []).reduce((total, row) => total + row[key], 0));
  return (
    <ChartCard
      title="每日发放与退回"
      finding={
        data &&
        `近 30 天发放 ${sum('paid')} 元，退回 ${sum('returned')} 元${paidTotal === undefined ? '' : `，累计发放 ${moneyText(paidTotal)} 元`}`
      }
      data={trend}
      error={data ? null : error}
      retry={() => void refetch()}
      height={272}
    />
  );
};

/** What each pool has free, against the line below which somebody is told. */
const Balances = ({ of }: { of: Of }) => {
  const { data, error, refetch } = useRead(poolApi.list, { ...of, limit: mostPools }, { every: minuteMs, keeps: true });
  if (error && !data) return <BlockFailed error={error} retry={refetch} />;
  const pools = data?.list ?? [];
  const most = Math.max(1, ...pools.flatMap(({ balance, warnAmount }) => [balance, warnAmount]));
  if (data && pools.length === 0) return <p className="zy-block-note">还没有资金池</p>;
  return (
    <ol className="zy-fund-balances">
      {pools.map(({ id, name, balance, warnAmount, isLow }) => (
        <li key={id}>
          <span className="zy-cut" title={name}>
            {name}
          </span>
          <b className={isLow ? 'zy-fund-low' : undefined}>{moneyText(balance)}</b>
          <span className="zy-fund-balance" aria-hidden="true">
            <i className={isLow ? 'zy-fund-balance-low' : undefined} style={{ width: `${(balance / most) * 100}%` }} />
            {warnAmount > 0 && <em style={{ insetInlineStart: `${(warnAmount / most) * 100}%` }} />}
          </span>
          <small>{warnAmount > 0 ? `预警线 ${moneyText(warnAmount)}` : '未设预警线'}</small>
        </li>
      ))}
    </ol>
  );
};

const Recent = ({ of }: { of: Of }) => {
  const { data, error, refetch } = useRead(assetsApi.recent, of, { every: minuteMs, keeps: true });
  if (error && !data) return <BlockFailed error={error} retry={refetch} />;
  return (
    <PlainTable
      columns={entryColumns}
      rows={data ?? []}
      keyOf={({ id }) => id}
      empty={data ? '还没有资金流水' : '加载中'}
    />
  );
};

/** 资产概览: what the pools hold, how fast it goes, and what moved last. */
export const Assets = () => {
  const may = useMay();
  const navigate = useNavigate();
  const isPlatform = useIsPlatform();
  const firms = useOptions('firm');
  const [address, setAddress] = useSearchParams();
  const firmId = isPlatform ? Number(address.get('firmId')) || undefined : undefined;
  const of = firmId ? { firmId } : {};
  const behind = usePayoutsBehind(of);
  const overview = useOverview(firmId);
  const mayPools = may(poolApi.list.may);
  const toPools = () => (mayPools ? { text: '查看', run: () => void navigate(managePath) } : undefined);
  return (
    <div className="zy-fund-page zy-fund-overview">
      {isPlatform && (
        <div className="zy-fund-firm">
          <ChoiceSelect
            from={firms}
            value={firmId}
            onChange={(next) => setAddress(next ? { firmId: String(next) } : {}, { replace: true })}
            placeholder="全部企业"
            aria-label="所属企业"
            allowClear
            mayFind
          />
        </div>
      )}
      <LowNotices low={overview.data?.low ?? []} linkOf={toPools} />
      <FundFigures
        overview={overview}
        behind={behind}
        pools={mayPools ? `${managePath}${firmId ? `?firmId=${firmId}` : ''}` : undefined}
      >
        <StatCard
          label="累计发放"
          value={overview.data ? moneyText(overview.data.paidTotal) : '-'}
          unit="元"
          note="各活动预算与打款的支出之和"
          to={behind({ status: 'RECEIVED' })}
        />
        <FailureCard of={of} />
      </FundFigures>
      <div className={mayPools ? 'zy-fund-halves' : undefined}>
        <Trend of={of} paidTotal={overview.data?.paidTotal} />
        {mayPools && (
          <Sheet title="资金池余额" extra={<Link to={managePath}>红包资金池</Link>}>
            <Balances of={of} />
          </Sheet>
        )}
      </div>
      <div className="zy-fund-pair">
        <PaidShare of={of} />
        <ReconLights of={of} />
      </div>
      <Sheet title="最近资金流水" finding="最新 20 笔，每行四列相加为 0" isFlush>
        <Recent of={of} />
      </Sheet>
    </div>
  );
};
