import { campaignRefusals } from '@zhuiyuan/contract/campaign/campaign-refusals';
import { drawRefusals } from '@zhuiyuan/contract/campaign/draw/draw-refusals';
import { describe, expect, it } from 'vitest';
import { drawAnswer, playAnswer, playedActivity } from '../../../test/draws.ts';
import { CallFailed, offlineText } from '../../lib/call.ts';
import { ownFault } from '../../lib/reason-of.ts';
import { answeredWith, freshened, isOver, judge, refusedWith, withoutPlace, type DrawStanding } from './draw-state.ts';

const byCode = playedActivity();
const byPoints = playedActivity({ pointsCost: 50 });
const refused = (refusal: readonly [number, string]) => ({ ok: false, code: refusal[0], message: refusal[1] });
const standing = (changes: Partial<DrawStanding> = {}): DrawStanding => ({
  activity: byCode,
  play: playAnswer(),
  isKnown: true,
  isPlaced: false,
  isBusy: false,
  notice: '',
  ...changes,
});

describe('what the page of a draw shows', () => {
  it('may be drawn: the chances, and nothing is asked of whom is known', () => {
    expect(judge(standing())).toEqual({
      isOff: false,
      isDrawn: false,
      words: null,
      chances: '今日剩余 1 次，共剩余 3 次 · 12-31 截止',
      isRefused: false,
      asksConsent: false,
      asksPhone: false,
      asksPlace: false,
    });
  });

  it.each([
    ['nobody is known', { isKnown: false }, { asksConsent: true }],
    ['he has not agreed', { play: playAnswer({ needConsent: true }) }, { asksConsent: true }],
    ['his number is wanted', { play: playAnswer({ needPhone: true }) }, { asksPhone: true }],
    ['his place is wanted', { activity: playedActivity({ geoRequired: true }) }, { asksPlace: true }],
    ['and is known', { activity: playedActivity({ geoRequired: true }), isPlaced: true }, { asksPlace: false }],
  ])('asks what is missing where %s', (_when, changes, asked) => {
    expect(judge(standing(changes))).toMatchObject(asked);
  });

  it('is off for whom it is not, with the reason, and asks nothing of him', () => {
    const play = playAnswer({ needConsent: true, needPhone: true, eligibility: refused(drawRefusals.paused) });
    expect(judge(standing({ play, isKnown: false }))).toMatchObject({
      isOff: true,
      chances: drawRefusals.paused[1],
      isRefused: true,
      asksConsent: false,
      asksPhone: false,
    });
  });

  it.each([drawRefusals.noConsent, drawRefusals.noPhone, campaignRefusals.noPlace])(
    'stays on where he can do something about it: %s',
    (...refusal) => {
      const play = playAnswer({ eligibility: refused(refusal as [number, string]) });
      expect(judge(standing({ play }))).toMatchObject({ isOff: false, isRefused: false, chances: refusal[1] });
    },
  );

  it('says that it is drawing while it is, whatever else there is to say', () => {
    expect(judge(standing({ isBusy: true, play: playAnswer({ earlier: drawAnswer() }) })).words).toBe('抽奖中');
  });

  it('has a notice in the place of the chances, and can still be pressed', () => {
    expect(judge(standing({ notice: '操作过于频繁' }))).toMatchObject({
      chances: '操作过于频繁',
      isRefused: true,
      isOff: false,
    });
  });

  it('is over with a code once it was drawn, and goes on for points as long as there are chances', () => {
    const drawn = playAnswer({ earlier: drawAnswer() });
    expect(judge(standing({ play: drawn })).words).toBe('查看结果');
    expect(judge(standing({ play: drawn, activity: byPoints })).words).toBeNull();
    const spent = { ...drawn, eligibility: refused(drawRefusals.fewPoints) };
    expect(isOver({ play: spent, activity: byPoints })).toBe(true);
  });
});

describe('what becomes of what is known', () => {
  it('nothing may be drawn after an answer until the server says so again', () => {
    const play = answeredWith(playAnswer(), drawAnswer());
    expect(play.earlier).toEqual(drawAnswer());
    expect(play.eligibility.ok).toBe(false);
  });

  it('what a code brought stands, whatever is heard of it a moment later; for points the server’s word counts', () => {
    const drawn = playAnswer({ earlier: drawAnswer() });
    expect(freshened(drawn, playAnswer(), byCode).earlier).toEqual(drawAnswer());
    expect(freshened(drawn, playAnswer(), byPoints).earlier).toBeNull();
    expect(freshened(drawn, playAnswer({ activity: null }), byCode).activity).toEqual(byCode);
  });

  it('without a place it says so, and can be tried again', () => {
    const play = withoutPlace(playAnswer());
    expect(play.eligibility).toEqual(refused(campaignRefusals.noPlace));
    expect(judge(standing({ play })).isOff).toBe(false);
  });

  it.each([
    ['lost on the way', new CallFailed(0, offlineText), { keepsTicket: true, notice: offlineText }],
    ['too much going on', new CallFailed(...drawRefusals.busy), { keepsTicket: true, notice: drawRefusals.busy[1] }],
    ['a ticket that is over', new CallFailed(...drawRefusals.ticketOver), { keepsTicket: false }],
    ['a fault of the page', new Error('broken'), { keepsTicket: true, notice: ownFault }],
  ])('of %s it is said for now', (_what, error, then) => {
    const play = playAnswer();
    const after = refusedWith(play, error);
    expect(after).toMatchObject(then);
    expect(after.notice).not.toBe('');
    expect(after.play).toBe(play);
  });

  it('of anything else it is said for good, and the ticket is dropped', () => {
    const after = refusedWith(playAnswer(), new CallFailed(...drawRefusals.soldOut));
    expect(after).toMatchObject({ notice: '', keepsTicket: false });
    expect(after.play.eligibility).toEqual(refused(drawRefusals.soldOut));
  });
});
