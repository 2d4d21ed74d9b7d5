import type { FieldFinding } from '@zhuiyuan/contract/fieldwork/field-inspection';
import { BizType, DeliverStatus } from '@zhuiyuan/contract/movement/move-enums';
import { sql } from 'kysely';
import { liesIn } from '../diversion/judge-place.ts';
import type { Db } from '../kit/db/database.ts';
import { endName } from './holder.ts';
import type { Found } from './judge-found.ts';

type Step = FieldFinding['flow'][number];
const shown = 50;

/** Shipments of a code, with those of the boxes it lies in, and whether each was signed for. */
const readMoves = async (db: Db, { unit, boxes }: Found): Promise<Step[]> => {
  const places = [unit, ...boxes];
  const rows = await db
    .selectFrom('deliverLine')
    .innerJoin('deliver', (join) => join.onRef('deliver.id', '=', 'deliverLine.deliverId'))
    .where((row) =>
      row.or(
        places.map(({ seg, serial }) =>
          row.and([row('deliverLine.seg', '=', seg), sql<boolean>`deliver_line.span @> ${serial}::int8`]),
        ),
      ),
    )
    .where('deliverLine.status', '<>', DeliverStatus.cancelled)
    .select([
      'deliver.deliverNo',
      'deliver.bizType',
      'deliver.shipAt',
      'deliverLine.status',
      'deliverLine.endAt',
      endName('from').as('fromName'),
      endName('to').as('toName'),
    ])
    .orderBy('deliver.shipAt', 'desc')
    .orderBy('deliver.id', 'desc')
    .limit(shown)
    .execute();
  return rows.flatMap(({ deliverNo, bizType, shipAt, status, endAt, fromName, toName }): Step[] => [
    ...(status === DeliverStatus.signed && endAt
      ? [{ at: endAt, title: '签收', text: `${toName} · ${deliverNo}`, isOutside: false }]
      : []),
    {
      at: shipAt,
      title: BizType.label(bizType),
      text: `${fromName} 发往 ${toName} · ${deliverNo}`,
      isOutside: false,
    },
  ]);
};

/** Queries of shoppers; those from outside of the regions are told apart. */
const readScans = async (db: Db, { unit, regions }: Found): Promise<Step[]> => {
  const rows = await db
    .selectFrom('scanLog')
    .where('seg', '=', unit.seg)
    .where('serial', '=', unit.serial)
    .where('isCounted', '=', true)
    .select(['at', 'province', 'city', 'district', 'times'])
    .orderBy('at', 'desc')
    .limit(shown)
    .execute();
  return rows.map(({ at, times, ...place }) => {
    const name = [...new Set([place.province, place.city])].join('');
    return {
      at,
      title: times > 1 ? `第 ${times} 次查询` : '首次查询',
      text: `${name || '地点未知'} · 消费者`,
      isOutside: name !== '' && regions.length > 0 && !liesIn(place, regions),
    };
  });
};

/** 流向 of a code, the newest first. */
export const readWay = async (db: Db, found: Found): Promise<Step[]> =>
  [...(await readMoves(db, found)), ...(await readScans(db, found))]
    .toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
    .slice(0, shown);
