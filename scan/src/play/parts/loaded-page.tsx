import type { ReactNode } from 'react';
import { useLoaded } from '../../parts/use-loaded.ts';
import { Failure } from '../../parts/waiting.tsx';
import { fetchKept } from '../lib/kept.ts';
import { Skeleton } from './cards.tsx';
import { Screen } from './screen.tsx';

/** A page that is fetched: its shape at once, then what came, or why nothing did. Without a network what was seen under `name` stands. */
export const LoadedPage = <T,>({
  title,
  name,
  load,
  children,
}: {
  title: string;
  name: string;
  load: () => Promise<T>;
  children: (data: T) => ReactNode;
}) => {
  const { data, failed, reload } = useLoaded(() => fetchKept(name, load));
  return (
    <Screen title={title}>
      <div>
        {data !== undefined ? (
          children(data)
        ) : failed === undefined ? (
          <>
            <Skeleton />
            <Skeleton />
          </>
        ) : (
          <Failure words={failed} retry={reload} />
        )}
      </div>
    </Screen>
  );
};
