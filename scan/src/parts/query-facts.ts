import type { ScanAnswer } from '@zhuiyuan/contract/scan/query/public-trace';
import { h } from '../lib/dom.ts';
import { shortTime } from '../lib/format.ts';

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
