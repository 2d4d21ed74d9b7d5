import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { ObjectKind } from '@zhuiyuan/contract/trace/object-kind';
import type { registrationApi } from '@zhuiyuan/contract/registration/registration';
import { sql, type SelectQueryBuilder } from 'kysely';
import type { DB } from '../kit/db/database-types.gen.ts';
import { among, at, contains, eq, within, matchingBy, type Matching } from '../kit/db/filtered.ts';
import { firmName } from '../kit/db/selectors.ts';

export type RegistrationFilters = Omit<InputOf<typeof registrationApi.list>, 'page' | 'limit'> & { ids?: number[] };

type Registrations = SelectQueryBuilder<DB, 'registration', object>;

/** Registrations that pass the filters, without columns and order. */
export const matchingRegistrations: Matching<'registration', RegistrationFilters> = matchingBy(
  'registration',
  (db) => db.selectFrom('registration'),
  {
    ids: at(among, 'id'),
    firmId: eq,
    handle: contains,
    objKind: eq,
    status: eq,
    nodeKind: eq,
    dateLimit: at(within, 'createdAt'),
  },
);

/** Adds what a row of the list shows, newest first. */
export const asRegistrationRows = (query: Registrations) =>
  query
    .leftJoin('product', (join) =>
      join.onRef('product.id', '=', 'registration.objId').on('registration.objKind', '=', ObjectKind.product),
    )
    .leftJoin('lot', (join) =>
      join.onRef('lot.id', '=', 'registration.objId').on('registration.objKind', '=', ObjectKind.lot),
    )
    .leftJoin('segment', (join) =>
      join.onRef('segment.seg', '=', 'registration.seg').on('registration.objKind', '=', ObjectKind.run),
    )
    .leftJoin('task', 'task.id', 'segment.taskId')
    .select([
      'registration.id',
      'registration.firmId',
      firmName('registration'),
      'registration.handle',
      'registration.objKind',
      sql<string>`coalesce(product.store_name, lot.lot_no, task.name, split_part(registration.handle, '/', 2))`.as(
        'objName',
      ),
      sql<string>`case registration.obj_kind when ${sql.lit(ObjectKind.run)} then lower(span) || '-' || (upper(span) - 1) else '' end`.as(
        'range',
      ),
      'registration.nodeKind',
      'registration.status',
      'registration.tries',
      'registration.lastErr',
      'registration.registeredAt',
      'registration.parsedAt',
      'registration.createdAt as createTime',
      'registration.version',
    ])
    .orderBy('registration.id', 'desc');
