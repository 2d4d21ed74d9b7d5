import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { fenToYuan } from '@zhuiyuan/contract/kit/decimal';

/** What was drawn, in words; '' where nobody drew. Amount in fen. */
export const wonWords = ({
  prizeType,
  amount,
  points,
  prizeName,
}: {
  prizeType: number | null;
  amount: number | null;
  points: number | null;
  prizeName: string | null;
}): string => {
  if (prizeType === null) return '';
  if (prizeType === PrizeType.none) return '未中奖';
  if (prizeType === PrizeType.cash) return `${prizeName ?? ''} ¥${fenToYuan(amount ?? 0)}`.trim();
  return prizeType === PrizeType.points ? `${points ?? 0}积分` : (prizeName ?? '');
};
