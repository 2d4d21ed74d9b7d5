import { flowFiles } from '@zhuiyuan/contract/trace/flow/flow-values';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { notFound } from '../../kit/refusal.ts';
import { FlowValues } from './check-flow-values.ts';
import { flowColumns, matchingFlows } from './find-flows.ts';
import { toFlowFields, showValues } from './show-values.ts';

/** Everything one record says, its values also in words; throws 404. */
export const requireFlow = async (db: Db, id: number) => {
  const row = await flowColumns(matchingFlows(db, { ids: [id] }))
    .leftJoin('admin', 'admin.id', 'flow.auditBy')
    .select([
      'flow.lng',
      'flow.lat',
      'flow.fieldValues',
      'flowType.fields',
      'flow.files',
      'flow.remark',
      sql<string>`coalesce(admin.real_name, '')`.as('auditName'),
      'flow.auditAt',
      'flow.auditRemark',
      sql<string>`coalesce(flow.source_row, '')`.as('sourceRow'),
      'flow.replacedId',
      'flow.hash',
      'flow.prevHash',
    ])
    .executeTakeFirst();
  if (!row) throw notFound();
  const values = FlowValues.parse(row.fieldValues);
  const fields = toFlowFields(row.fields);
  const [shown = []] = await showValues(db, [{ fields, values }]);
  return { ...row, files: flowFiles.parse(row.files), values, fields, shown };
};

/** Where an uploaded paper of a firm is stored. */
export const findPaper = async (db: Db, firmId: number, url: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('attachment')
      .select('attDir')
      .where('sattDir', '=', url)
      .where('firmId', 'in', [0, firmId])
      .executeTakeFirst()
  )?.attDir;
