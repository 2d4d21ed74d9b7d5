import { withPart } from '../lib/with-part.ts';

/** Pages that no first screen needs: they come when one is opened, or before that once the first screen stands. */
export interface LatePart<P> {
  /** The pages, where they have come. */
  now: () => P | undefined;
  /** For a page that was opened: asked again after a loss, it opens the whole anew. */
  fetch: () => Promise<P>;
  /** {@link fetch}, beside what the pages show. */
  fetchWith: <D>(data: Promise<D>) => Promise<[data: D, part: P]>;
  /** Before anybody asked: what does not come is asked for again when it is opened, and says so there. Never opens the page anew. */
  prefetch: () => Promise<void>;
  /** {@link prefetch} a moment later. */
  prefetchSoon: () => void;
}

/** How long a first screen stands before what may be opened from it is fetched, milliseconds. */
const rest = 2000;

export const latePart = <P>(importPart: () => Promise<P>): LatePart<P> => {
  let part: P | undefined;
  const fetchWith = async <D>(data: Promise<D>): Promise<[data: D, part: P]> => {
    if (part !== undefined) return [await data, part];
    const both = await withPart(data, importPart);
    [, part] = both;
    return both;
  };
  const fetch = async (): Promise<P> => (await fetchWith(Promise.resolve()))[1];
  const prefetch = async (): Promise<void> => {
    part ??= await importPart().catch(() => undefined);
  };
  return {
    now: () => part,
    fetch,
    fetchWith,
    prefetch,
    prefetchSoon: () => {
      if (!part) setTimeout(() => void prefetch(), rest);
    },
  };
};
