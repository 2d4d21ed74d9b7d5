import { exportLimit, exportRefusals } from '@zhuiyuan/contract/kit/export';
import { randomBytes } from 'node:crypto';
import type { App } from './app-context.ts';
import type { Db } from './database.ts';
import { offerDownload } from './download.ts';
import type { Operator } from './operator.ts';
import { refuse } from './refusal.ts';
import { xlsxStream, xlsxType, type Column } from './xlsx.ts';

/**
 * Writes rows into an xlsx file and answers the name it is fetched under, once, within five minutes. Ask the query for
 * {@link exportLimit} + 1 rows. Throws 63701 without rows and 63702 beyond the limit.
 */
export const offerXlsx = async <Row>(
  app: Pick<App, 'files'>,
  db: Db,
  operator: Operator,
  { name, columns, rows }: { name: string; columns: readonly Column<Row>[]; rows: Row[] },
): Promise<string> => {
  if (rows.length === 0) throw refuse(exportRefusals.nothing);
  if (rows.length > exportLimit) throw refuse(exportRefusals.tooMany);
  const file = `export/${randomBytes(16).toString('hex')}.xlsx`;
  await app.files.put(file, xlsxStream(name, columns, rows), xlsxType);
  return offerDownload(db, {
    name: `${name}.xlsx`,
    file,
    firmId: operator.firmId ?? 0,
    adminId: operator.id,
    isTemporary: true,
  });
};
