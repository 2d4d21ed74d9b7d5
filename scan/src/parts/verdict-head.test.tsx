import { describe, expect, it } from 'vitest';
import { fullAnswer, settle } from '../../test/answers.ts';
import { showOn } from '../../test/show.tsx';
import { BrandBar, firmOf, toneOf, VerdictHead, verdictWords } from './verdict-head.tsx';

const barOf = (firm: Parameters<typeof BrandBar>[0]['firm']) => showOn('div', <BrandBar firm={firm} />);

describe('verdict head', () => {
  it.each([
    ['FIRST', 'ok'],
    ['REPEAT', 'warn'],
    ['NEED_PIN', 'warn'],
    ['INACTIVE', 'warn'],
    ['FROZEN', 'warn'],
    ['OVER', 'bad'],
    ['VOID', 'bad'],
    ['INVALID', 'bad'],
    ['PIN_WRONG', 'bad'],
    ['LIMITED', 'quiet'],
  ] as const)('%s is %s, with a shape, one h1 and its sentence', (verdict, tone) => {
    const answer = fullAnswer(verdict);
    const head = showOn('div', <VerdictHead answer={answer} />);
    expect(toneOf(answer)).toBe(tone);
    expect(head.querySelectorAll('h1')).toHaveLength(1);
    expect(head.querySelector('h1')?.textContent).not.toBe('');
    expect(head.querySelector('.disc path')).not.toBeNull();
    expect(head.querySelector('p')?.textContent).toBe(verdictWords(answer).sentence);
  });

  it('says the count once, in the headline', () => {
    const text = '该码已被查询2次，首次查询时间2026-11-20 19:42（成都市）。若非本人查询，请谨防假冒。';
    expect(verdictWords(fullAnswer('REPEAT', { text }))).toEqual({
      headline: '该码已被查询 2 次',
      sentence: '首次查询时间2026-11-20 19:42（成都市）。若非本人查询，请谨防假冒。',
    });
  });

  it("leaves a firm's own sentence as it is", () => {
    expect(verdictWords(fullAnswer('REPEAT', { text: '请联系我们核实' })).sentence).toBe('请联系我们核实');
  });

  it('names the platform where no firm may be named', () => {
    expect(barOf(firmOf(fullAnswer('FIRST'))).textContent).toBe('青岚山茶业官方验真');
    for (const verdict of ['INVALID', 'LIMITED'] as const)
      expect(barOf(firmOf(fullAnswer(verdict))).textContent).toBe('追源验真官方验真');
  });

  it('shows the mark of the platform when a logo does not load', async () => {
    const bar = barOf(fullAnswer('FIRST').firm);
    bar.querySelector('img')!.dispatchEvent(new Event('error'));
    await settle();
    expect(bar.querySelector('img')).toBeNull();
    expect(bar.querySelector('svg')).not.toBeNull();
  });
});
