import { randomHex } from '../../lib/random-hex.ts';

/** A visit to WeChat that says who is here: for which prize, and by what it is known again. */
interface Visit {
  state: string;
  claimNo: string;
}

const name = 'zy_wechat';
/** What WeChat sent this page back with, for the prize it was asked for. Good once. */
let brought: { claimNo: string; code: string } | null = null;

/** Sends the page to WeChat, which says who opened it; it comes back at `hash`. False where there is nowhere to go. */
export const visitWechat = async (
  claimNo: string,
  find: (back: string, state: string) => Promise<{ url: string }>,
  hash = `#prize/${claimNo}`,
): Promise<boolean> => {
  const state = randomHex();
  const { url } = await find(`${location.pathname}${location.search}${hash}`, state);
  if (!url) return false;
  try {
    sessionStorage.setItem(name, JSON.stringify({ state, claimNo } satisfies Visit));
  } catch {
    return false;
  }
  location.assign(url);
  return true;
};

/** Takes what WeChat sent the page back with out of its address. Another's code is dropped: this page did not ask for it. */
export const takeVisit = (): void => {
  const query = new URLSearchParams(location.search);
  const [code, state] = [query.get('code'), query.get('state')];
  if (code === null || state === null) return;
  let visit: Visit | null = null;
  try {
    visit = JSON.parse(sessionStorage.getItem(name) ?? 'null') as Visit | null;
    sessionStorage.removeItem(name);
  } catch {
    // None was kept.
  }
  query.delete('code');
  query.delete('state');
  const rest = query.toString();
  history.replaceState(history.state, '', `${location.pathname}${rest && `?${rest}`}${location.hash}`);
  if (visit?.state === state) brought = { claimNo: visit.claimNo, code };
};

/** Whether one was brought for a prize. */
export const hasBrought = (claimNo: string): boolean => brought?.claimNo === claimNo;

/** The code that was brought for a prize, once. */
export const broughtFor = (claimNo: string): string => {
  if (brought?.claimNo !== claimNo) return '';
  const { code } = brought;
  brought = null;
  return code;
};
