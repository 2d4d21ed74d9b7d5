import { CallFailed, offlineText } from './call.ts';

/** What browsers call a module, and the bundler a style sheet, that did not come. */
const notCome = /failed to fetch|imported module|importing a module|unable to preload/i;

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
  const coming = fetchPart().catch((error: unknown) => {
    // It came and does not run: nothing that another try would mend.
    if (!notCome.test(String(error))) return Promise.reject(error);
    isLost = true;
    return null;
  });
  // Where the data fail, nobody asks for it any more.
  coming.catch(() => undefined);
  const came = await data;
  const part = await coming;
  if (part !== null) return [came, part];
  if (wasLost && navigator.onLine && !isTyped()) location.reload();
  throw new CallFailed(0, offlineText);
};
