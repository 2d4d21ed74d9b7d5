import { LogResult } from '@zhuiyuan/contract/kit/log-result';
import { DeliverAct } from '@zhuiyuan/contract/movement/move-enums';
import { Level } from '@zhuiyuan/contract/codes/state/code-enums';
import type { deliverApi, DeliverEvent, RecentCancel } from '@zhuiyuan/contract/movement/document/deliver';
import type { DataOf, InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { findComputedPage } from '../../kit/db/paging.ts';
import { actorName } from '../actor-name.ts';
import { partyName } from '../../codes/lookup/party-name.ts';
import { requireDeliver } from './list-lines.ts';

/** Codes that one entry of the timeline names. */
const namedCodes = 3;

/** What happened to a document, the latest first: rows that one operation wrote, or that were refused together, are one entry. */
export const listHistory = async (
  db: Db,
  { deliverId, ...input }: InputOf<typeof deliverApi.history>,
): Promise<DataOf<typeof deliverApi.history>> => {
  await requireDeliver(db, deliverId);
  const events = db
    .selectFrom('deliverLog')
    .where('deliverId', '=', deliverId)
    .groupBy([
      'deliverLog.firmId',
      'deliverLog.at',
      'deliverLog.act',
      'deliverLog.result',
      'deliverLog.opId',
      'deliverLog.opSrc',
      'deliverLog.operatorId',
      'deliverLog.roleKind',
      'deliverLog.roleId',
      'deliverLog.note',
      'deliverLog.place',
    ])
    .select([
      sql<number>`max(deliver_log.id)`.as('lastId'),
      'deliverLog.firmId',
      'deliverLog.at',
      'deliverLog.act',
      'deliverLog.result',
      'deliverLog.opSrc',
      'deliverLog.note',
      'deliverLog.place',
      'deliverLog.operatorId',
      'deliverLog.roleKind',
      'deliverLog.roleId',
      sql<number>`count(*)::int`.as('lineCnt'),
      sql<number>`sum(deliver_log.item_qty)::bigint`.as('itemQty'),
      sql<
        DeliverEvent['codes']
      >`to_json((array_agg(json_build_object('codeText', deliver_log.code_text, 'errMsg', deliver_log.err_msg)
        order by deliver_log.id) filter (where deliver_log.code_text <> ''))[1:${sql.lit(namedCodes)}])`.as('codes'),
    ]);
  const page = await findComputedPage(db, input, db.selectFrom(events.as('event')), (query) =>
    query
      .select(['event.at', 'event.act', 'event.result', 'event.opSrc', 'event.note', 'event.place'])
      .select(['event.lineCnt', 'event.itemQty', 'event.codes'])
      .select(actorName('event').as('operatorName'))
      .orderBy('event.lastId', 'desc'),
  );
  return { ...page, list: page.list.map((row) => ({ ...row, codes: row.codes ?? [] })) as DeliverEvent[] };
};

/** The latest codes that were taken back. */
export const readRecentCancels = async (
  db: Db,
  { level, limit }: InputOf<typeof deliverApi.recentCancels>,
): Promise<RecentCancel[]> =>
  db
    .selectFrom('deliverLog')
    .innerJoin('deliver', 'deliver.id', 'deliverLog.deliverId')
    .leftJoin('segment', 'segment.seg', 'deliverLog.seg')
    .where('deliverLog.act', '=', DeliverAct.cancel)
    .where('deliverLog.result', '=', LogResult.done)
    .$if(level === Level.item, (query) => query.where('segment.level', '=', Level.item))
    .$if(level !== undefined && level !== Level.item, (query) => query.where('segment.level', '>', Level.item))
    .select([
      'deliverLog.id',
      'deliverLog.at',
      'deliver.id as deliverId',
      'deliver.deliverNo',
      partyName('deliverLog', 'to').as('toName'),
      'deliverLog.codeText',
      'deliverLog.itemQty',
      'deliverLog.note as reason',
      actorName('deliverLog').as('operatorName'),
    ])
    .orderBy('deliverLog.id', 'desc')
    .limit(limit)
    .execute();
