import type { auditLogApi } from '@zhuiyuan/contract/access/audit-log';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { sql, type SelectQueryBuilder } from 'kysely';
import type { DB } from '../kit/db/database-types.gen.ts';
import type { Db } from '../kit/db/database.ts';
import { containing, within } from '../kit/db/filters.ts';
import { mounted } from '../kit/http/mounted.ts';

type Logs = SelectQueryBuilder<DB, 'auditLog', object>;

/**
 * The log rows that the filters mean. A part of a title or of a person's name is looked up among the calls and the staff
 * first: the log itself, millions of rows long, is only ever asked for whole values, which its indexes know.
 */
export const matchingLogs = async (db: Db, filters: InputOf<typeof auditLogApi.export>): Promise<Logs> => {
  let query = db.selectFrom('auditLog').where(within('auditLog.operTime', filters.dateLimit));
  const { title, operName, businessType, status, firmId } = filters;
  if (title) query = query.where('auditLog.title', 'in', titlesWith(title));
  if (operName) query = query.where('auditLog.operName', 'in', await accountsWith(db, operName));
  if (businessType !== undefined) query = query.where('auditLog.businessType', '=', businessType);
  if (status !== undefined) query = query.where('auditLog.status', '=', status);
  if (firmId) query = query.where('auditLog.firmId', '=', firmId);
  return query;
};

const titlesWith = (part: string): string[] => [
  ...new Set([part, ...mounted.map(({ title }) => title).filter((title) => title.includes(part))]),
];

const accountsWith = async (db: Db, part: string): Promise<string[]> => {
  const pattern = containing(part);
  const found = await db
    .selectFrom('admin')
    .select('account')
    .where(({ or, eb }) => or([eb('account', 'ilike', pattern), eb('realName', 'ilike', pattern)]))
    .limit(1000)
    .execute();
  return [...new Set([part, ...found.map(({ account }) => account)])];
};

/** Newest first; finds the rows by index alone and reads only those that are shown, so that a late page costs little more. */
export const newestLogs = (db: Db, matching: Logs, limit: number, offset = 0) =>
  db
    .selectFrom('auditLog')
    .innerJoin(
      matching
        .select('auditLog.id')
        .orderBy('auditLog.operTime', 'desc')
        .orderBy('auditLog.id', 'desc')
        .limit(limit)
        .offset(offset)
        .as('shown'),
      'shown.id',
      'auditLog.id',
    )
    .leftJoin('firm', 'firm.id', 'auditLog.firmId')
    .select([
      'auditLog.id',
      'auditLog.title',
      'auditLog.businessType',
      'auditLog.requestMethod',
      'auditLog.operName',
      'auditLog.operIp',
      'auditLog.operLocation',
      'auditLog.status',
      'auditLog.costTime',
      'auditLog.operTime',
      sql<string>`coalesce(firm.name, '')`.as('firmName'),
    ])
    .orderBy('auditLog.operTime', 'desc')
    .orderBy('auditLog.id', 'desc');
