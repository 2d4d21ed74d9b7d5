import { statNames, statScreens } from '@zhuiyuan/contract/stats/screens/stat-screens';
import type { StatScreen } from '@zhuiyuan/contract/stats/screens/stat-screen';
import { firmId, id, type Listed } from './asked.ts';

/** The tables of the statistics screens. */
export const statLists: readonly Listed[] = statNames.map((name) => {
  const { filters, groups }: StatScreen = statScreens[name];
  return {
    path: `/admin/lottery/stats/${name}/list`,
    table: 'stat_day',
    order: 'day desc',
    isBounded: true,
    always: { groupBy: groups[0]!.by },
    filters: {
      firmId,
      dateLimit: { frequent: 'lately30', absent: 'all' },
      dim: { frequent: filters[0]!.dim },
      dimId: id,
      sort: { frequent: groups[0]!.columns[0]! },
      order: { frequent: 'desc', rare: 'asc' },
    },
  };
});
