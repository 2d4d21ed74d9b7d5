import { RedPayKind } from '@zhuiyuan/contract/campaign/prize-terms';
import { RedScene } from '@zhuiyuan/contract/campaign/red-type/red-type';
import { demoPictures } from '../pictures.ts';

/** Types of red packets of every firm of the demonstration. */
export const demoRedTypes = [
  {
    des: '扫码抽奖红包',
    payKind: RedPayKind.balance,
    scene: RedScene.PRODUCT_2,
    icon: demoPictures['扫码有礼'],
    sort: 10,
  },
  {
    des: '开箱促销红包',
    payKind: RedPayKind.balance,
    scene: RedScene.PRODUCT_1,
    icon: demoPictures['年货节-灯笼'],
    sort: 20,
  },
  { des: '积分红包', payKind: RedPayKind.points, scene: RedScene.PRODUCT_3, icon: demoPictures['中秋-满月'], sort: 30 },
];
