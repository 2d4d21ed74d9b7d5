/** What a game costs, and what it gives for nothing. */
export interface TurnTerms {
  freePerDay: number;
  shareReward: number;
  pointsCost: number | null;
}

/** How a game is played, in a line: `每人每日免费1次，之后每次消耗5积分，分享给好友每日最多再得2次`. */
export const turnsRule = ({ freePerDay, shareReward, pointsCost }: TurnTerms): string =>
  [
    freePerDay > 0 ? `每人每日免费${freePerDay}次` : '',
    pointsCost ? `${freePerDay > 0 ? '之后' : ''}每次消耗${pointsCost}积分` : '',
    shareReward > 0 ? `分享给好友每日最多再得${shareReward}次` : '',
  ]
    .filter(Boolean)
    .join('，');
