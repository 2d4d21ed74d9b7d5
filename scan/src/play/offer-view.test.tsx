import { expect, it } from 'vitest';
import { playAnswer, playedActivity } from '../../test/draws.ts';
import { showOn } from '../../test/show.tsx';
import { sampleDesk } from './lib/sample-draw.ts';
import { OfferView } from './offer-draw.tsx';

const activity = playedActivity();
const desk = sampleDesk(activity, null, playAnswer());
const shown = (changes: Parameters<typeof playAnswer>[0], title = ''): string => {
  const scene = {
    desk,
    code: 'AMNSQ74WBEFWXYME',
    productName: '',
    play: playAnswer(changes),
    place: null,
    isTicked: false,
  };
  return showOn('div', <OfferView offer={{ kind: 'draw', scene, activity }} desk={desk} title={title} />).textContent;
};

it('offers a draw under the title of its block, with what the scan itself brought', () => {
  expect(shown({ firstPoints: 20 }, '茶礼')).toBe('茶礼冬茶暖心季 · 12-31 截止立即抽奖首次扫码，已得 20 积分');
});

it('leads to the prizes beside a draw that is not for this shopper now, which is not called by the title of its block', () => {
  const eligibility = { ok: false, code: 62209, message: '当前时段不在抽奖时间内' };
  expect(shown({ eligibility }, '茶礼')).toBe(
    '冬茶暖心季当前时段不在抽奖时间内立即抽奖我的奖品查看和领取您的奖品与红包查看',
  );
});

it('leads to the prizes where there is no draw', () => {
  const offer = { kind: 'prizes', firstPoints: 0 } as const;
  expect(showOn('div', <OfferView offer={offer} desk={desk} title="" />).textContent).toBe(
    '我的奖品查看和领取您的奖品与红包查看',
  );
});
