import type { ScanAnswer } from '@zhuiyuan/contract/scan/query/public-trace';
import { h } from '../lib/elements.ts';
import { webAddress } from '../lib/formats.ts';
import { icon, mark, type Icon } from '../lib/icons.ts';

/** Colour of the page: three attitudes of a verdict, `quiet` for what is no verdict, `plain` for the entry of a code. */
export type Tone = 'ok' | 'warn' | 'bad' | 'quiet' | 'plain';

const shapes: Record<ScanAnswer['verdict'], readonly [Tone, Icon]> = {
  FIRST: ['ok', 'check'],
  REPEAT: ['warn', 'history'],
  NEED_PIN: ['warn', 'shield'],
  INACTIVE: ['warn', 'clock'],
  FROZEN: ['warn', 'hold'],
  OVER: ['bad', 'cross'],
  VOID: ['bad', 'cross'],
  INVALID: ['bad', 'cross'],
  PIN_WRONG: ['bad', 'cross'],
  LIMITED: ['quiet', 'hourglass'],
};

export const toneOf = (answer: ScanAnswer): Tone => shapes[answer.verdict][0];

const countWords = /^该码已被查询\s*\d+\s*次，/;

/** Headline and sentence. A repeated query says its count in the headline, and the sentence does not say it again. */
export const verdictWords = (answer: ScanAnswer): { headline: string; sentence: string } => {
  if (answer.captcha) return { headline: '请先完成验证', sentence: '当前网络查询较多，请输入图片中的字符。' };
  const isCounted = (answer.verdict === 'REPEAT' || answer.verdict === 'OVER') && answer.times > 0;
  if (!isCounted) return { headline: answer.title, sentence: answer.text };
  return { headline: `该码已被查询 ${answer.times} 次`, sentence: answer.text.replace(countWords, '') };
};

/** Coloured head: a white disc with a shape, the headline as the page's h1, one sentence. */
export const head = (shape: Icon, headline: string, sentence: string): HTMLElement =>
  h(
    'div',
    { class: 'head' },
    h('div', { class: 'disc' }, icon(shape, 38, 2.6)),
    h('h1', { tabindex: -1 }, headline),
    sentence && h('p', {}, sentence),
  );

/** Head of an answer. */
export const verdictHead = (answer: ScanAnswer): HTMLElement => {
  const { headline, sentence } = verdictWords(answer);
  return head(shapes[answer.verdict][1], headline, sentence);
};

/** The firm a page may name: none while the code is unknown or was not looked up. */
export const firmOf = ({ verdict, firm }: ScanAnswer): ScanAnswer['firm'] =>
  verdict === 'INVALID' || verdict === 'LIMITED' ? null : firm;

/** Line above the head: who answers for the code, or the platform where no firm may be named. */
export const brandBar = (firm: ScanAnswer['firm'], note = '官方验真'): HTMLElement => {
  const logo = webAddress(firm?.logo);
  const picture = logo ? h('img', { src: logo, alt: '', width: 22, height: 22 }) : mark();
  picture.addEventListener('error', () => picture.replaceWith(mark()));
  return h(
    'header',
    { class: 'brand' },
    picture,
    h('span', { class: 'brand-name' }, firm?.name || '追源验真'),
    h('span', { class: 'brand-note' }, note),
  );
};
