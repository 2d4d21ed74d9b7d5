import { useQueries } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import type { ListEndpoint } from '../../lib/list-endpoint.ts';
import { totalText } from '../format/numbers.ts';
import { useNarrow } from '../frame/use-narrow.ts';

/** A tab that everybody has: 全部 (no filter), 我的, 待处理. */
export interface FixedView {
  /** Its filter; '' for all rows. */
  name: '' | 'mine' | 'waiting';
  label: string;
  /** How many rows it has; absent until known, of the open one and on phones. */
  count?: string;
}

const known = [
  { name: '', label: '全部' },
  { name: 'mine', label: '我的' },
  { name: 'waiting', label: '待处理' },
] as const;

/** Rows asked for with a count: less than a page, whose cost it then stays below. */
const countedWith = 10;

/** The tabs before the saved views that a list has by its filters `mine` and `waiting`, and what they count. Lists without these have none. */
export const useFixedViews = (
  { path, ...endpoint }: ListEndpoint,
  { values, view = 0 }: { values: Record<string, string | undefined>; view?: number },
  { isOffered }: { isOffered: boolean },
): FixedView[] => {
  const isNarrow = useNarrow();
  const own = isOffered ? known.filter(({ name }) => name && name in endpoint.input.shape) : [];
  const offered = own.length > 0 ? known.filter((one) => !one.name || own.includes(one)) : [];
  const open = view > 0 ? undefined : (own.find(({ name }) => values[name])?.name ?? '');
  const counts = useQueries({
    queries: offered.map(({ name }) => ({
      queryKey: [path, 'count', name],
      queryFn: () =>
        call(
          { path, ...endpoint } as ListEndpoint,
          { ...(name && { [name]: '1' }), page: 1, limit: countedWith },
          { quiet: true },
        ),
      enabled: !isNarrow && name !== open,
    })),
  });
  return offered.map(({ name, label }, at) => {
    const { data } = counts[at]!;
    return { name, label, count: data && name !== open ? totalText(data) : undefined };
  });
};
