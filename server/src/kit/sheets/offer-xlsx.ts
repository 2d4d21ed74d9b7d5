import type { App } from '../http/app-context.ts';
import type { Db } from '../db/database.ts';
import { offerFile } from '../files/offer-file.ts';
import type { Operator } from '../operator.ts';
import { xlsxStream, xlsxType, type Column } from './xlsx.ts';

/** Offers rows as a workbook named `name` of one sheet, by {@link offerFile}. */
export const offerXlsx = <Row>(
  app: Pick<App, 'files'>,
  caller: { db: Db; operator: Operator },
  {
    name,
    sheet = name,
    columns,
    rows,
  }: { name: string; sheet?: string; columns: readonly Column<Row>[]; rows: Iterable<Row> | AsyncIterable<Row> },
): Promise<{ fileName: string }> =>
  offerFile(app, caller, { name: `${name}.xlsx`, content: xlsxStream(sheet, columns, rows), type: xlsxType });
