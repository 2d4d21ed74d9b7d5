import type { ReactNode } from 'react';
import { reasonOf } from '../lib/reason-of.ts';
import { BrandBar, Head } from '../parts/verdict-head.tsx';
import { serverDesk } from '../play/lib/desk.ts';
import type { Scene } from '../play/lib/scene.ts';
import { DrawBanner } from '../play/draw-banner.tsx';
import { put } from './put-view.tsx';

const show = (headline: string, sentence: string, cards: ReactNode = null): void =>
  put({
    tone: 'plain',
    title: headline,
    said: '',
    bar: <BrandBar firm={null} />,
    head: <Head shape="scan" headline={headline} sentence={sentence} />,
    cards,
  });

/** The page of an activity that is played without a code: what it is, and the draw itself above it. */
export const openActivity = async (): Promise<void> => {
  const query = new URLSearchParams(location.search);
  const id = Number(query.get('activity'));
  const nothing = (sentence: string): void => show('没有找到活动', sentence);
  if (!Number.isSafeInteger(id) || id < 1) return nothing('链接不完整，请重新扫描活动的二维码');
  const desk = serverDesk('', id, query.get('from') ?? '');
  let play;
  try {
    play = await desk.scan(null);
  } catch (error) {
    return show(
      '没有打开',
      reasonOf(error),
      <section className="card">
        <button type="button" className="button solid" onClick={() => void openActivity()}>
          重试
        </button>
      </section>,
    );
  }
  if (!play.activity) return nothing('活动不存在或尚未发布');
  const { activity } = play;
  const scene: Scene = { desk, code: `P${id}`, productName: '', play, place: null, isTicked: false };
  const open = async (): Promise<void> => {
    const { openPlay } = await import('../play/open-play.ts');
    openPlay(scene);
  };
  show(
    activity.name,
    `由${activity.firmName}举办，${activity.game ? activity.keyRule : '用积分参与抽奖'}`,
    <DrawBanner play={play} activity={activity} open={() => void open()} />,
  );
  await open();
};
