import type { ScanAnswer } from '@zhuiyuan/contract/scan/query/public-trace';
import type { TraceDetail } from '@zhuiyuan/contract/trace/trace-detail';
import { h } from '../lib/elements.ts';
import { shortTime } from '../lib/formats.ts';
import { codeText, copyButton } from './code-text.ts';
import { levelWords } from './product-card.ts';

const row = (label: string, ...content: (Node | string | null)[]): HTMLElement =>
  h('div', {}, h('dt', {}, label), h('dd', {}, ...content));

/** The same device asks again soon after its first query: the verdict stays FIRST and the first time is shown. */
const isAskedAgain = ({ verdict, firstTime, scanTime }: ScanAnswer): boolean =>
  verdict === 'FIRST' && firstTime?.slice(0, 16) !== scanTime.slice(0, 16);

/** The code itself, what it stands on, its registered identifier and where this query came from. */
export const identityCard = (answer: ScanAnswer, bareCode: string, place: HTMLElement): HTMLElement =>
  h(
    'section',
    { class: 'card', 'aria-labelledby': 'identity-title' },
    h('h2', { id: 'identity-title' }, '标识信息'),
    h(
      'dl',
      { class: 'rows' },
      row('编码', codeText(bareCode), copyButton(bareCode)),
      row('类型', `${levelWords[answer.box?.level ?? 0] ?? '箱'} · ${answer.face === 1 ? '暗码' : '明码'}`),
      isAskedAgain(answer) && answer.firstTime
        ? row('首次查询', `${shortTime(answer.firstTime, answer.scanTime)} ${answer.firstCity ?? ''}`)
        : null,
      row('查询地点', place),
    ),
  );

/** Rows that arrive with the detail. */
export const addIdentifier = (card: HTMLElement, identifier: TraceDetail['identifier']): void => {
  if (identifier)
    card
      .querySelector('dl')
      ?.append(row('标识', h('span', { class: 'handle' }, identifier.handle)), row('解析节点', identifier.node));
};
