import { activityApi } from '@zhuiyuan/contract/campaign/activity/activity';
import { useRead } from '../../lib/use-read.ts';
import { useMay } from '../../lib/session.ts';
import { selectFilter, type Filter } from '../list/filters.tsx';

/** A filter by one of the tiers of the activity that a list is of; none while it is of no activity and no tier. */
export const useTierFilter = (
  { tierId }: Partial<Record<string, string>>,
  activity: string | number | undefined,
): Filter<'tierId'>[] => {
  const may = useMay();
  const id = Number(activity) || undefined;
  const { data } = useRead(activityApi.info, id !== undefined && may(activityApi.info.may) ? { id } : undefined);
  if (id === undefined && !tierId) return [];
  const tiers = data && data.id === id ? data.tiers : [];
  return [
    {
      ...selectFilter(
        'tierId',
        '奖级',
        tiers.map(({ id: value, tierName }) => ({ value, label: tierName })),
      ),
      may: activityApi.info.may,
    },
  ];
};
