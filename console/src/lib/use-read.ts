import type { DataOf, Endpoint, QueryOf } from '@zhuiyuan/contract/kit/endpoint';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from './call.ts';
import { comingBack } from './query-client.ts';

/** Reads what an endpoint answers, quietly, and again after a write that names its path; nothing while `input` is undefined. */
export const useRead = <E extends Endpoint>(
  endpoint: E,
  input: QueryOf<E> | undefined,
  { every = false, keeps = false }: { every?: number | false; keeps?: boolean } = {},
) =>
  useQuery<DataOf<E>>({
    queryKey: [endpoint.path, 'read', input],
    queryFn: ({ signal }) => call(endpoint, input as QueryOf<E>, { quiet: true, signal }),
    enabled: input !== undefined,
    placeholderData: keeps ? (keepPreviousData as never) : undefined,
    refetchInterval: comingBack(every),
  });
