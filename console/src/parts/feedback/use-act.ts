import type { DataOf, Endpoint, QueryOf } from '@zhuiyuan/contract/kit/endpoint';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call } from '../../lib/call.ts';
import { toast } from '../../lib/toast.ts';

/**
 * Calls an endpoint that changes something, says `done`, and reloads the given lists. Rejects after the refusal has been
 * shown, so that a switch can flip back; who shows it in a bar of his own is `quiet`, that it is not said twice.
 */
export const useAct = <E extends Endpoint>(
  endpoint: E,
  {
    done = '操作成功',
    refresh = [],
    quiet = false,
  }: { done?: string; refresh?: readonly Endpoint[]; quiet?: boolean } = {},
) => {
  const client = useQueryClient();
  return useCallback(
    async (input: QueryOf<E>): Promise<DataOf<E>> => {
      const data = await call(endpoint, input, { quiet });
      if (done) toast.success(done);
      await Promise.all(refresh.map((each) => client.invalidateQueries({ queryKey: [each.path] })));
      return data;
    },
    [client, endpoint, done, refresh, quiet],
  );
};
