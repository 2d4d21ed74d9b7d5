import { QueryClient } from '@tanstack/react-query';
import { ApiError, noAnswer } from './api-error.ts';

const tryAgainMs = 10_000;

const isUnanswered = (error: Error | null): boolean => error instanceof ApiError && error.code === noAnswer;

/** How often a query is made: every so many ms, and while it gets no answer again soon, so that the page comes back by itself. */
export const comingBack =
  (every: number | false) =>
  ({ state }: { state: { error: Error | null } }): number | false =>
    isUnanswered(state.error) ? tryAgainMs : every;

/** Said in the `meta` of a query that tells over its own rows that they could not be asked for again. */
export const saysItselfOld = 'saysItselfOld';

/**
 * One cache for the whole console. Only a call that got no answer is tried again, once; off line it fails at once instead of waiting, and
 * all that is shown is asked for when the line is back.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (failures, error) => failures < 1 && isUnanswered(error) && !(error as ApiError).isShown,
      networkMode: 'always',
      refetchOnReconnect: true,
      refetchInterval: comingBack(false),
      refetchOnWindowFocus: false,
      staleTime: 0,
    },
    mutations: { networkMode: 'always' },
  },
});
