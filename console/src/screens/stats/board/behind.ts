import type { May } from '@zhuiyuan/contract/kit/endpoint';
import { scanLogApi } from '@zhuiyuan/contract/scan/log/scan-log';
import type { MetricCode } from '@zhuiyuan/contract/stats/figures/metric';
import type { StatAxis } from '@zhuiyuan/contract/stats/screens/stat-axis';
import { wholeTime } from '@zhuiyuan/contract/stats/screens/stat-api';
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
  by: ByAxis;
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

const lists: Partial<Record<MetricCode, List>> = {
  scanPv: scansOf({ isCounted: 1 }),
  scanFirst: scansOf({ isCounted: 1, verdict: 'FIRST' }),
};

/** The rows behind a figure of a row of the table; nothing where no list can show exactly these. */
export const behindOf = (
  code: MetricCode,
  row: { by: StatAxis; id: number },
  { dateLimit, firmId, dim, dimId }: StatQuery,
): Behind | undefined => {
  const list = lists[code];
  if (!list) return undefined;
  const filters: Filters = { ...list.always, firmId: firmId as number | undefined };
  if (dateLimit !== wholeTime) filters['dateLimit'] = dateLimit;
  const rows: { by: StatAxis; id: number }[] = [row];
  if (dim !== undefined && dimId !== undefined && dim !== row.by) rows.push({ by: dim as StatAxis, id: Number(dimId) });
  for (const { by, id } of rows) {
    if (by === 'day') {
      filters['dateLimit'] = dayOf(id);
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
