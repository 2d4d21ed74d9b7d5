import type { Scene } from '../play/lib/scene.ts';
import { serverDesk } from '../play/lib/desk.ts';
import { drawBanner } from '../play/offer-draw.ts';
import { h } from '../lib/elements.ts';
import { reasonOf } from '../parts/field.ts';
import { brandBar, head } from '../parts/verdict-head.ts';
import { put } from './open-page.ts';

const show = (headline: string, sentence: string, bar: HTMLElement, ...cards: (Node | null)[]): void =>
  put({ tone: 'plain', title: headline, said: '', bar, head: head('scan', headline, sentence), cards });

/** The page of an activity that is played without a code: what it is, and the draw itself above it. */
export const openActivity = async (): Promise<void> => {
  const query = new URLSearchParams(location.search);
  const id = Number(query.get('activity'));
  const nothing = (sentence: string): void => show('没有找到活动', sentence, brandBar(null));
  if (!Number.isSafeInteger(id) || id < 1) return nothing('链接不完整，请重新扫描活动的二维码');
  const desk = serverDesk('', id, query.get('from') ?? '');
  let play;
  try {
    play = await desk.scan(null);
  } catch (error) {
    const again = h('button', { type: 'button', class: 'button solid', click: () => void openActivity() }, '重试');
    return show('没有打开', reasonOf(error), brandBar(null), h('section', { class: 'card' }, again));
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
    brandBar(null),
    drawBanner(play, '', () => void open()),
  );
  await open();
};
