import { toMs } from '../../kit/clock.ts';
import { ClaimMode, PrizeType } from '../prize-terms.ts';
import { ActScene, BudgetMode, LotteryType, PlayMode } from '../campaign-states.ts';
import { playKinds, wrongSlotCount } from '../play-kinds.ts';
import { activityRefusals } from './activity-refusals.ts';
import { million, type ActivityDraft } from './activity-draft.ts';

/** What publishing wants and does not find: in which step of the form (1 to 5), at which field. */
export interface Gap {
  step: number;
  field: string;
  message: string;
}

/** What is known of a prize that a tier names. */
export interface PrizeFacts {
  prizeType: number;
  amountMax: number;
  claimMode: number;
  isOn: boolean;
}

type Draft = Pick<
  ActivityDraft,
  | 'startAt'
  | 'endAt'
  | 'actScene'
  | 'lotteryType'
  | 'freePerDay'
  | 'playMode'
  | 'pointsCost'
  | 'tiers'
  | 'blankSlot'
  | 'budgetMode'
  | 'budgetAmount'
  | 'poolId'
  | 'targets'
  | 'ruleText'
  | 'organizer'
  | 'contact'
>;

/** The most that all prizes of an activity cost in cash, fen. */
export const maxSpend = (tiers: Draft['tiers'], prizes: ReadonlyMap<number, PrizeFacts>): number =>
  tiers.reduce((sum, { prizeId, stockTotal }) => sum + stockTotal * (prizes.get(prizeId)?.amountMax ?? 0), 0);

/** The weight that is left for 谢谢参与, in parts of a million. */
export const blankWeight = (tiers: readonly { weight: number }[]): number =>
  million - tiers.reduce((sum, { weight }) => sum + weight, 0);

const dayMs = 24 * 3_600_000;

/** What an activity as it is typed lacks before it can be published. `now` as times are on the wire. */
export const activityGaps = (draft: Draft, prizes: ReadonlyMap<number, PrizeFacts>, now: string): Gap[] => {
  const gaps: Gap[] = [];
  const gap = (step: number, field: string, message: string) => void gaps.push({ step, field, message });
  const { startAt, endAt, tiers } = draft;
  if (!startAt || !endAt) gap(1, 'startAt', '请选择活动时间');
  else if (endAt <= now) gap(1, 'endAt', activityRefusals.isOver[1]);
  else if (toMs(endAt) - toMs(startAt) > 366 * dayMs) gap(1, 'endAt', '活动时间不能超过366天');

  const isGame = draft.actScene === ActScene.interact;
  const kind = playKinds[draft.playMode];
  if (isGame && draft.lotteryType !== LotteryType.points)
    gap(1, 'lotteryType', '互动游戏不用码参与，请把抽奖类型改为积分');
  if (isGame && kind.pitch === null) gap(1, 'playMode', '请选择互动游戏的玩法');
  if (isGame && draft.pointsCost === null && draft.freePerDay === 0)
    gap(2, 'freePerDay', '请设置每日免费次数或每次消耗的积分');
  if (!isGame && draft.lotteryType === LotteryType.points && draft.pointsCost === null)
    gap(2, 'pointsCost', '请输入每次抽奖消耗的积分');

  if (tiers.length === 0) gap(3, 'tiers', activityRefusals.noTier[1]);
  for (const [row, tier] of tiers.entries()) {
    const prize = prizes.get(tier.prizeId);
    const say = (field: string, message: string) => gap(3, `tiers.${row}.${field}`, `第${row + 1}行：${message}`);
    if (!prize || prize.prizeType === PrizeType.none) say('prizeId', '请选择奖品');
    else if (!prize.isOn) say('prizeId', '奖品已停用');
    if (tier.stockTotal < 1) say('stockTotal', activityRefusals.noStock[1]);
    if (tier.weight < 1 && !tier.isFallback) say('weight', '中奖概率须大于0');
  }
  if (kind.slots && tiers.length > 0) {
    const { least, most } = kind.slots;
    const slots = [...tiers.map(({ slotNo }) => slotNo), draft.blankSlot];
    const name = PlayMode.label(draft.playMode);
    if (slots.length < least || slots.length > most) gap(3, 'tiers', wrongSlotCount(draft.playMode, kind.slots));
    else if (new Set(slots).size < slots.length || slots.some((slot) => slot === null || slot > slots.length))
      gap(
        3,
        'tiers',
        `${name}的${least === most ? `${most}个格位须各放一个奖级` : `格位须为1-${slots.length}，不能重复`}`,
      );
  }
  if (tiers.some(({ prizeId }) => prizes.get(prizeId)?.prizeType === PrizeType.cash)) {
    if (draft.poolId === null) gap(3, 'poolId', activityRefusals.noPayer[1]);
    if (!draft.budgetAmount) gap(3, 'budgetAmount', '请输入活动预算');
    else if (draft.budgetMode === BudgetMode.full && maxSpend(tiers, prizes) > draft.budgetAmount)
      gap(3, 'budgetAmount', activityRefusals.budgetShort[1]);
  }

  if (!isGame && draft.lotteryType !== LotteryType.points && draft.targets.length === 0)
    gap(4, 'targets', activityRefusals.noTarget[1]);

  if (draft.ruleText.length < 50) gap(5, 'ruleText', '请填写活动规则（不少于50字）');
  if (draft.organizer === '') gap(5, 'organizer', '请输入主办方');
  if (draft.contact === '') gap(5, 'contact', '请输入联系方式');
  return gaps;
};

/** Whether any prize of an activity is fetched at a shop. */
export const needsShops = (tiers: Draft['tiers'], prizes: ReadonlyMap<number, PrizeFacts>): boolean =>
  tiers.some(({ prizeId }) => prizes.get(prizeId)?.claimMode === ClaimMode.shop);
