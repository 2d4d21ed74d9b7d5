import type { PinAnswer, ScanAnswer } from '@zhuiyuan/contract/scan/query/public-trace';
import type { Theme } from '@zhuiyuan/contract/trace/template/template-theme';
import { readAddress, shownCode } from '@zhuiyuan/contract/codes/cipher/code-input';
import { answerView, type Asking } from './answer-view.ts';
import { accountHeaders } from '../lib/account-token.ts';
import { call, CallFailed, offlineText } from '../lib/call.ts';
import { deviceId } from '../lib/device-id.ts';
import { h } from '../lib/elements.ts';
import type { Icon } from '../lib/icons.ts';
import { codeText } from '../parts/code-text.ts';
import { codeEntry } from '../parts/code-entry.ts';
import { reasonOf, whileBusy } from '../parts/field.ts';
import { brandBar, firmOf, head, toneOf, verdictHead, verdictWords, type Tone } from '../parts/verdict-head.ts';
import { rosette } from '../lib/rosette.ts';
import { speak } from '../lib/speak.ts';
import { applyTheme } from '../lib/apply-theme.ts';

/** A query as the address or the entry form asks it. */
interface Query {
  text: string;
  entry: 0 | 1;
  gtin?: string;
  lot?: string;
}

let isFirstView = true;
/** Counts the views, so that an answer which comes too late is known. */
let views = 0;

/** What the screen holds: its tone and title, what is said to screen readers, the bar, the head and the cards. */
interface View {
  tone: Tone;
  title: string;
  said: string;
  bar: HTMLElement;
  head: HTMLElement;
  cards: (Node | null)[];
  look?: Theme;
}

/** Puts a view on the screen where it is scrolled to. The ornament follows after the paint; the words never wait for it. */
export const put = ({ tone, title, said, bar, head: headElement, cards, look }: View): void => {
  views += 1;
  const page = document.getElementById('page')!;
  page.className = `page ${tone}`;
  page.textContent = '';
  page.append(bar, h('main', {}, headElement, ...cards));
  applyTheme(page, headElement, look);
  document.title = `${title} - 追源验真`;
  document.getElementById('status')!.textContent = said;
  requestAnimationFrame(() => setTimeout(() => headElement.prepend(rosette())));
};

/** Shows a view from its top, with the focus on its headline or its box. */
const show = (view: View): void => {
  put(view);
  if (!isFirstView) {
    const page = document.getElementById('page')!;
    scrollTo(0, 0);
    (page.querySelector<HTMLElement>('.pin') ?? page.querySelector('h1'))!.focus({ preventScroll: true });
  }
  isFirstView = false;
};

const showPlain = (tone: Tone, shape: Icon, headline: string, sentence: string, ...cards: (Node | null)[]): void =>
  show({ tone, title: headline, said: '', bar: brandBar(null), head: head(shape, headline, sentence), cards });

const showEntry = (typed = ''): void =>
  showPlain('plain', 'scan', '查询编码', '输入包装上的编码，查看商品与溯源档案', codeEntry(askTyped, typed));

const goTo = (path: string): void => history.pushState(null, '', path);

/** A code from the form or the camera: asked first, and the address follows when it was answered. */
const askTyped = async (text: string, entry: 0 | 1): Promise<void> => {
  const query = { ...readAddress(text), entry };
  const code = await ask(query);
  if (code !== null) goTo(`/c/${encodeURIComponent(code)}`);
};

/** The view of an answer. */
export const toView = (answer: ScanAnswer, asking: Asking, note?: string): View => {
  const { headline, sentence } = verdictWords(answer);
  return {
    tone: toneOf(answer),
    title: headline,
    said: `${headline}。${sentence}`,
    bar: brandBar(firmOf(answer), note),
    head: verdictHead(answer),
    cards: answerView(answer, asking),
    look: answer.template?.theme,
  };
};

/** Offers a draw in the place the page keeps for it, once the verdict is on the screen. */
const offer = ({ token, codeText: grouped, product }: ScanAnswer, typed: string): void => {
  const place = document.querySelector<HTMLElement>('#page .draw-place');
  if (!place || !token) return;
  const offered = {
    token,
    code: grouped.replace(/ /g, '') || shownCode(typed),
    productName: product?.storeName ?? '',
    title: place.dataset.title ?? '',
  };
  requestAnimationFrame(() =>
    setTimeout(() => {
      if (place.isConnected) void import('../play/offer-draw.ts').then(({ offerDraw }) => offerDraw(place, offered));
    }),
  );
};

const showAnswer = (query: Query, answer: ScanAnswer, remain: number | null = null, isCaptchaRetry = false): void => {
  const asking: Asking = {
    typed: shownCode(query.text),
    remain,
    isCaptchaRetry,
    again: () => {
      goTo('/trace');
      showEntry(shownCode(query.text));
    },
    repeat: async () => void (await ask(query)),
    captcha: async (captchaCode) => void (await ask(query, { captchaKey: answer.challenge?.key, captchaCode })),
    pin: async (pin) => {
      const checked = await call<PinAnswer>(
        '/public/trace/pin',
        { token: answer.token, pin },
        { headers: accountHeaders() },
      );
      showAnswer(query, checked, checked.remain);
    },
  };
  const view = toView(answer, asking);
  show(view);
  offer(answer, query.text);
  if (answer.voiceOn && !answer.captcha) speak(view.said);
};

/**
 * Asks the server and shows its answer. Tells the code that was asked for, which for a third-party link only the server
 * can take out of it; null when the shopper went elsewhere while the answer was on its way.
 */
const ask = async (
  { text, entry, gtin, lot }: Query,
  captcha?: { captchaKey?: string; captchaCode: string },
): Promise<string | null> => {
  const view = views;
  const answer = await call<ScanAnswer>(
    '/public/trace/scan',
    {
      code: text,
      entry,
      gtin,
      lot,
      deviceId: deviceId(),
      lang: navigator.language,
      geoSource: 3,
      ...captcha,
    },
    { headers: accountHeaders() },
  );
  if (view !== views) return null;
  showAnswer({ text, entry, gtin, lot }, answer, null, Boolean(captcha));
  return answer.codeText.replace(/ /g, '') || shownCode(text);
};

/** Asks for the code of the address; where no answer comes, says so. */
const askOrFail = async (query: Query): Promise<void> => {
  const view = views;
  try {
    await ask(query);
  } catch (error) {
    if (view === views) showFailure(query, error);
  }
};

/** No answer came: says so, and tries again on a tap or as soon as the connection is back. */
const showFailure = (query: Query, failure: unknown): void => {
  const isOffline = !(failure instanceof CallFailed) || failure.code === 0;
  const button = h('button', { type: 'button', class: 'button solid', click: () => void retry() }, '重试');
  const retry = (): Promise<void> => whileBusy(button, '重试中', () => askOrFail(query));
  const words = isOffline ? offlineText : reasonOf(failure);
  show({
    tone: 'quiet',
    title: words,
    said: words,
    bar: brandBar(null),
    head: head(isOffline ? 'offline' : 'hourglass', words, ''),
    cards: [h('div', { class: 'card centred' }, codeText(shownCode(query.text)), button)],
  });
  const view = views;
  const retryHere = (): void => {
    if (view === views && !button.disabled) void retry();
  };
  if (isOffline) addEventListener('online', retryHere, { once: true });
};

/** The whole address as people read it, for a third-party code that only the server can take out of it. */
const printedAddress = (): string => {
  const { origin, pathname, search } = location;
  try {
    return decodeURI(origin + pathname + search);
  } catch {
    return origin + pathname + search;
  }
};

/**
 * Reads the address and answers it: the verdict of its code, or the entry form when it carries none, as the label of a
 * logistic unit (`/00/…`) or of a product without a serial number (`/01/…`) does. An address that is none
 * of ours was printed before a third-party code.
 */
export const openPage = (): void => {
  const { pathname, search } = location;
  const { text, gtin, lot } = readAddress(pathname + search);
  if (text !== pathname + search && shownCode(text)) void askOrFail({ text, entry: 0, gtin, lot });
  else if (/^\/(?:trace|c|s|login|0[01]\/.*)?\/?$/.test(pathname) && (pathname !== '/' || !search)) showEntry();
  else void askOrFail({ text: printedAddress(), entry: 0 });
};
