import { LogResult } from '@zhuiyuan/contract/kit/log-result';
import { OpSource } from '@zhuiyuan/contract/kit/op-source';
import { DeliverAct } from '@zhuiyuan/contract/movement/move-enums';
import { deliverLogApi } from '@zhuiyuan/contract/movement/document/deliver-log';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { sql } from 'kysely';
import { below, type Exporter, type FoundBy } from '../../jobs/exporter.ts';
import type { Keyring } from '../../codes/cipher/keyring.ts';
import { findContainers } from '../../codes/state/find-containers.ts';
import { readUnit } from '../../codes/state/read-unit.ts';
import type { Db } from '../../kit/db/database.ts';
import { at, by, eq, matchingBy, within, type Matching } from '../../kit/db/filtered.ts';
import { firmName } from '../../kit/db/selectors.ts';
import { actorName } from '../actor-name.ts';
import { partyName } from '../../codes/lookup/party-name.ts';

export type LogFilters = Omit<InputOf<typeof deliverLogApi.export>, 'columns'>;

interface Places {
  firmId: number;
  segs: number[];
  serials: number[];
}

const matching: Matching<'deliverLog', Omit<LogFilters, 'code'> & { places?: Places; codeText?: string }> = matchingBy(
  'deliverLog',
  (db) => db.selectFrom('deliverLog'),
  {
    firmId: eq,
    ids: by(
      (ids: number[]) => [ids],
      (_row, ids) => sql<boolean>`deliver_log.id = any(${ids}::bigint[])`,
    ),
    places: by(
      ({ firmId, segs, serials }: Places) => [firmId, segs, serials],
      (_row, firmId, segs, serials) => sql<boolean>`deliver_log.id in (
        select log.id from unnest(${segs}::int[], ${serials}::bigint[]) place(seg, serial)
        cross join lateral (select id, firm_id from deliver_log where seg = place.seg and span @> place.serial offset 0) log
        where log.firm_id = ${firmId})`,
    ),
    codeText: eq,
    act: eq,
    deliverId: eq,
    fromKind: eq,
    fromId: eq,
    toKind: eq,
    toId: eq,
    result: eq,
    opSrc: eq,
    operatorId: eq,
    dateLimit: at(within, 'at'),
  },
);

/** Rows of the log; a code finds its own and those of the boxes it lies in, a text that is no code of the firm's as it was scanned. */
export const matchingLog = async (db: Db, keyring: Keyring, { code, ...filters }: LogFilters) => {
  if (!code) return matching(db, filters);
  const place = (await keyring.find(db, code))?.place;
  const unit = place && (await readUnit(db, place.seg, place.serial));
  if (!unit) return matching(db, { ...filters, codeText: code });
  const places = [unit, ...(await findContainers(db, unit)).boxes];
  return matching(db, {
    ...filters,
    places: { firmId: unit.firmId, segs: places.map(({ seg }) => seg), serials: places.map(({ serial }) => serial) },
  });
};

/** Adds what the log shows, the latest first. */
export const asLogRows = (query: ReturnType<typeof matching>) =>
  query
    .leftJoin('deliver', 'deliver.id', 'deliverLog.deliverId')
    .select([
      'deliverLog.id',
      'deliverLog.firmId',
      firmName('deliverLog'),
      'deliverLog.at',
      'deliverLog.act',
      'deliverLog.deliverId',
      sql<string>`coalesce(deliver.deliver_no, '')`.as('deliverNo'),
      'deliverLog.codeText',
      'deliverLog.itemQty',
      'deliverLog.fromKind',
      partyName('deliverLog', 'from').as('fromName'),
      'deliverLog.toKind',
      partyName('deliverLog', 'to').as('toName'),
      actorName('deliverLog').as('operatorName'),
      'deliverLog.opSrc',
      'deliverLog.result',
      'deliverLog.errMsg',
      'deliverLog.note',
      'deliverLog.place',
    ])
    .orderBy('deliverLog.id', 'desc');

/** The log of shipping as a file, the latest first. */
export const deliverLogExporter = (
  keyring: Keyring,
): Exporter<FoundBy<typeof asLogRows>, LogFilters, FoundBy<typeof asLogRows>> => ({
  biz: 'deliver_log',
  title: '发货日志',
  may: deliverLogApi.export.may,
  columns: [
    { title: '时间', width: 20, cell: (row) => row.at },
    { title: '操作', cell: (row) => DeliverAct.label(row.act) },
    { title: '发货单号', width: 22, cell: (row) => row.deliverNo },
    { title: '编码', width: 40, cell: (row) => row.codeText },
    { title: '件数', cell: (row) => row.itemQty },
    { title: '发货方', width: 28, cell: (row) => row.fromName },
    { title: '收货方', width: 28, cell: (row) => row.toName },
    { title: '操作人', cell: (row) => row.operatorName },
    { title: '来源', cell: (row) => OpSource.label(row.opSrc) },
    { title: '结果', cell: (row) => LogResult.label(row.result) },
    { title: '原因', width: 36, cell: (row) => row.errMsg },
    { title: '说明', width: 28, cell: (row) => row.note },
    { title: '地点', width: 24, cell: (row) => row.place },
    { title: '所属企业', width: 32, cell: (row) => row.firmName },
  ],
  filters: deliverLogApi.export.input,
  page: async (db, filters, after, limit) =>
    asLogRows(await matchingLog(db, keyring, filters))
      .where('deliverLog.id', '<', below(after))
      .limit(limit)
      .execute(),
});
