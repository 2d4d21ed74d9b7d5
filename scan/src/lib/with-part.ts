import { CallFailed, offlineText } from './call.ts';

/** A part of the pages did not come. */
let isLost = false;

/** Whether a page that is opened anew would lose what somebody typed. */
const isTyped = (): boolean =>
  [...document.querySelectorAll<HTMLInputElement>('textarea, input:not([type=checkbox]):not([type=radio])')].some(
    ({ value }) => value !== '',
  );

/**
 * What is fetched for a page, and the part of the pages that shows it. Browsers ask for a part that did not come no second time until
 * the page is opened anew: where the network is there again, and the part is not, it is, unless something was typed on it.
 */
export const withPart = async <D, P>(data: Promise<D>, fetchPart: () => Promise<P>): Promise<[data: D, part: P]> => {
  const wasLost = isLost;
  const coming = fetchPart().catch(() => {
    isLost = true;
    return null;
  });
  const came = await data;
  const part = await coming;
  if (part !== null) return [came, part];
  if (wasLost && navigator.onLine && !isTyped()) location.reload();
  throw new CallFailed(0, offlineText);
};
