import { randomHex } from './random-hex.ts';

/** A visit to WeChat that says who is here: from which page, and by what it is known again. */
interface Visit {
  state: string;
  hash: string;
}

const name = 'zy_wechat';
/** What WeChat sent this page back with, for the page that asked. Good once. */
let brought: { hash: string; code: string } | null = null;

/** Sends the page to WeChat, which says who opened it and sends it back at `hash`. False where there is nowhere to go. */
export const visitWechat = async (
  hash: string,
  find: (back: string, state: string) => Promise<{ url: string }>,
): Promise<boolean> => {
  const state = randomHex();
  const { url } = await find(`${location.pathname}${location.search}${hash}`, state);
  if (!url) return false;
  try {
    sessionStorage.setItem(name, JSON.stringify({ state, hash } satisfies Visit));
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
  if (visit?.state === state) brought = { hash: visit.hash, code };
};

/** Whether one was brought for a page. */
export const hasBrought = (hash: string): boolean => brought?.hash === hash;

/** The code that was brought for a page, once. */
export const broughtFor = (hash: string): string => {
  if (brought?.hash !== hash) return '';
  const { code } = brought;
  brought = null;
  return code;
};
