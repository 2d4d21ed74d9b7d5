import type { ScanAnswer } from '@zhuiyuan/contract/scan/query/public-trace';
import type { TraceDetail } from '@zhuiyuan/contract/trace/trace-detail';
import { builtInBlocks } from '@zhuiyuan/contract/trace/template/built-in-template';
import { drawBlocks, type DrawnBlocks } from '../blocks/draw-blocks.ts';
import { call } from '../lib/call.ts';
import { h } from '../lib/elements.ts';
import { webAddress, shortTime } from '../lib/formats.ts';
import { acts } from '../parts/acts.ts';
import { captchaForm } from '../parts/captcha-form.ts';
import { codePictures } from '../parts/code-pictures.ts';
import { codeText } from '../parts/code-text.ts';
import { whileBusy } from '../parts/field.ts';
import { identityCard } from '../parts/identity-card.ts';
import { locationLine } from '../parts/location-line.ts';
import { pinForm } from '../parts/pin-form.ts';
import { notices } from '../parts/product-card.ts';
import { reportForm } from '../parts/report-form.ts';
import { firmOf } from '../parts/verdict-head.ts';
import { uploadWith } from './upload-with.ts';

const fact = (label: string, time: string, city: string | null, now: string): HTMLElement =>
  h('div', {}, h('dt', {}, label), h('dd', {}, h('b', {}, shortTime(time, now)), h('span', {}, city || '地点未知')));

/** First and present query side by side, so that the shopper can tell whether the first one was his own. */
export const queryFacts = ({ firstTime, firstCity, scanTime, scanCity, times }: ScanAnswer): HTMLElement =>
  h(
    'dl',
    { class: 'queries' },
    firstTime && fact('首次查询', firstTime, firstCity, scanTime),
    fact(`本次，第 ${times} 次`, scanTime, scanCity, scanTime),
  );

/** What the page knows beside the answer, and what the shopper may do next. */
export interface Asking {
  /** The bare code as it was asked. */
  typed: string;
  /** PIN tries left; null before the first. */
  remain: number | null;
  isCaptchaRetry: boolean;
  again(): void;
  repeat(): Promise<void>;
  captcha(characters: string): Promise<void>;
  pin(pin: string): Promise<void>;
  /** Where the trace comes from when it is not asked of the server. */
  detail?: () => Promise<TraceDetail>;
}

/** Button that opens the report form behind the card it stands in; null where the query was not recorded. */
const reportButton = ({ token, reportImages }: ScanAnswer, isPreview = false): HTMLButtonElement | null => {
  if (!token) return null;
  const button = h('button', { type: 'button', class: 'button', 'aria-expanded': 'false' }, '举报可疑商品');
  button.addEventListener('click', () => {
    if (button.getAttribute('aria-expanded') === 'false') {
      button.setAttribute('aria-expanded', 'true');
      const send = (report: object): Promise<void> =>
        isPreview
          ? Promise.reject(new Error('预览页不能提交举报'))
          : call('/public/trace/report', { token, ...report });
      button.closest('.card')?.after(reportForm(send, reportImages ? uploadWith(token) : null));
    }
    const form = button.closest('.card')?.nextElementSibling;
    form?.scrollIntoView({ block: 'start' });
    form?.querySelector('textarea')?.focus({ preventScroll: true });
  });
  return button;
};

/** Fetches the trace and puts it into its places; a failure is said there and can be retried. */
const loadDetail = async (drawn: DrawnBlocks, load: () => Promise<TraceDetail>): Promise<void> => {
  try {
    drawn.fill(await load());
  } catch {
    const { waiting } = drawn;
    if (!waiting) return;
    const button = h('button', { type: 'button', class: 'text-button' }, '重试');
    button.addEventListener('click', () => void whileBusy(button, '加载中', () => loadDetail(drawn, load)));
    waiting.className = 'card line';
    waiting.removeAttribute('aria-hidden');
    waiting.textContent = '';
    waiting.append('溯源档案没有加载出来', button);
  }
};

const heldMs = 2000;

/** Keeps what follows a growing card from the eye until `done`, or for two seconds: nothing that is read moves away. */
const holdAfter = (cards: (Node | null)[], growing: Node | null, done: Promise<void>): void => {
  const at = growing ? cards.indexOf(growing) : -1;
  const held = at < 0 ? [] : cards.slice(at + 1).filter((one) => one instanceof HTMLElement && !one.hidden);
  const hide = (hidden: boolean): void => held.forEach((one) => ((one as HTMLElement).hidden = hidden));
  hide(true);
  const timer = setTimeout(hide, heldMs, false);
  void done.then(() => {
    clearTimeout(timer);
    hide(false);
  });
};

/** Cards of an item the firm stands for: what must be said first, then the blocks of its page. */
const itemView = (answer: ScanAnswer, { typed, detail }: Asking): (Node | null)[] => {
  const phone = firmOf(answer)?.phone ?? null;
  const report = reportButton(answer, detail !== undefined);
  const isRepeated = answer.verdict === 'REPEAT' || answer.verdict === 'OVER';
  const send = async (lng: number, lat: number): Promise<string | null> =>
    (await call<{ city: string | null }>('/public/trace/geo', { token: answer.token, lng, lat })).city;
  const bareCode = answer.codeText.replace(/ /g, '') || typed;
  const identity = identityCard(
    answer,
    bareCode,
    locationLine(answer.scanCity, Boolean(answer.geoWanted), answer.geoOff ? null : send),
  );
  if (isRepeated) report?.classList.add('solid');
  const blocks = answer.template?.blocks ?? builtInBlocks;
  const row = isRepeated ? acts(phone, report) : null;
  const drawn = drawBlocks(blocks, { answer, identity, phone, report, hasActs: isRepeated });
  const load = detail ?? (() => call<TraceDetail>(`/public/trace/detail?token=${encodeURIComponent(answer.token)}`));
  const loaded = loadDetail(drawn, load);
  // A firm may leave its telephone out of its page, but not where something is wrong.
  const isUnreachable =
    answer.verdict === 'FROZEN' && !blocks.some(({ kind }) => kind === 'phone' || kind === 'report');
  const ways = isUnreachable ? acts(phone, report) : null;
  const queries = isRepeated
    ? h('section', { class: 'card', 'aria-label': '查询记录' }, queryFacts(answer), row)
    : null;
  const [first, ...rest] = drawn.cards;
  const beginsWithProduct = first?.classList.contains('product-card');
  const hasPlace = drawn.cards.some((one) => one.classList.contains('draw-place'));
  // A page that was made without the block offers a draw below its first card.
  const place = hasPlace || detail ? null : h('div', { class: 'draw-place' });
  const cards = [
    notices(answer),
    ...(beginsWithProduct ? [first!, queries, place, ...rest] : [queries, first ?? null, place, ...rest]),
    ways && h('section', { class: 'card', 'aria-label': '联系与举报' }, ways),
    waysOn(answer),
    codePictures(firmOf(answer) ?? {}),
  ];
  holdAfter(cards, drawn.growing, loaded);
  return cards;
};

/** Where the firm leads on to, if it does. */
const waysOn = ({ links }: ScanAnswer): HTMLElement | null => {
  const buttons = links.flatMap(({ title, url }) => {
    const href = webAddress(url);
    return href ? [h('a', { class: 'button solid', href, rel: 'noopener' }, title)] : [];
  });
  return buttons.length ? h('section', { class: 'card centred', 'aria-label': '更多内容' }, ...buttons) : null;
};

/** Card of a code behind which no product is shown: the code as asked, and what can be done. */
const codeCard = (answer: ScanAnswer, { typed, again }: Asking): HTMLElement => {
  const isUnknown = answer.verdict === 'INVALID';
  return h(
    'section',
    { class: 'card centred', 'aria-label': '编码' },
    codeText(typed),
    isUnknown && h('p', { class: 'note' }, '请与包装上的编码逐位核对'),
    isUnknown && h('button', { type: 'button', class: 'button solid', click: again }, '重新输入'),
    acts(firmOf(answer)?.phone ?? null, reportButton(answer)),
  );
};

const limitedCard = ({ repeat }: Asking): HTMLElement => {
  const error = h('p', { class: 'error', role: 'alert' });
  const button = h('button', { type: 'button', class: 'button solid' }, '重新查询');
  button.addEventListener(
    'click',
    () =>
      void whileBusy(button, '查询中', () =>
        repeat().catch((failure: Error) => void (error.textContent = failure.message)),
      ),
  );
  return h('section', { class: 'card' }, button, error);
};

/** Cards below the head, in the order of the page. Each verdict shows only what it may. */
export const answerView = (answer: ScanAnswer, asking: Asking): (Node | null)[] => {
  if (answer.captcha && answer.challenge)
    return [captchaForm(answer.challenge.picture, asking.isCaptchaRetry, asking.captcha, asking.repeat)];
  switch (answer.verdict) {
    case 'FIRST':
    case 'REPEAT':
    case 'OVER':
    case 'FROZEN':
      return itemView(answer, asking);
    case 'NEED_PIN':
    case 'PIN_WRONG':
      return [pinForm(asking.remain, asking.pin), codeCard(answer, asking), codePictures(firmOf(answer) ?? {})];
    case 'LIMITED':
      return [limitedCard(asking)];
    default:
      return [codeCard(answer, asking), codePictures(firmOf(answer) ?? {})];
  }
};
