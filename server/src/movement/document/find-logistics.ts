import { Holder } from '@zhuiyuan/contract/codes/state/code-enums';
import { BizType, DeliverStatus } from '@zhuiyuan/contract/movement/move-enums';
import { ShowLogistics } from '@zhuiyuan/contract/parties/firm/firm-settings';
import type { TraceDetail } from '@zhuiyuan/contract/trace/trace-detail';
import { sql } from 'kysely';
import { findContainers } from '../../codes/state/find-containers.ts';
import { readUnit } from '../../codes/state/read-unit.ts';
import type { Db } from '../../kit/db/database.ts';
import { findShipRules } from '../../parties/firm/find-ship-rules.ts';
import { regionPath } from '../../settings/region-names.ts';
import type { TraceSubject } from '../../trace/template/trace-detail.ts';
import { partyName } from '../../codes/lookup/party-name.ts';

type Steps = TraceDetail['logistics'];

const regionOf = (end: 'from' | 'to') => {
  const [kind, id] = [sql.ref(`deliver.${end}Kind`), sql.ref(`deliver.${end}Id`)];
  return sql<string>`coalesce(case ${kind}
    when ${sql.lit(Holder.agent)} then (select place.region_code from agent place where place.firm_id = deliver.firm_id and place.id = ${id})
    when ${sql.lit(Holder.shop)} then (select place.region_code from shop place where place.firm_id = deliver.firm_id and place.id = ${id})
    else (select place.region_code from firm place where place.firm_id = deliver.firm_id) end, '')`;
};

/** The documents that moved an item, by itself or in a box it lies in, in their order; those that were taken back left out. */
const readMoves = async (db: Db, firmId: number, { seg, serial }: { seg: number; serial: number }) => {
  const unit = await readUnit(db, seg, serial);
  if (!unit) return [];
  const { boxes, custody } = await findContainers(db, unit);
  const places = [{ seg, serial }, ...boxes];
  return db
    .selectFrom('deliver')
    .innerJoinLateral(
      (row) =>
        row
          .selectFrom('deliverLine as line')
          .whereRef('line.deliverId', '=', 'deliver.id')
          .where('line.status', '<>', DeliverStatus.cancelled)
          .where(
            sql<boolean>`exists (select from unnest(${places.map((place) => place.seg)}::int[], ${places.map((place) => place.serial)}::bigint[]) place(seg, serial)
              where line.seg = place.seg and line.span @> place.serial)`,
          )
          .select(['line.status', 'line.endAt'])
          .limit(1)
          .as('moved'),
      (join) => join.onTrue(),
    )
    .where('deliver.firmId', '=', firmId)
    .where(
      'deliver.id',
      'in',
      sql<number>`(select line.deliver_id from unnest(${places.map((place) => place.seg)}::int[], ${places.map((place) => place.serial)}::bigint[]) place(seg, serial)
        cross join lateral (select firm_id, deliver_id from deliver_line where seg = place.seg and span @> place.serial offset 0) line
        where line.firm_id = ${firmId}
        union select ${custody.deliverId}::bigint)`,
    )
    .select(['deliver.bizType', 'deliver.shipAt', 'moved.status', 'moved.endAt'])
    .select([partyName('deliver', 'from').as('fromName'), partyName('deliver', 'to').as('toName')])
    .select([regionOf('from').as('fromRegion'), regionOf('to').as('toRegion')])
    .orderBy('deliver.shipAt')
    .orderBy('deliver.id')
    .execute();
};

const cityOf = async (db: Db, regionCode: string): Promise<string | null> => {
  const [province, city] = await regionPath(db, regionCode);
  // 北京市 and its like are provinces and cities at once: what stands below them are districts.
  return (province?.endsWith('市') ? province : (city ?? province)) ?? null;
};

/** 物流轨迹: where an item went, as far as its firm shows it: nothing, cities alone, or who had it too. */
export const findLogistics = async (db: Db, { firmId, seg, serial }: TraceSubject): Promise<Steps> => {
  if (!seg || !serial) return [];
  const { showLogistics } = await findShipRules(db, firmId);
  if (showLogistics === ShowLogistics.hidden) return [];
  const names = showLogistics === ShowLogistics.full;
  const steps: Steps = [];
  for (const move of await readMoves(db, firmId, { seg, serial })) {
    const isBack = move.bizType === BizType.takeBack;
    steps.push({
      time: move.shipAt,
      text: names ? `${move.fromName}${isBack ? '退回' : '发往'}${move.toName}` : isBack ? '退回发出' : '已发货',
      city: await cityOf(db, move.fromRegion),
    });
    if (move.status === DeliverStatus.signed && move.endAt)
      steps.push({
        time: move.endAt,
        text: names ? `${move.toName}已签收` : '已签收',
        city: await cityOf(db, move.toRegion),
      });
  }
  return steps;
};
