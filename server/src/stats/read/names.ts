import { PlayMode } from '@zhuiyuan/contract/campaign/campaign-states';
import { Entry, Level } from '@zhuiyuan/contract/codes/state/code-enums';
import type { StatAxis } from '@zhuiyuan/contract/stats/screens/stat-axis';
import { PointSource } from '@zhuiyuan/contract/member/point-source';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { ages, pointSources } from '../figures/dims.ts';

const toHour = (hour: number): string => `${hour} 时`;
const weekDays = ['周一', '周二', '周三', '周四', '周五', '周六', '周日'];

/** Rows of a table by their numbers, with what they are called. */
const called = {
  activity: (db: Db, ids: number[]) =>
    db.selectFrom('activity').where('id', 'in', ids).select(['id', 'actName as name']),
  product: (db: Db, ids: number[]) =>
    db.selectFrom('product').where('id', 'in', ids).select(['id', 'storeName as name']),
  lot: (db: Db, ids: number[]) => db.selectFrom('lot').where('id', 'in', ids).select(['id', 'lotNo as name']),
  province: (db: Db, ids: number[]) => db.selectFrom('city').where('id', 'in', ids).select(['id', 'name']),
  city: (db: Db, ids: number[]) => db.selectFrom('city').where('id', 'in', ids).select(['id', 'name']),
  agent: (db: Db, ids: number[]) => db.selectFrom('agent').where('id', 'in', ids).select(['id', 'name']),
  shop: (db: Db, ids: number[]) => db.selectFrom('shop').where('id', 'in', ids).select(['id', 'name']),
  channel: (db: Db, ids: number[]) => db.selectFrom('channel').where('id', 'in', ids).select(['id', 'name']),
  tier: (db: Db, ids: number[]) =>
    db
      .selectFrom('tier')
      .innerJoin('activity', 'activity.id', 'tier.activityId')
      .where('tier.id', 'in', ids)
      .select([
        'tier.id',
        sql<string>`concat_ws(' ', activity.act_name, tier.tier_name, nullif(tier.prize_name, ''))`.as('name'),
      ]),
  salesman: (db: Db, ids: number[]) =>
    db.selectFrom('salesman').where('id', 'in', ids).select(['id', 'picName as name']),
};

/** What is said of facts that belong to no row. */
const unknown: Record<keyof typeof called, string> = {
  activity: '未参加活动',
  product: '未绑定产品',
  lot: '未绑定批次',
  province: '未知地区',
  city: '未知城市',
  agent: '不属于经销商',
  shop: '不属于门店',
  channel: '不属于渠道',
  salesman: '不属于业务员',
  tier: '未中奖',
};

/** What a day (20261121) or a month (202611) is called. */
export const dayName = (number: number): string =>
  String(number).replace(/^(\d{4})(\d{2})(\d{2})?$/, (_, year, month, day) =>
    [year, month, day].filter(Boolean).join('-'),
  );

/** How many links lead to somebody. */
const depths = ['直接分享', '二次分享', '三次及以上'];

/** Days between shipping and the scan. */
const ageName = (at: number): string => {
  if (at === 0) return '未发货';
  const from = at === 1 ? 0 : ages[at - 2]! + 1;
  const to = ages[at - 1];
  return to === undefined ? `${from} 天以上` : `${from}–${to} 天`;
};

/** What rows of an axis are called, by their numbers; 0 is what nobody knows. */
export const namesOf = async (db: Db, axis: StatAxis, ids: readonly number[]): Promise<(id: number) => string> => {
  if (axis === 'day') return dayName;
  if (axis === 'hour') return toHour;
  if (axis === 'weekHour') return (id) => `${weekDays[Math.floor(id / 24)]} ${toHour(id % 24)}`;
  if (axis === 'level') return (id) => Level.label(id);
  if (axis === 'entry') return (id) => Entry.label(id);
  if (axis === 'mode') return (id) => PlayMode.label(id);
  if (axis === 'depth') return (id) => depths[id - 1] ?? '';
  if (axis === 'age') return ageName;
  if (axis === 'pointSource') return (id) => PointSource.label(pointSources[id - 1]);
  const known = ids.filter((id) => id !== 0);
  const rows = known.length > 0 ? await called[axis](db, known).execute() : [];
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return (id) => (id === 0 ? unknown[axis] : (names.get(id) ?? `${id}`));
};

/** The activities that tiers are of, by the tiers' numbers. */
export const activitiesOf = async (db: Db, tierIds: readonly number[]): Promise<ReadonlyMap<number, number>> => {
  const known = tierIds.filter((id) => id !== 0);
  const rows =
    known.length > 0 ? await db.selectFrom('tier').where('id', 'in', known).select(['id', 'activityId']).execute() : [];
  return new Map(rows.map(({ id, activityId }) => [id, activityId]));
};
