import { readAddress, shownCode } from '@zhuiyuan/contract/codes/cipher/code-input';
import { Entry, GeoSource } from '@zhuiyuan/contract/codes/state/code-enums';
import type { QueryOf } from '@zhuiyuan/contract/kit/endpoint';
import { publicTraceApi, type ScanAnswer } from '@zhuiyuan/contract/scan/query/public-trace';
import { accountHeaders } from '../lib/account-token.ts';
import { tracePart } from '../blocks/place-blocks.tsx';
import { call, isOffline } from '../lib/call.ts';
import { deviceId } from '../lib/device-id.ts';
import { reasonOf } from '../lib/reason-of.ts';
import { speak } from '../lib/speak.ts';
import { entryPart, type EntryMode } from '../parts/entering.ts';
import { LateCard } from '../parts/late-card.tsx';
import { BrandBar, firmOf, Head, toneOf, VerdictHead, verdictWords } from '../parts/verdict-head.tsx';
import { AnswerCards } from './answer-cards.tsx';
import type { Asking } from './asking.ts';
import { FailureCard } from './failure-card.tsx';
import { show, viewNow, type View } from './put-view.tsx';

type ScanQuery = QueryOf<(typeof publicTraceApi)['scan']>;

/** A query as the address or the entry form asks it. */
interface Query extends Pick<ScanQuery, 'gtin' | 'lot'> {
  text: string;
  entry: EntryMode;
}

const showEntry = (typed = ''): void =>
  show({
    tone: 'plain',
    title: '查询编码',
    said: '',
    bar: <BrandBar firm={null} />,
    head: <Head shape="scan" headline="查询编码" sentence="输入包装上的编码，查看商品与溯源档案" />,
    cards: <LateCard part={entryPart} given={{ ask: askTyped, typed }} />,
  });

const goTo = (path: string): void => history.pushState(null, '', path);

/** A code from the form or the camera: asked first, and the address follows when it was answered. */
const askTyped = async (text: string, entry: EntryMode): Promise<void> => {
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
    bar: <BrandBar firm={firmOf(answer)} note={note} />,
    head: <VerdictHead answer={answer} />,
    cards: <AnswerCards answer={answer} asking={asking} />,
    look: answer.template?.theme,
  };
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
      const given = { token: answer.token, pin };
      const checked = await call(publicTraceApi.pin, given, { headers: accountHeaders() });
      showAnswer(query, checked, checked.remain);
    },
  };
  const view = toView(answer, asking);
  show(view);
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
  const view = viewNow();
  const given: ScanQuery = {
    code: text,
    entry,
    gtin,
    lot,
    deviceId: deviceId(),
    lang: navigator.language,
    geoSource: GeoSource.none,
    ...captcha,
  };
  const answer = await call(publicTraceApi.scan, given, { headers: accountHeaders() });
  if (view !== viewNow()) return null;
  showAnswer({ text, entry, gtin, lot }, answer, null, Boolean(captcha));
  return answer.codeText.replace(/ /g, '') || shownCode(text);
};

/** Asks for the code of the address; where no answer comes, says so. */
const askOrFail = async (query: Query): Promise<void> => {
  const view = viewNow();
  void tracePart.prefetch();
  try {
    await ask(query);
  } catch (error) {
    if (view === viewNow()) showFailure(query, error);
  }
};

/** No answer came: says so. */
const showFailure = (query: Query, failure: unknown): void => {
  const isLost = isOffline(failure);
  const words = reasonOf(failure);
  show({
    tone: 'quiet',
    title: words,
    said: words,
    bar: <BrandBar firm={null} />,
    head: <Head shape={isLost ? 'offline' : 'hourglass'} headline={words} sentence="" />,
    cards: <FailureCard code={shownCode(query.text)} isOffline={isLost} again={() => askOrFail(query)} />,
  });
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
  if (text !== pathname + search && shownCode(text)) void askOrFail({ text, entry: Entry.link, gtin, lot });
  else if (/^\/(?:trace|c|s|login|0[01]\/.*)?\/?$/.test(pathname) && (pathname !== '/' || !search)) showEntry();
  else void askOrFail({ text: printedAddress(), entry: Entry.link });
};
