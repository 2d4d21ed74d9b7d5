import { QueryClient } from '@tanstack/react-query';
import { ApiError, noAnswer } from './api-error.ts';

/** One cache for the whole console. Only a call that got no answer is tried again, once. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (failures, error) =>
        failures < 1 && error instanceof ApiError && error.code === noAnswer && !error.isShown,
      refetchOnWindowFocus: false,
      staleTime: 0,
    },
  },
});
