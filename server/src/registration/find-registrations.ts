import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { type registrationApi } from '@zhuiyuan/contract/registration/registration';
import { ObjectKind } from '@zhuiyuan/contract/trace/object-kind';
import { sql } from 'kysely';
import type { Db } from '../kit/db/database.ts';
import { containing, within } from '../kit/db/filters.ts';

export type RegistrationFilters = Omit<InputOf<typeof registrationApi.list>, 'page' | 'limit'> & { ids?: number[] };

/** Registrations that pass the filters, without columns and order. */
export const matchingRegistrations = (db: Db, filters: RegistrationFilters) => {
  let query = db
    .selectFrom('registration')
    .innerJoin('firm', 'firm.id', 'registration.firmId')
    .where(within('registration.createdAt', filters.dateLimit));
  if (filters.ids) query = query.where('registration.id', 'in', filters.ids);
  if (filters.firmId !== undefined) query = query.where('registration.firmId', '=', filters.firmId);
  if (filters.handle) query = query.where('registration.handle', 'ilike', containing(filters.handle));
  if (filters.objKind !== undefined) query = query.where('registration.objKind', '=', filters.objKind);
  if (filters.status !== undefined) query = query.where('registration.status', '=', filters.status);
  if (filters.nodeKind !== undefined) query = query.where('registration.nodeKind', '=', filters.nodeKind);
  return query;
};

/** Adds what a row of the list shows, newest first. */
export const asRegistrationRows = (query: ReturnType<typeof matchingRegistrations>) =>
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
      'firm.name as firmName',
      'registration.handle',
      'registration.objKind',
      sql<string>`coalesce(product.store_name, lot.lot_no, task.name, split_part(registration.handle, '/', 2))`.as(
        'objName',
      ),
      sql<string>`case registration.obj_kind when 3 then lower(span) || '-' || (upper(span) - 1) else '' end`.as(
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
