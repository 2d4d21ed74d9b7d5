import type { deliverLogApi } from '@zhuiyuan/contract/movement/document/deliver-log';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { sql } from 'kysely';
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
