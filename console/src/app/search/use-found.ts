import { searchApi, type Found } from '@zhuiyuan/contract/search/search';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';

/** What the server finds; the rows of the words before stay until the new ones are there, and an answer that comes late is dropped. */
export const useFound = (words: string) => {
  const { data, error, isPlaceholderData, isPending, refetch } = useQuery<Found>({
    queryKey: [searchApi.find.path, words],
    queryFn: ({ signal }) => call(searchApi.find, { words }, { quiet: true, signal }),
    enabled: words !== '',
    placeholderData: (before) => before,
    retry: false,
    staleTime: 0,
    gcTime: 60_000,
  });
  return {
    found: words === '' ? undefined : data,
    isOld: isPlaceholderData,
    isPending: words !== '' && isPending,
    error: words === '' ? null : error,
    retry: () => void refetch(),
  };
};
