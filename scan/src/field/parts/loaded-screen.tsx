import type { ReactNode } from 'react';
import { useLoaded } from '../../parts/use-loaded.ts';
import { Failure } from '../../parts/waiting.tsx';
import { Skeleton } from './cards.tsx';
import { Screen } from './screen.tsx';

/** A screen that is fetched: its shape at once, then itself, or why not. */
export const LoadedScreen = <T,>({
  title,
  bar,
  cards = 2,
  load,
  children,
}: {
  title: string;
  bar?: ReactNode;
  /** How many cards its shape has. */
  cards?: number;
  load: () => Promise<T>;
  children: (data: T, reload: () => void) => ReactNode;
}) => {
  const { data, failed, reload } = useLoaded(load);
  if (data !== undefined) return children(data, reload);
  return (
    <Screen title={title} bar={bar}>
      {failed === undefined ? <Skeleton cards={cards} /> : <Failure words={failed} retry={reload} />}
    </Screen>
  );
};
