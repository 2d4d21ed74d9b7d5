import { ActivityDraft } from '@zhuiyuan/contract/campaign/activity/activity-draft';
import { activityRefusals } from '@zhuiyuan/contract/campaign/activity/activity-refusals';
import { ActivityStatus } from '@zhuiyuan/contract/campaign/campaign-states';
import { shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import type { Saved } from '@zhuiyuan/contract/kit/standard';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { nextNumber } from '../../kit/db/next-number.ts';
import { changeRow, lockRow } from '../../kit/db/rows.ts';
import { notFound, refuse } from '../../kit/refusal.ts';
import { holdActivity, publishAlone } from '../lock-activity.ts';
import {
  putTargets,
  putTiers,
  putWindows,
  readPrizes,
  requireOwn,
  requirePrizes,
  requireTargets,
} from './activity-parts.ts';

/** Columns of an activity that a draft fills. */
export const draftColumns = [
  'actName',
  'actScene',
  'audience',
  'lotteryType',
  'playMode',
  'templateId',
  'channelId',
  'startAt',
  'endAt',
  'limitTotal',
  'limitDay',
  'winTotal',
  'winDay',
  'pointsCost',
  'freePerDay',
  'shareReward',
  'newUserOnly',
  'geoRequired',
  'scopeId',
  'collectFields',
  'collectReason',
  'claimDays',
  'refundPolicy',
  'blankSlot',
  'budgetMode',
  'poolId',
  'budgetAmount',
  'expectDraws',
  'autoReturn',
  'verifyAll',
  'theme',
  'bgImage',
  'shareTitle',
  'shareDesc',
  'shareImage',
  'ruleText',
  'organizer',
  'contact',
  'autoEnd',
  'remark',
] as const;

/** A draft's own columns, as they are written. */
const toColumns = (draft: ActivityDraft) => {
  const { tiers: _tiers, windows: _windows, targets: _targets, firmId: _firm, ...columns } = draft;
  return {
    ...columns,
    budgetAmount: draft.budgetAmount ?? 0,
    collectFields: JSON.stringify(draft.collectFields),
  };
};

const checkDraft = async (db: Db, firmId: number, draft: ActivityDraft) => {
  await requireOwn(db, firmId, draft);
  await requireTargets(db, firmId, draft);
  const prizes = await readPrizes(
    db,
    firmId,
    draft.tiers.map(({ prizeId }) => prizeId),
  );
  requirePrizes(draft.tiers, prizes);
  return prizes;
};

const nextActNo = (db: Db, firmId: number): Promise<string> =>
  nextNumber(db, {
    table: 'activity',
    column: 'actNo',
    prefix: `HD${shanghaiToday().replaceAll('-', '').slice(2)}`,
    digits: 3,
    firmId,
  });

/** Writes a draft of an activity. */
export const insertActivity = async (
  db: Db,
  draft: ActivityDraft,
  { firmId, operatorId, copiedFrom = null }: { firmId: number; operatorId: number; copiedFrom?: number | null },
): Promise<Saved> => {
  const prizes = await checkDraft(db, firmId, draft);
  const saved = await db
    .insertInto('activity')
    .values({
      ...toColumns(draft),
      firmId,
      actNo: await nextActNo(db, firmId),
      copiedFrom,
      createdBy: operatorId,
    })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow();
  await putTiers(db, firmId, saved.id, draft, prizes);
  await putWindows(db, firmId, saved.id, draft.windows);
  await putTargets(db, firmId, saved.id, draft.targets);
  return saved;
};

/** The tiers of an activity as a draft names them, 谢谢参与 not among them. */
const draftTiers = (db: Db, activityId: number) =>
  db
    .selectFrom('tier')
    .where('activityId', '=', activityId)
    .where('prizeId', 'is not', null)
    .orderBy('tierNo')
    .select([
      'id',
      'tierName',
      'prizeId',
      'slotNo',
      'stockTotal',
      'weight',
      'dayCap',
      'hourCap',
      'userCap',
      'isFallback',
      'visible',
    ])
    .execute();

const draftWindows = (db: Db, activityId: number) =>
  db
    .selectFrom('activityWindow')
    .where('activityId', '=', activityId)
    .orderBy('place')
    .select(['weekdays', 'hourFrom', 'hourTo'])
    .execute();

const draftTargets = async (db: Db, activityId: number) => {
  const rows = await db
    .selectFrom('activityTarget')
    .where('activityId', '=', activityId)
    .orderBy('place')
    .select(['kind', 'targetId', 'seg', 'serialFrom', 'serialTo'])
    .execute();
  return rows.map(({ kind, targetId, seg, serialFrom, serialTo }) =>
    targetId === null ? { kind, seg, serialFrom, serialTo } : { kind, targetId },
  );
};

/** An activity as a change of it is written, held; also one that was published. */
export const storedActivity = async (db: Db, id: number) => {
  await publishAlone(db, id);
  return {
    ...(await holdActivity(db, id, draftColumns)),
    tiers: await draftTiers(db, id),
    windows: await draftWindows(db, id),
    targets: await draftTargets(db, id),
  };
};

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Writes a draft over the one before; tiers, windows and targets that are the same stay the same rows. */
export const rewriteDraft = async (db: Db, firmId: number, id: number, draft: ActivityDraft): Promise<Saved> => {
  const prizes = await checkDraft(db, firmId, draft);
  const { blankSlot } = await holdActivity(db, id, ['blankSlot']);
  const before = ActivityDraft.shape.tiers.parse(await draftTiers(db, id));
  const plain = (tiers: ActivityDraft['tiers']) => tiers.map(({ id: _id, ...tier }) => tier);
  if (blankSlot !== draft.blankSlot || !isSame(plain(before), plain(draft.tiers)))
    await putTiers(db, firmId, id, draft, prizes);
  if (!isSame(await draftWindows(db, id), draft.windows)) await putWindows(db, firmId, id, draft.windows);
  if (!isSame(ActivityDraft.shape.targets.parse(await draftTargets(db, id)), draft.targets))
    await putTargets(db, firmId, id, draft.targets);
  return changeRow(db, 'activity', id, toColumns(draft));
};

const mostLetters = 50;

/** Makes a draft with all of an activity but where it is laid out: `…-副本`. */
export const copyActivity = async (db: Db, id: number, operatorId: number): Promise<Saved> => {
  const source = await holdActivity(db, id, ['firmId']);
  const { tiers, windows, targets: _targets, ...columns } = await storedActivity(db, id);
  const prizes = await readPrizes(
    db,
    source.firmId,
    tiers.map(({ prizeId }) => prizeId!),
  );
  const draft = ActivityDraft.parse({
    ...columns,
    // Not in the middle of a letter that takes two places.
    actName: `${columns.actName.slice(0, mostLetters - 3).replace(/[\uD800-\uDBFF]$/, '')}-副本`,
    tiers: tiers.filter(({ prizeId }) => prizes.has(prizeId!)).map(({ id: _id, ...tier }) => tier),
    windows,
    targets: [],
    templateId: null,
  });
  return insertActivity(db, draft, { firmId: source.firmId, operatorId, copiedFrom: id });
};

/** Moves an activity that runs no more, or not yet, to the recycle bin. 62116 of one that does. */
export const recycleActivity = async (db: Db, id: number, operatorId: number): Promise<void> => {
  const { status } = await lockRow(db, 'activity', id, ['status']);
  if (status === ActivityStatus.recycled) throw notFound();
  if (status !== ActivityStatus.draft && status !== ActivityStatus.ended) throw refuse(activityRefusals.endFirst);
  await changeRow(db, 'activity', id, {
    status: ActivityStatus.recycled,
    recycledFrom: status,
    recycledAt: sql`now()`,
    recycledBy: operatorId,
  });
};

/** Brings an activity back from the recycle bin as it was. */
export const recoverActivity = async (db: Db, id: number): Promise<void> => {
  const { status, recycledFrom } = await lockRow(db, 'activity', id, ['status', 'recycledFrom']);
  if (status !== ActivityStatus.recycled) throw notFound();
  await changeRow(db, 'activity', id, {
    status: recycledFrom ?? ActivityStatus.draft,
    recycledFrom: null,
    recycledAt: null,
    recycledBy: null,
  });
};

/** Deletes an activity of the recycle bin for good. 62117 where anybody drew. */
export const purgeActivity = async (db: Db, id: number): Promise<void> => {
  const { status } = await lockRow(db, 'activity', id, ['status']);
  if (status !== ActivityStatus.recycled) throw notFound();
  const drawn = await db.selectFrom('draw').where('activityId', '=', id).select('id').limit(1).executeTakeFirst();
  const asked = await db.selectFrom('partLog').where('activityId', '=', id).select('id').limit(1).executeTakeFirst();
  if (drawn || asked) throw refuse(activityRefusals.keepDraws);
  await changeRow(db, 'activity', id, { isDel: 1 });
};
