import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { answerCalls, emptyPage, settle } from '../../test/answers.ts';
import { fetchDrawParts } from '../../test/draw-parts.ts';
import { playedActivity } from '../../test/draws.ts';
import { openPlayPreview } from './open-play-preview.ts';

const play = () => document.getElementById('play');
const post = (origin: string, view: string, changes = {}): boolean =>
  dispatchEvent(
    new MessageEvent('message', {
      origin,
      source: window,
      data: {
        type: 'zy-play-preview',
        activity: playedActivity({ geoRequired: true, ...changes }),
        left: { day: null, total: 5 },
        view,
      },
    }),
  );

beforeAll(fetchDrawParts);
beforeEach(() => {
  emptyPage();
  vi.stubGlobal('scrollTo', () => undefined);
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
});

describe('the pages of a draw in the editor', () => {
  it('draw what their own origin posts, play, and neither send nor keep anything', async () => {
    const told = vi.spyOn(parent, 'postMessage').mockImplementation(() => undefined);
    const sent = answerCalls({});
    const before = history.length;
    sessionStorage.clear();
    openPlayPreview();
    expect(told).toHaveBeenLastCalledWith({ type: 'zy-play-preview-ready' }, location.origin);
    post('https://evil.example', 'draw');
    expect(play()).toBeNull();
    post(location.origin, 'draw');
    expect(play()!.textContent).toContain('冬茶暖心季');
    play()!.querySelector<HTMLButtonElement>('.g-hub')!.click();
    await settle();
    expect(play()!.textContent).toContain('恭喜您获得');
    post(location.origin, 'result', { name: '另一个名字' });
    expect(play()!.querySelector('[role=dialog]')?.textContent).toContain('另一个名字');
    post(location.origin, 'rules');
    await settle();
    expect(play()!.querySelector('h1')?.textContent).toBe('活动规则');
    expect(sent).toEqual([]);
    expect(sessionStorage).toHaveLength(0);
    expect(history.length).toBe(before);
  });
});
