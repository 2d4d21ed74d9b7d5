import { CollectField } from '@zhuiyuan/contract/campaign/campaign-states';
import type { MyPrizeDetail } from '@zhuiyuan/contract/campaign/draw/public-draw';
import { ofPairs } from '../../lib/of-pairs.ts';

type Asked = MyPrizeDetail['collectFields'];

/** What a winner is asked for, in his own words: the number on the card, not the card. */
export const collectLabel = (key: CollectField): string =>
  key === CollectField.card ? '身份证号' : CollectField.label(key);

/** The name of a field where the server refuses it. */
export const collectName = (key: CollectField): string => `collect.${key}`;

/** What is missing of what an activity asks its winners, by the names of the fields. */
export const missingIn = (asked: Asked, told: Partial<Record<CollectField, string>>): Record<string, string> =>
  ofPairs(
    asked
      .filter(({ key, required }) => required && !told[key])
      .map(({ key }) => [collectName(key), `请填写${collectLabel(key)}`] as const),
  );

/** What is asked of winners, and why: in the privacy policy. */
export const collectedWords = (asked: Asked, reason: string): string =>
  asked.length === 0
    ? ''
    : `领取奖品时，由您填写：${asked.map(({ key }) => collectLabel(key)).join('、')}。${reason ? `用途：${reason}。` : '仅用于发放奖品。'}`;
