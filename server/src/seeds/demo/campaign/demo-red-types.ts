import { RedPayKind } from '@zhuiyuan/contract/campaign/prize-terms';
import { RedScene } from '@zhuiyuan/contract/campaign/red-type/red-type';

/** Types of red packets of every firm of the demonstration. */
export const demoRedTypes = [
  { des: '扫码抽奖红包', payKind: RedPayKind.balance, scene: RedScene.PRODUCT_2, sort: 10 },
  { des: '开箱促销红包', payKind: RedPayKind.balance, scene: RedScene.PRODUCT_1, sort: 20 },
  { des: '积分红包', payKind: RedPayKind.points, scene: RedScene.PRODUCT_3, sort: 30 },
];
