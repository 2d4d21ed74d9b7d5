import type { Role } from '../account/require-role.ts';
import { RoleKind } from '@zhuiyuan/contract/account/role-kind';
import { Holder } from '@zhuiyuan/contract/codes/state/code-enums';
import { OpSource } from '@zhuiyuan/contract/kit/op-source';
import { sql, type RawBuilder } from 'kysely';
import type { Actor } from '../movement/actor.ts';

/** Roles that have goods. */
export const holders: readonly RoleKind[] = [RoleKind.agent, RoleKind.shop];

/** A dealer or shop as the holder of goods. */
export const toHolder = ({ kind, id }: Pick<Role, 'kind' | 'id'>): { kind: number; id: number } => ({
  kind: kind === RoleKind.agent ? Holder.agent : Holder.shop,
  id,
});

/** The name of one end of a shipping document: the firm, a dealer or a shop. */
export const endName = (end: 'from' | 'to'): RawBuilder<string> => sql<string>`case ${sql.ref(`deliver.${end}Kind`)}
    when ${sql.lit(Holder.firm)} then (select coalesce(nullif(short_name, ''), name) from firm where firm.id = deliver.firm_id)
    when ${sql.lit(Holder.agent)} then (select name from agent where agent.id = ${sql.ref(`deliver.${end}Id`)} and agent.firm_id = deliver.firm_id)
    else (select name from shop where shop.id = ${sql.ref(`deliver.${end}Id`)} and shop.firm_id = deliver.firm_id) end`;

/** Who acts, as operations on goods name it. */
export const toActor = ({ kind, id, firmId }: Pick<Role, 'kind' | 'id' | 'firmId'>): Actor => ({
  operatorId: null,
  opSrc: OpSource.merchant,
  role: { kind, id },
  firmId,
});
