import { assetFiguresApi, type ReconLight } from '@zhuiyuan/contract/stats/overview/asset-figures';
import CircleAlert from 'icon:circle-alert';
import CircleCheck from 'icon:circle-check';
import CircleDashed from 'icon:circle-dashed';
import { Link } from 'react-router';
import { activityPage, payoutList, redActivePage } from '../../../lib/object-addresses.ts';
import { useMay } from '../../../lib/session.ts';
import { Ring } from '../../../parts/charts/ring.tsx';
import { StatCard } from '../../../parts/charts/stat-card.tsx';
import { BlockFailed } from '../../../parts/feedback/block-failed.tsx';
import { useBlock } from '../../../parts/feedback/use-block.ts';
import { pointsOf } from '../../../parts/format/change.ts';
import { countText, moneyText, percentText } from '../../../parts/format/numbers.ts';
import { Sheet } from '../../../parts/frame/sheet.tsx';

export interface Of {
  firmId?: number;
}

/** The list of payouts narrowed to those behind a figure; nowhere for who may not read it. */
export const usePayoutsBehind = ({ firmId }: Of) => {
  const may = useMay();
  return (asked: Readonly<Record<string, string>>): string | undefined =>
    may('admin:lottery:redInfo:list')
      ? `${payoutList}?${new URLSearchParams({ ...asked, ...(firmId && { firmId: String(firmId) }) }).toString()}`
      : undefined;
};

const inPercent = (rate: number | null | undefined): string =>
  rate === null || rate === undefined ? '—' : (rate * 100).toFixed(1);

/** 发放失败率 of the last seven days. */
export const FailureCard = ({ of }: { of: Of }) => {
  const { data } = useBlock(assetFiguresApi.failure, of);
  const behind = usePayoutsBehind(of);
  const [now, before] = [data?.now.rate ?? null, data?.before.rate ?? null];
  return (
    <StatCard
      label="发放失败率"
      hint="近 7 天发放失败次数，除以失败次数与已领取笔数之和；超时退回和撤销不算失败。与再前 7 天同一时刻相比"
      value={inPercent(now)}
      unit={now === null ? undefined : '%'}
      note={data && now === null ? '近 7 天没有发放结果' : undefined}
      beforeLabel="前 7 天"
      before={data && now !== null && before !== null ? percentText(before) : undefined}
      change={now !== null && before !== null ? pointsOf(now, before) : undefined}
      better="down"
      isAlarm={now !== null && now > 0.05}
      to={now === null ? undefined : behind({ status: 'FAILED', dateLimit: 'lately7' })}
    />
  );
};

/** 累计发放 by activity: the parts are all that budgets ever paid. */
export const PaidShare = ({ of }: { of: Of }) => {
  const may = useMay();
  const { data, error, refetch } = useBlock(assetFiguresApi.share, of);
  const mayOpen = { true: may('admin:lottery:redActive:list'), false: may('admin:lottery:aiActive:info') };
  return (
    <Sheet title="发放占比" finding="累计发放，按活动，元">
      {error && !data && <BlockFailed error={error} retry={refetch} />}
      {data?.length === 0 && <p className="zy-block-note">还没有发放</p>}
      {data && data.length > 0 && (
        <Ring
          unit="元"
          write={moneyText}
          parts={data.map(({ activityId, name, isRed, paid }) => ({
            name,
            value: paid,
            to:
              activityId !== null && mayOpen[`${isRed}`]
                ? (isRed ? redActivePage : activityPage)(activityId)
                : undefined,
          }))}
        />
      )}
    </Sheet>
  );
};

const lights = {
  0: { label: '没有账单', tone: 'none', Icon: CircleDashed },
  1: { label: '已对平', tone: 'good', Icon: CircleCheck },
  2: { label: '差异已处理', tone: 'wait', Icon: CircleCheck },
  3: { label: '有差异', tone: 'bad', Icon: CircleAlert },
} as const;

const written = ({ light, bills, diffCount, openCount }: ReconLight): string => {
  if (light === 3) return `${countText(openCount)} 笔待处理`;
  if (light === 2) return `${countText(diffCount)} 笔差异已处理`;
  return light === 1 ? `${countText(bills)} 份账单相符` : '没有账单';
};

/** 对账状态: whether the bills of the last seven days agree with what was booked. */
export const ReconLights = ({ of }: { of: Of }) => {
  const may = useMay();
  const { data, error, refetch } = useBlock(assetFiguresApi.recon, of);
  const open = data?.reduce((sum, { openCount }) => sum + openCount, 0) ?? 0;
  return (
    <Sheet
      title="对账状态"
      finding="近 7 天，每天 10:30 取前一天的账单"
      extra={may('admin:lottery:redInfo:list') && <Link to={`${payoutList}?recon=1`}>对账差异</Link>}
    >
      {error && !data && <BlockFailed error={error} retry={refetch} />}
      {data && (
        <>
          <ol className="zy-fund-lights">
            {data.map((row) => {
              const { label, tone, Icon } = lights[row.light];
              return (
                <li key={row.day} className={`zy-fund-light-${tone}`}>
                  <Icon size={18} strokeWidth={1.6} aria-hidden="true" />
                  <b>{row.day.slice(5)}</b>
                  <small title={label}>{written(row)}</small>
                </li>
              );
            })}
          </ol>
          {open > 0 && <p className="zy-fund-why">{countText(open)} 笔差异待处理，查明原因后在对账差异里说明。</p>}
        </>
      )}
    </Sheet>
  );
};
