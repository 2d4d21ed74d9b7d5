import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import type { firmApi } from '@zhuiyuan/contract/parties/firm/firm';
import { sql, type SelectQueryBuilder } from 'kysely';
import type { DB } from '../../kit/db/database-types.gen.ts';
import type { Db } from '../../kit/db/database.ts';
import { containing, within } from '../../kit/db/filters.ts';

export type FirmFilters = Omit<InputOf<typeof firmApi.list>, 'page' | 'limit'> & { ids?: number[] };

type Firms = SelectQueryBuilder<DB, 'firm', object>;

/** The firms a list or an export is about, without columns and order. A region finds everything below it. */
export const matchingFirms = (db: Db, filters: FirmFilters): Firms => {
  let query = db.selectFrom('firm').where('firm.isDel', '=', 0);
  if (filters.ids) query = query.where('firm.id', 'in', filters.ids);
  if (filters.name) query = query.where('firm.name', 'ilike', containing(filters.name));
  if (filters.creditCode) query = query.where('firm.creditCode', 'ilike', containing(filters.creditCode));
  if (filters.audit !== undefined) query = query.where('firm.audit', '=', filters.audit);
  if (filters.status !== undefined) query = query.where('firm.status', '=', filters.status);
  if (filters.regionCode)
    query = query.where('firm.regionCode', 'like', `${filters.regionCode.replace(/(?:00){1,2}$/, '')}%`);
  return query.where(within('firm.createdAt', filters.dateLimit));
};

/** Adds what a row of the list shows, newest first; the phone is whole here. */
export const asFirmRows = (query: Firms) =>
  query
    .leftJoin('nodeConf', 'nodeConf.firmId', 'firm.id')
    .select((row) => [
      'firm.id',
      'firm.id as firmId',
      'firm.name',
      'firm.name as firmName',
      'firm.firmNo',
      'firm.creditCode',
      'firm.logo',
      'firm.industry',
      'firm.contact',
      'firm.phone',
      'firm.regionCode',
      'firm.codeUsed',
      'firm.codeQuota',
      row.fn.coalesce('nodeConf.prefix', sql<string>`''`).as('nodePrefix'),
      'firm.validTo',
      'firm.audit',
      'firm.auditRemark',
      'firm.status',
      'firm.version',
      'firm.createdAt as createTime',
      'firm.updatedAt as updateTime',
    ])
    .orderBy('firm.id', 'desc');
