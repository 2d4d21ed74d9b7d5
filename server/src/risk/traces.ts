import { TraceKind } from '@zhuiyuan/contract/risk/risk-enums';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { sql } from 'kysely';
import { addressGroup, isPrivateAddress } from '../kit/address.ts';
import type { Db } from '../kit/db/database.ts';
import { cellOf, type Point } from './measures.ts';

/** Somebody who asks for a draw, with what and from where. */
export interface Visit {
  firmId: number;
  activityId: number;
  uid: number;
  ip: string;
  device: string;
  /** Its page keeps the mark: phones that merely look alike behind one address are no device. */
  isMarked: boolean;
  userAgent: string;
  /** Where the phone says it is. */
  point: Point | undefined;
  /** What he would draw with; points have no code. */
  code: { id: number; seg: number; serial: number; text: string } | undefined;
}

/** By what a visit is counted; '' where it is not. */
export interface Dims {
  person: string;
  address: string;
  device: string;
  cell: string;
}

/** By what somebody is counted. Behind an address of a local network may be everybody: a proxy that nobody told us about. */
export const dimsOf = ({
  uid,
  ip,
  device,
  isMarked,
  point,
}: Pick<Visit, 'uid' | 'ip' | 'device' | 'isMarked' | 'point'>): Dims => ({
  person: String(uid),
  address: isPrivateAddress(ip) ? '' : addressGroup(ip),
  device: isMarked ? device : '',
  cell: point ? cellOf(point) : '',
});

/** Traces of one visit, to be forgotten where nothing came of it. */
export interface Kept {
  kinds: number[];
  dims: string[];
  members: string[];
  ats: string[];
}

/**
 * Keeps who comes with what, before anything is counted: of those who come at the same moment each sees the others, so that some
 * may be counted too much and none too little. `what`: the code or ticket. Answers what was not kept before.
 */
export const keepTraces = async (
  db: Db,
  firmId: number,
  { person, address, device, cell }: Dims,
  what: string,
): Promise<Kept> => {
  // In one order, so that two who share some of them do not wait for each other.
  const seen = (
    [
      [TraceKind.personCode, person, what],
      [TraceKind.addressCode, address, what],
      [TraceKind.addressPerson, address, person],
      [TraceKind.devicePerson, device, person],
      [TraceKind.cellPerson, cell, person],
      [TraceKind.cellCode, cell, what],
    ] as const
  ).filter(([, dim]) => dim !== '');
  const { rows } = await sql<{ kind: number; dim: string; member: string; at: string; isNew: boolean }>`
    insert into risk_trace as t (firm_id, kind, dim, member, at)
    select ${firmId}, kind, dim, member, clock_timestamp()
    from unnest(${seen.map(([kind]) => kind)}::smallint[], ${seen.map(([, dim]) => dim)}::text[], ${seen.map(([, , member]) => member)}::text[])
      with ordinality as s (kind, dim, member, nth)
    where exists (select from risk_rule r where r.firm_id = ${firmId} and r.status = ${sql.lit(Enabled.on)})
    order by nth
    on conflict (firm_id, kind, dim, member) do update set at = excluded.at
    returning kind, dim, member, at::text as at, xmax = 0 as is_new`.execute(db);
  const fresh = rows.filter(({ isNew }) => isNew);
  return {
    kinds: fresh.map(({ kind }) => kind),
    dims: fresh.map(({ dim }) => dim),
    members: fresh.map(({ member }) => member),
    ats: fresh.map(({ at }) => at),
  };
};

/** Takes back what {@link keepTraces} kept of somebody who got no ticket, unless he came again meanwhile. */
export const forgetTraces = async (db: Db, firmId: number, { kinds, dims, members, ats }: Kept): Promise<void> => {
  if (kinds.length === 0) return;
  await sql`
    delete from risk_trace t
    using unnest(${kinds}::smallint[], ${dims}::text[], ${members}::text[], ${ats}::timestamptz[]) as k (kind, dim, member, at)
    where t.firm_id = ${firmId} and t.kind = k.kind and t.dim = k.dim and t.member = k.member and t.at = k.at`.execute(
    db,
  );
};
