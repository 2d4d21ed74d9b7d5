import { withPart } from '../lib/with-part.ts';

/** Pages that no first screen needs: they come when one is opened, or before that once the first screen stands. */
export interface LatePart<P> {
  /** The pages, where they have come. */
  now: () => P | undefined;
  fetch: () => Promise<P>;
  /** Asks for them a moment later; what does not come then is asked for again when it is opened, and says so there. */
  fetchSoon: () => void;
}

/** How long a first screen stands before what may be opened from it is fetched, milliseconds. */
const rest = 2000;

export const latePart = <P>(importPart: () => Promise<P>): LatePart<P> => {
  let part: P | undefined;
  const fetch = async (): Promise<P> => {
    const [, came] = await withPart(Promise.resolve(), importPart);
    return (part = came);
  };
  return {
    now: () => part,
    fetch,
    fetchSoon: () => {
      if (!part) setTimeout(() => void fetch().catch(() => undefined), rest);
    },
  };
};
