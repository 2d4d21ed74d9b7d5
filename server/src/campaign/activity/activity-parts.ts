import type { ActivityDraft, ActivityTarget } from '@zhuiyuan/contract/campaign/activity/activity-draft';
import { blankWeight, type PrizeFacts } from '@zhuiyuan/contract/campaign/activity/activity-gaps';
import { LotteryType, TargetKind } from '@zhuiyuan/contract/campaign/campaign-states';
import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { Level } from '@zhuiyuan/contract/codes/state/code-enums';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { live } from '../../kit/db/live.ts';
import { invalid } from '../../kit/refusal.ts';

/** Name of the tier that wins nothing. */
export const blankName = '谢谢参与';

/**
 * Prizes with the terms that a tier copies. `isLocked`: they stay as they are until the transaction ends, so that what is promised is
 * what was judged.
 */
export const readPrizes = async (db: Db, firmId: number, ids: readonly number[], { isLocked = false } = {}) => {
  const rows =
    ids.length === 0
      ? []
      : await live(db, 'prize')
          .where('firmId', '=', firmId)
          .where('id', 'in', [...new Set(ids)])
          .select([
            'id',
            'name',
            'image',
            'prizeType',
            'claimMode',
            'alsoPost',
            'amountMin',
            'amountMax',
            sql<number>`coalesce(points, 0)`.as('points'),
            'faceValue',
            'costPrice',
            'deductAmount',
            'status',
          ])
          .orderBy('id')
          .$if(isLocked, (query) => query.forShare())
          .execute();
  return new Map(rows.map((row) => [row.id, row]));
};

export type Prizes = Awaited<ReturnType<typeof readPrizes>>;

export const toFacts = (prizes: Prizes): Map<number, PrizeFacts> =>
  new Map(
    [...prizes].map(([id, { prizeType, amountMax, claimMode, status }]) => [
      id,
      { prizeType, amountMax, claimMode, isOn: status === Enabled.on },
    ]),
  );

/** The terms of a prize as a tier holds them. */
export const termsOf = (prizes: Prizes, prizeId: number) => {
  const { name, status: _status, id: _id, ...terms } = prizes.get(prizeId)!;
  return { ...terms, prizeName: name };
};

/** Refuses prizes that are none of the firm's, or that promise nothing. */
export const requirePrizes = (tiers: readonly { prizeId: number }[], prizes: Prizes): void => {
  for (const [row, { prizeId }] of tiers.entries()) {
    const prize = prizes.get(prizeId);
    if (!prize || prize.prizeType === PrizeType.none) throw invalid(`tiers.${row}.prizeId`, '请选择奖品');
  }
};

/** Writes the tiers of a draft in the place of those before, 谢谢参与 last. */
export const putTiers = async (
  db: Db,
  firmId: number,
  activityId: number,
  draft: Pick<ActivityDraft, 'tiers' | 'blankSlot'>,
  prizes: Prizes,
): Promise<void> => {
  await db.deleteFrom('tier').where('activityId', '=', activityId).where('firmId', '=', firmId).execute();
  const rows = draft.tiers.map(({ id: _id, ...tier }, at) => ({
    ...tier,
    ...termsOf(prizes, tier.prizeId),
    firmId,
    activityId,
    tierNo: at + 1,
    remain: tier.stockTotal,
  }));
  await db
    .insertInto('tier')
    .values([
      ...rows,
      {
        firmId,
        activityId,
        tierNo: draft.tiers.length + 1,
        tierName: blankName,
        slotNo: draft.blankSlot,
        weight: blankWeight(draft.tiers),
        prizeType: PrizeType.none,
      },
    ])
    .execute();
};

export const putWindows = async (
  db: Db,
  firmId: number,
  activityId: number,
  windows: ActivityDraft['windows'],
): Promise<void> => {
  await db.deleteFrom('activityWindow').where('activityId', '=', activityId).where('firmId', '=', firmId).execute();
  if (windows.length > 0)
    await db
      .insertInto('activityWindow')
      .values(windows.map((window, place) => ({ ...window, place, firmId, activityId })))
      .execute();
};

const named = {
  [TargetKind.product]: { table: 'product', label: '产品' },
  [TargetKind.lot]: { table: 'lot', label: '批次' },
  [TargetKind.shop]: { table: 'shop', label: '门店' },
  [TargetKind.agent]: { table: 'agent', label: '经销商' },
} as const;

/** Refuses what is not the firm's, and ranges beyond their segment or of codes of another level. */
export const requireTargets = async (
  db: Db,
  firmId: number,
  { targets, lotteryType }: Pick<ActivityDraft, 'targets' | 'lotteryType'>,
): Promise<void> => {
  for (const [kind, { table, label }] of Object.entries(named)) {
    const ids = targets.flatMap((target) =>
      'targetId' in target && target.kind === Number(kind) ? [target.targetId] : [],
    );
    if (ids.length === 0) continue;
    const found = await live(db, table as 'product')
      .where('firmId', '=', firmId)
      .where('id', 'in', [...new Set(ids)])
      .select('id')
      .execute();
    if (found.length < new Set(ids).size) throw invalid('targets', `所选${label}不存在或已删除`);
  }
  const ranges = targets.flatMap((target) => (target.kind === TargetKind.range ? [target] : []));
  if (ranges.length === 0) return;
  const segments = await db
    .selectFrom('segment')
    .where('firmId', '=', firmId)
    .where('seg', 'in', [...new Set(ranges.map(({ seg }) => seg))])
    .select(['seg', 'count', 'level'])
    .execute();
  const known = new Map(segments.map((segment) => [segment.seg, segment]));
  for (const { seg, serialFrom, serialTo } of ranges) {
    const segment = known.get(seg);
    if (!segment) throw invalid('targets', `号段${seg}不存在`);
    if (serialFrom > serialTo) throw invalid('targets', '码段起始不能大于结束');
    if (serialTo > segment.count) throw invalid('targets', `号段${seg}只有${segment.count}个码`);
    if ((segment.level === Level.item) !== (lotteryType !== LotteryType.box))
      throw invalid('targets', `号段${seg}的层级与抽奖类型不符`);
  }
};

export const putTargets = async (
  db: Db,
  firmId: number,
  activityId: number,
  targets: readonly ActivityTarget[],
): Promise<void> => {
  await db.deleteFrom('activityTarget').where('activityId', '=', activityId).where('firmId', '=', firmId).execute();
  const unique = new Map(targets.map((target) => [JSON.stringify(target), target]));
  const rows = [...unique.values()].map((target, place) => ({
    targetId: null,
    seg: null,
    serialFrom: null,
    serialTo: null,
    ...target,
    place,
    firmId,
    activityId,
  }));
  for (let from = 0; from < rows.length; from += 1000)
    await db
      .insertInto('activityTarget')
      .values(rows.slice(from, from + 1000))
      .execute();
};

/** Refuses a channel, a scope or a pool that is none of the firm's, and a template that is neither its own nor the system's. */
export const requireOwn = async (
  db: Db,
  firmId: number,
  { channelId, poolId, scopeId, templateId }: Pick<ActivityDraft, 'channelId' | 'poolId' | 'scopeId' | 'templateId'>,
): Promise<void> => {
  const isOwn = async (table: 'channel' | 'pool' | 'scope', id: number) =>
    (await live(db, table as 'channel')
      .where('id', '=', id)
      .where('firmId', '=', firmId)
      .select('id')
      .executeTakeFirst()) !== undefined;
  // One that was deleted since is still what the activity began with.
  const template =
    templateId === null ||
    (await db
      .selectFrom('actTemplate')
      .where('id', '=', templateId)
      .where('firmId', 'in', [0, firmId])
      .select('id')
      .executeTakeFirst());
  if (!template) throw invalid('templateId', '活动模板不存在');
  if (channelId !== null && !(await isOwn('channel', channelId))) throw invalid('channelId', '渠道不存在');
  if (scopeId !== null && !(await isOwn('scope', scopeId))) throw invalid('scopeId', '活动范围不存在');
  if (poolId !== null && !(await isOwn('pool', poolId))) throw invalid('poolId', '资金池不存在');
};
