import type { DataOf, Endpoint, QueryOf } from '@zhuiyuan/contract/kit/endpoint';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { comingBack } from '../../lib/query-client.ts';

const freshMs = 60_000;

/** The data of one block of a dashboard, read again every minute while the page is in sight. */
export const useBlock = <E extends Endpoint>(endpoint: E, input: QueryOf<E>) =>
  useQuery<DataOf<E>>({
    queryKey: [endpoint.path, input],
    queryFn: () => call(endpoint, input, { quiet: true }),
    placeholderData: keepPreviousData as never,
    refetchInterval: comingBack(freshMs),
  });
