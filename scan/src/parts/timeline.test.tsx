import { describe, expect, it } from 'vitest';
import type { TraceDetail } from '@zhuiyuan/contract/trace/trace-detail';
import { fullDetail, settle } from '../../test/answers.ts';
import { showOn } from '../../test/show.tsx';
import { steps, Timeline } from './timeline.tsx';

const timeline = (detail: TraceDetail, now: string) =>
  showOn('div', <Timeline detail={detail} now={now} />).querySelector('section');

describe('timeline', () => {
  it('joins flows and transport, newest first', () => {
    expect(steps(fullDetail()).map(({ title }) => title)).toEqual(['到达经销商', '质检', '手工采制']);
  });

  it('drops the year of the current year only', () => {
    const dates = (now: string): (string | null)[] =>
      [...timeline(fullDetail(), now)!.querySelectorAll('time')].map((one) => one.textContent);
    expect(dates('2026-11-21 14:32:09')).toEqual(['11-18', '11-14', '04-02']);
    expect(dates('2027-01-02 14:32:09')).toEqual(['2026-11-18', '2026-11-14', '2026-04-02']);
  });

  it('says whether the chain of records holds', () => {
    const note = (ok: boolean): string | null | undefined =>
      timeline(fullDetail({ chain: { ok, count: 3 } }), '2026-11-21 14:32:09')?.querySelector('.note')?.textContent;
    expect(note(true)).toBe('3 条记录，已校验');
    expect(note(false)).toBe('3 条记录，校验未通过');
  });

  it('opens pictures and papers by web addresses only, without telling where from', () => {
    const card = timeline(fullDetail(), '2026-11-21 14:32:09')!;
    const links = [...card.querySelectorAll('a')];
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      'https://files.example.com/a.pdf',
      '/file/pick.png',
    ]);
    for (const link of links) expect(link.rel).toBe('noopener noreferrer');
    expect(card.querySelector('img')?.alt).toBe('手工采制图片1');
  });

  it('leaves out a picture that does not load', async () => {
    const card = timeline(fullDetail(), '2026-11-21 14:32:09')!;
    card.querySelector('img')!.dispatchEvent(new Event('error'));
    await settle();
    expect(card.querySelector('.thumbs a')).toBeNull();
  });

  it('has no card for nothing', () => {
    const empty = fullDetail({ flows: [], logistics: [], reports: [{ title: 'x', url: 'javascript:1' }] });
    expect(timeline(empty, '2026-11-21 14:32:09')).toBeNull();
  });
});
