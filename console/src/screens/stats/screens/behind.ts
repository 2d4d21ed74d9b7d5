import { ClaimStatus } from '@zhuiyuan/contract/campaign/campaign-states';
import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { drawLogApi } from '@zhuiyuan/contract/campaign/activity/draw-log';
import { claimApi } from '@zhuiyuan/contract/claim/claim-list';
import { redemptionApi } from '@zhuiyuan/contract/claim/redemption';
import { RedemptionStatus } from '@zhuiyuan/contract/claim/redemption-states';
import { consumerApi } from '@zhuiyuan/contract/consumer/consumer';
import type { May } from '@zhuiyuan/contract/kit/endpoint';
import { PayoutStatus } from '@zhuiyuan/contract/payout/payout-enums';
import { PayoutTime, redInfoApi } from '@zhuiyuan/contract/payout/red-info';
import { scanLogApi } from '@zhuiyuan/contract/scan/log/scan-log';
import { VerStatus } from '@zhuiyuan/contract/redeem/redeem-states';
import { verificationApi } from '@zhuiyuan/contract/redeem/verification';
import type { MetricCode } from '@zhuiyuan/contract/stats/figures/metric';
import type { StatAxis } from '@zhuiyuan/contract/stats/screens/stat-axis';
import { wholeTime } from '@zhuiyuan/contract/stats/screens/stat-api';
import { consumerList } from '../../../lib/object-addresses.ts';
import { useMay } from '../../../lib/session.ts';
import { dayOf } from './day-of.ts';
import type { StatQuery } from './use-stat-input.ts';

/** A list of the rows that a figure counts. */
interface Behind {
  path: string;
  may: May;
}

type Filters = Record<string, string | number | undefined>;
/** What a row of an axis is as a filter of a list; nothing where the list cannot be asked of it. */
type ByAxis = Partial<Record<StatAxis, (id: number) => Filters>>;

interface List {
  path: string;
  may: May;
  always?: Filters;
  /** The filter that takes the time, where it is not `dateLimit`. */
  time?: string;
  by: ByAxis;
  /** Of rows of this axis alone. */
  needs?: StatAxis;
}

const scans: ByAxis = {
  product: (productId) => ({ productId }),
  agent: (agentId) => ({ agentId }),
  province: (regionCode) => ({ regionCode }),
  city: (regionCode) => ({ regionCode }),
  entry: (entry) => ({ entry }),
};
const scansOf = (always: Filters): List => ({
  path: '/identity/selectManager',
  may: scanLogApi.list.may,
  always: { tab: 'log', ...always },
  by: scans,
});

const activity = (activityId: number): Filters => ({ activityId });
/** Of a tier lists are asked together with its activity, whose tiers they offer. */
const tier = (tierId: number): Filters => ({ tierId });
const agent = (agentId: number): Filters => ({ agentId });
const ofWins: ByAxis = { activity, tier, agent };
/** Wins by the day of their draw, as figures count them. */
const claimsOf = (always: Filters, by: ByAxis): List => ({
  path: '/lottery/ai/markCode/receiveDetailed',
  may: claimApi.list.may,
  always,
  by,
});

/** Not of a dealer: the list takes the dealers below him too, a figure him alone. */
const verifications: List = {
  path: '/lottery/prizeManager',
  may: verificationApi.list.may,
  always: { tab: 'ver', status: VerStatus.done },
  by: { activity, tier, shop: (shopId) => ({ shopId }) },
};

const redemptionsOf = (always: Filters = {}): List => ({
  path: '/lottery/ai/markCode/receiveDetailed',
  may: redemptionApi.list.may,
  always: { tab: 'redeem', ...always },
  by: { activity, tier },
});

/** Draws are listed on the page of their activity. */
const draws: List = {
  path: '/lottery/ai/active/detail',
  may: drawLogApi.list.may,
  always: { tab: 'draws' },
  by: {
    activity: (id) => ({ id }),
    tier,
    agent,
    shop: (shopId) => ({ shopId }),
    province: (region) => ({ region }),
    city: (region) => ({ region }),
  },
  needs: 'activity',
};

const lists: Partial<Record<MetricCode, List>> = {
  drawCnt: draws,
  scanPv: scansOf({ isCounted: 1 }),
  scanFirst: scansOf({ isCounted: 1, verdict: 'FIRST' }),
  winCnt: claimsOf({}, ofWins),
  winAmount: claimsOf({ prizeType: PrizeType.cash }, ofWins),
  physWinCnt: claimsOf({ prizeType: PrizeType.goods }, ofWins),
  claimCnt: claimsOf({ status: ClaimStatus.claimed }, ofWins),
  closeCnt: claimsOf({ status: ClaimStatus.closed }, ofWins),
  paidAmount: {
    path: '/lottery/redInfoManager',
    may: redInfoApi.list.may,
    always: { status: PayoutStatus.RECEIVED, dateType: PayoutTime.received },
    by: { activity },
  },
  verCnt: verifications,
  verAmount: verifications,
  freshUv: { path: consumerList, may: consumerApi.list.may, time: 'firstLimit', by: {} },
  exchCnt: redemptionsOf(),
  exchWaiting: redemptionsOf({ status: RedemptionStatus.waiting }),
  exchToShip: redemptionsOf({ status: RedemptionStatus.passed, isShipped: 0 }),
  exchFinished: redemptionsOf({ status: RedemptionStatus.finished }),
  exchRejected: redemptionsOf({ status: RedemptionStatus.rejected }),
  exchClosed: redemptionsOf({ status: RedemptionStatus.closed }),
};

/** A row of an axis; a tier's with its activity. */
interface AxisRow {
  by: StatAxis;
  id: number;
  activityId?: number | undefined;
}

/** The rows behind a figure, as a whole or of a row of an axis; nothing where no list can show exactly these. */
const behindOf = (
  code: MetricCode,
  row: AxisRow | undefined,
  { dateLimit, firmId, dim, dimId }: StatQuery,
): Behind | undefined => {
  const list = lists[code];
  if (!list) return undefined;
  const filters: Filters = { ...list.always, firmId: firmId as number | undefined };
  const { time = 'dateLimit' } = list;
  if (dateLimit !== wholeTime) filters[time] = dateLimit;
  const rows: { by: StatAxis; id: number }[] = row ? [row] : [];
  if (dim !== undefined && dimId !== undefined && dim !== row?.by)
    rows.push({ by: dim as StatAxis, id: Number(dimId) });
  if (row?.by === 'tier') {
    const activityId = row.activityId ?? (dim === 'activity' ? Number(dimId) : undefined);
    if (activityId === undefined) return undefined;
    rows.push({ by: 'activity', id: activityId });
  }
  if (list.needs && !rows.some(({ by }) => by === list.needs)) return undefined;
  for (const { by, id } of rows) {
    if (by === 'day') {
      filters[time] = dayOf(id);
      continue;
    }
    const of = list.by[by];
    // What nobody knows has no number to ask for.
    if (!of || (id === 0 && by !== 'entry')) return undefined;
    Object.assign(filters, of(id));
  }
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(filters)) if (value !== undefined) query.set(key, String(value));
  return { path: `${list.path}?${query.toString()}`, may: list.may };
};

/** Where the rows behind a figure stand, for who may read them. */
export const useBehind = (input: StatQuery) => {
  const may = useMay();
  return (code: MetricCode, row?: AxisRow): string | undefined => {
    const to = behindOf(code, row, input);
    return to && may(to.may) ? to.path : undefined;
  };
};
