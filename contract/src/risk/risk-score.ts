import { RiskAction } from './risk-enums.ts';

/** Points of a rule that was hit, by what it does. */
const points: Record<number, number> = {
  [RiskAction.note]: 5,
  [RiskAction.challenge]: 12,
  [RiskAction.hold]: 25,
  [RiskAction.block]: 35,
  [RiskAction.ban]: 40,
};
const most = 100;

export const riskPoints = (action: number): number => points[action] ?? 0;

/** The risk score of somebody by the strongest action of each rule he hit, 0 to 100. */
export const riskScore = (actions: readonly number[]): number =>
  Math.min(
    most,
    actions.reduce((sum, action) => sum + riskPoints(action), 0),
  );

/** What each rule has of the score, in their order; the last ones are cut so that together they are the score. */
export const riskShares = (actions: readonly number[]): number[] => {
  let left = most;
  return actions.map((action) => {
    const share = Math.min(left, riskPoints(action));
    left -= share;
    return share;
  });
};
