import { useLayoutEffect, useState, type ComponentType } from 'react';
import { useLatest } from '../lib/use-latest.ts';
import type { LatePart } from './late-part.ts';
import { useLoaded } from './use-loaded.ts';
import { BlankLines, Failure } from './waiting.tsx';

/** A card whose part comes apart: its shape until it is there, or why it does not come. `arrived` hears of its shape, and of itself. */
export const LateCard = <P extends object>({
  part,
  given,
  arrived,
}: {
  part: LatePart<ComponentType<P>>;
  /** What the card is given. */
  given: P;
  arrived?: (isThere: boolean) => void;
}) => {
  const [first] = useState(() => ({ Card: part.now() }));
  const { data, failed, reload } = useLoaded(part.fetch);
  const Card = data ?? first.Card;
  const latest = useLatest(arrived);
  const isThere = Card !== undefined;
  useLayoutEffect(() => latest.current?.(isThere), [latest, isThere]);
  if (Card) return <Card {...given} />;
  if (failed !== undefined) return <Failure words={failed} retry={reload} />;
  return (
    <div className="late card blank-lines" aria-hidden="true">
      <BlankLines />
    </div>
  );
};
