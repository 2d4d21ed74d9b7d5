import { identityHomeApi } from '@zhuiyuan/contract/stats/identity-home';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';

const [busyMs, quietMs] = [2000, 30_000];

/** What goes on and what waits, read every two seconds while something runs. */
export const useTodo = () =>
  useQuery({
    queryKey: [identityHomeApi.todo.path],
    queryFn: () => call(identityHomeApi.todo, {}, { quiet: true }),
    refetchInterval: ({ state: { data } }) => (data && data.tasks.length + data.imports.length > 0 ? busyMs : quietMs),
  });
