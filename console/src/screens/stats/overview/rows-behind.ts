import { scanLogApi } from '@zhuiyuan/contract/scan/log/scan-log';
import { claimApi } from '@zhuiyuan/contract/claim/claim-list';
import { consumerApi } from '@zhuiyuan/contract/consumer/consumer';
import type { May } from '@zhuiyuan/contract/kit/endpoint';
import { redInfoApi } from '@zhuiyuan/contract/payout/red-info';
import type { OverviewCode } from '@zhuiyuan/contract/stats/overview/overview-metrics';
import { wholeTime } from '@zhuiyuan/contract/stats/screens/stat-api';
import { consumerList, payoutList } from '../../../lib/object-addresses.ts';
import { useMay } from '../../../lib/session.ts';
import type { Of } from './use-overview.ts';

type Filters = Record<string, string | number>;

interface List {
  path: string;
  may: May;
  always?: Filters;
  /** The filter that takes the time. */
  time?: string;
}

const scans: List = { path: '/identity/selectManager', may: scanLogApi.list.may };

/** Lists that show exactly the rows that a figure counts. */
const lists: Partial<Record<OverviewCode, List>> = {
  scanPv: { ...scans, always: { tab: 'log', isCounted: 1 }, time: 'dateLimit' },
  scanFirst: { ...scans, always: { tab: 'log', isCounted: 1, verdict: 'FIRST' }, time: 'dateLimit' },
  winCnt: { path: '/lottery/ai/markCode/receiveDetailed', may: claimApi.list.may, time: 'dateLimit' },
  paidAmount: { path: payoutList, may: redInfoApi.list.may, always: { dateType: 'received' }, time: 'dateLimit' },
  freshUv: { path: consumerList, may: consumerApi.list.may, time: 'firstLimit' },
  budgetRate: { path: '/lottery/ai/active/manage', may: 'admin:lottery:aiActive:list', always: { status: 2 } },
  blackCnt: { path: consumerList, may: consumerApi.list.may, always: { state: 'listed' } },
};

/** Where the rows behind a figure stand, of a firm and a time, narrowed by `more`; nowhere for who may not read them. */
export const useRowsBehind = ({ dateLimit, firmId }: Of) => {
  const may = useMay();
  return (code: OverviewCode, more: Filters = {}): string | undefined => {
    const list = lists[code];
    if (!list || !may(list.may)) return undefined;
    const query = new URLSearchParams();
    const filters = { ...list.always, ...(firmId && { firmId }), ...more };
    for (const [name, value] of Object.entries(filters)) query.set(name, String(value));
    if (list.time && dateLimit !== wholeTime) query.set(list.time, dateLimit);
    return `${list.path}?${query.toString()}`;
  };
};
