import { Holder } from '@zhuiyuan/contract/codes/state/code-enums';
import type { Db } from '../kit/db/database.ts';

/** One who has goods, or is sent some: the firm (0, number 0), a dealer, a shop. */
export interface Party {
  kind: number;
  id: number;
}

export const partyKey = ({ kind, id }: Party): string => `${kind} ${id}`;

export const isSame = (a: Party, b: Party): boolean => a.kind === b.kind && a.id === b.id;

/** Names of some parties of a firm by their {@link partyKey}; those that are deleted have theirs still. */
export const holderNames = async (db: Db, firmId: number, parties: readonly Party[]): Promise<Map<string, string>> => {
  const idsOf = (kind: number) => [...new Set(parties.filter((party) => party.kind === kind).map(({ id }) => id))];
  const names = new Map<string, string>();
  if (parties.some(({ kind }) => kind === Holder.firm)) {
    const firm = await db.selectFrom('firm').where('id', '=', firmId).select('name').executeTakeFirst();
    names.set(partyKey({ kind: Holder.firm, id: 0 }), firm?.name ?? '');
  }
  for (const [kind, table] of [
    [Holder.agent, 'agent'],
    [Holder.shop, 'shop'],
  ] as const) {
    const ids = idsOf(kind);
    if (ids.length === 0) continue;
    const rows = await db
      .selectFrom(table)
      .where('id', 'in', ids)
      .where('firmId', '=', firmId)
      .select(['id', 'name'])
      .execute();
    for (const { id, name } of rows) names.set(partyKey({ kind, id }), name);
  }
  return names;
};
