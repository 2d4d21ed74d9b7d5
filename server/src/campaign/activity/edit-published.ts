import { blankWeight } from '@zhuiyuan/contract/campaign/activity/activity-gaps';
import type { ActivityDraft } from '@zhuiyuan/contract/campaign/activity/activity-draft';
import { activityRefusals } from '@zhuiyuan/contract/campaign/activity/activity-refusals';
import { StockMoveKind } from '@zhuiyuan/contract/campaign/campaign-states';
import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import type { Saved } from '@zhuiyuan/contract/kit/standard';
import { sql } from 'kysely';
import { allocateBudget } from '../../fund/budget.ts';
import type { Db } from '../../kit/db/database.ts';
import { changeRow } from '../../kit/db/rows.ts';
import { invalid, refuse } from '../../kit/refusal.ts';
import { addWeights, turnEpoch } from '../fair/epochs.ts';
import { noteStock } from '../move-stock.ts';
import { noteActivity } from '../note-activity.ts';
import { noteLimits } from '../note-limits.ts';
import { noteTerms } from '../note-terms.ts';
import { readPrizes, requirePrizes, termsOf } from './activity-parts.ts';
import { findConflicts } from './find-conflicts.ts';
import { requireCovered } from './change-tiers.ts';
import { checkActivity } from './publish-activity.ts';

type Stored = Omit<ActivityDraft, 'firmId'>;

/** Only what the shopper gains by, or never sees, may be another than it was published. */
const free = [
  'theme',
  'bgImage',
  'shareTitle',
  'shareDesc',
  'shareImage',
  'remark',
  'channelId',
  'expectDraws',
  'autoReturn',
  'verifyAll',
] as const;
const raised = ['limitTotal', 'limitDay', 'winTotal', 'winDay'] as const;
const kept = [
  'templateId',
  'actScene',
  'audience',
  'lotteryType',
  'playMode',
  'startAt',
  'windows',
  'newUserOnly',
  'geoRequired',
  'scopeId',
  'collectFields',
  'collectReason',
  'refundPolicy',
  'blankSlot',
  'budgetMode',
  'poolId',
  'targets',
  'ruleText',
  'organizer',
  'contact',
  'autoEnd',
  'actName',
  'pointsCost',
] as const;

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Whether a limit lets through at least what it did; null is no limit. */
const isWider = (before: number | null, now: number | null): boolean =>
  now === null || (before !== null && now >= before);

const onlyBetter = (field: string) =>
  refuse(activityRefusals.onlyBetter, {}, { fields: [{ field, message: activityRefusals.onlyBetter[1] }] });

type Tier = ActivityDraft['tiers'][number];

/** Refuses a tier that promises less than before. */
const requireBetterTier = (at: number, before: Tier, now: Tier): void => {
  const worse =
    now.prizeId !== before.prizeId ||
    now.tierName !== before.tierName ||
    now.slotNo !== before.slotNo ||
    now.isFallback !== before.isFallback ||
    now.visible !== before.visible ||
    now.stockTotal < before.stockTotal ||
    now.weight < before.weight ||
    !isWider(before.dayCap, now.dayCap) ||
    !isWider(before.hourCap, now.hourCap) ||
    !isWider(before.userCap, now.userCap);
  if (worse) throw onlyBetter(`tiers.${at}`);
};

/** Refuses what is worse than it was published, tiers apart. Answers by how much the budget grows, fen. */
const requireBetter = (before: Stored, draft: ActivityDraft): number => {
  for (const field of kept) if (!same(before[field], draft[field])) throw onlyBetter(field);
  for (const field of raised) if (!isWider(before[field], draft[field])) throw onlyBetter(field);
  for (const field of ['freePerDay', 'shareReward'] as const) if (draft[field] < before[field]) throw onlyBetter(field);
  if (draft.claimDays < before.claimDays) throw onlyBetter('claimDays');
  if (!draft.endAt || draft.endAt < before.endAt!) throw onlyBetter('endAt');
  if (before.verifyAll && !draft.verifyAll) throw onlyBetter('verifyAll');
  const more = (draft.budgetAmount ?? 0) - (before.budgetAmount ?? 0);
  if (more < 0) throw onlyBetter('budgetAmount');
  return more;
};

/** An edit of an activity by somebody. */
interface Edit {
  id: number;
  firmId: number;
  before: Stored;
  draft: ActivityDraft;
  operatorId: number;
}

/** Refuses a later end that another activity of the same goods stands in the way of. */
const requireFree = async (db: Db, { id, firmId, before, draft }: Edit): Promise<void> => {
  if (draft.endAt! <= before.endAt!) return;
  const [conflict] = await findConflicts(db, firmId, { ...draft, startAt: before.startAt!, endAt: draft.endAt! }, id);
  if (conflict) throw refuse(activityRefusals.overlaps, { name: conflict.actName }, { conflicts: [conflict] });
};

/** The tiers that stay, with what they were, and those that are new. Refuses a tier that is gone, or is worse than it was. */
const splitTiers = ({ before, draft }: Edit) => {
  const known = new Map(before.tiers.map((tier) => [tier.id, tier]));
  const now = draft.tiers.filter((tier) => tier.id !== undefined);
  if (new Set(now.map((tier) => tier.id)).size < now.length) throw invalid('tiers', '奖级重复');
  if (now.length < before.tiers.length) throw onlyBetter('tiers');
  const staying = now.map((tier, at) => {
    const former = known.get(tier.id!);
    if (!former) throw invalid(`tiers.${at}.id`, '奖级不正确');
    requireBetterTier(at, former as Tier, tier);
    return { ...tier, id: tier.id!, former };
  });
  return { staying, added: draft.tiers.filter((tier) => tier.id === undefined) };
};
type Staying = ReturnType<typeof splitTiers>['staying'];
type Prizes = Awaited<ReturnType<typeof readPrizes>>;

/** The prizes of new tiers, locked. Refuses what publishing these would have been refused for. */
const requireAddable = async (db: Db, { id, firmId, draft }: Edit, added: readonly Tier[]): Promise<Prizes> => {
  const prizes = await readPrizes(
    db,
    firmId,
    added.map(({ prizeId }) => prizeId),
    { isLocked: true },
  );
  requirePrizes(added, prizes);
  if (added.some(({ stockTotal }) => stockTotal < 1)) throw refuse(activityRefusals.noStock);
  if (added.some(({ isFallback }) => isFallback)) throw onlyBetter('tiers');
  if (added.length > 0 && draft.blankSlot !== null) throw invalid('tiers', '格位已经公布，不能增加奖级');
  if (added.some(({ prizeId }) => prizes.get(prizeId)!.prizeType === PrizeType.cash) && draft.poolId === null)
    throw refuse(activityRefusals.noPayer);
  if (added.length === 0) return prizes;
  const { gaps } = await checkActivity(db, firmId, draft, id);
  const ofTiers = gaps.filter(
    ({ field }) =>
      field === 'verifyAll' ||
      draft.tiers.some((tier, at) => tier.id === undefined && field.startsWith(`tiers.${at}.`)),
  );
  if (ofTiers.length > 0)
    throw refuse(
      activityRefusals.gaps,
      { text: ofTiers.map(({ message }) => message).join('；') },
      { fields: ofTiers.map(({ field, message }) => ({ field, message })), gaps: ofTiers },
    );
  return prizes;
};

const noteAdded = async (
  db: Db,
  { id, firmId, operatorId }: Edit,
  tiers: readonly { id: number; stockTotal: number }[],
): Promise<void> => {
  const what = { firmId, activityId: id, kind: StockMoveKind.add, operatorId, remark: '编辑活动' } as const;
  await noteStock(
    db,
    tiers.map((tier) => ({ ...what, tierId: tier.id, delta: tier.stockTotal })),
  );
};

const growTiers = async (db: Db, edit: Edit, staying: Staying): Promise<void> => {
  for (const { id, former, ...tier } of staying) {
    const grown = tier.stockTotal - former.stockTotal;
    await db
      .updateTable('tier')
      .set({
        stockTotal: tier.stockTotal,
        remain: sql`remain + ${grown}`,
        weight: tier.weight,
        dayCap: tier.dayCap,
        hourCap: tier.hourCap,
        userCap: tier.userCap,
      })
      .where('id', '=', id)
      .where('activityId', '=', edit.id)
      .execute();
    if (grown > 0) await noteAdded(db, edit, [{ id, stockTotal: grown }]);
  }
};

/** New tiers stand before 谢谢参与. */
const addTiers = async (db: Db, edit: Edit, added: readonly Tier[], prizes: Prizes): Promise<void> => {
  const { id: activityId, firmId } = edit;
  const last = edit.before.tiers.length;
  await db
    .updateTable('tier')
    .set({ tierNo: last + added.length + 1 })
    .where('activityId', '=', activityId)
    .where('prizeType', '=', PrizeType.none)
    .execute();
  const made = await db
    .insertInto('tier')
    .values(
      added.map(({ id: _id, ...tier }, at) => ({
        ...tier,
        ...termsOf(prizes, tier.prizeId),
        firmId,
        activityId,
        tierNo: last + at + 1,
        remain: tier.stockTotal,
      })),
    )
    .returning(['id', 'stockTotal'])
    .execute();
  await noteAdded(db, edit, made);
};

/** A new version of the odds, and a period of seeds under it. */
const publishOdds = async (
  db: Db,
  masterKey: Buffer,
  { id: activityId, firmId, draft, operatorId }: Edit,
): Promise<void> => {
  await db
    .updateTable('tier')
    .set({ weight: blankWeight(draft.tiers) })
    .where('activityId', '=', activityId)
    .where('prizeType', '=', PrizeType.none)
    .execute();
  const entries = await db
    .selectFrom('tier')
    .where('activityId', '=', activityId)
    .orderBy('tierNo')
    .select(['id as tierId', 'weight'])
    .execute();
  const made = await addWeights(db, { firmId, activityId, entries, reason: '编辑活动', createdBy: operatorId });
  await turnEpoch(db, masterKey, { firmId, activityId, weightVersion: made.version });
};

/**
 * Changes an activity that was published: later end, more budget, more stock, wider limits, higher odds, further tiers, and how its page
 * looks. Anything else is 62120. Odds that change make a new version and a new period of seeds. Who calls holds
 * the activity, and publishes alone in its firm.
 */
export const editPublished = async (
  db: Db,
  masterKey: Buffer,
  of: Omit<Edit, 'operatorId'>,
  operatorId: number,
): Promise<Saved> => {
  const edit = { ...of, operatorId };
  const { id, firmId, before, draft } = edit;
  const more = requireBetter(before, draft);
  await requireFree(db, edit);
  const { staying, added } = splitTiers(edit);
  const prizes = await requireAddable(db, edit, added);
  if (more > 0) {
    if (draft.poolId === null) throw refuse(activityRefusals.noPayer);
    await allocateBudget(
      db,
      { firmId, activityId: id, poolId: draft.poolId, amount: more, remark: '追加预算' },
      operatorId,
    );
  }
  await growTiers(db, edit, staying);
  if (added.length > 0) await addTiers(db, edit, added, prizes);
  const saved = await changeRow(db, 'activity', id, {
    ...Object.fromEntries(free.map((field) => [field, draft[field]])),
    ...Object.fromEntries(raised.map((field) => [field, draft[field]])),
    freePerDay: draft.freePerDay,
    shareReward: draft.shareReward,
    claimDays: draft.claimDays,
    endAt: draft.endAt,
    budgetAmount: sql`budget_amount + ${more}`,
  });
  await noteLimits(db, { firmId, activityId: id });
  await noteTerms(db, { firmId, activityId: id });
  await noteActivity(db, { firmId, activityId: id, operatorId });
  await requireCovered(db, id, { budgetMode: draft.budgetMode, budgetAmount: draft.budgetAmount ?? 0 });
  const isRaised = added.length > 0 || staying.some(({ weight, former }) => weight > former.weight);
  if (isRaised) await publishOdds(db, masterKey, edit);
  return saved;
};
