import type { FlowImportOptions } from '@zhuiyuan/contract/trace/flow/flow-import';
import { lookAtFile, lookSeconds } from '../../jobs/look-at-file.ts';
import { openSheet } from '../../kit/sheets/open-sheet.ts';
import type { OpenSheet } from '../../kit/sheets/sheet.ts';
import { requirePlaces } from '../../jobs/row-reader.ts';
import { usualLimits } from '../../jobs/start-import.ts';
import { withLocalCopy } from '../../jobs/with-local-copy.ts';
import type { App } from '../../kit/http/app-context.ts';
import type { Db } from '../../kit/db/database.ts';
import type { Operator } from '../../kit/operator.ts';
import { invalid } from '../../kit/refusal.ts';
import { requireImportedType } from './flow-import.ts';
import { withPictureZip, type PictureZip } from './picture-zip.ts';
import { flowImportColumns, readFlowRow } from './read-flow-row.ts';

const shownRows = 20;

/** The first rows of an uploaded file as they would be imported, with what is wrong in each cell. Nothing is changed. */
export const previewFlows = async (
  app: App,
  { db, operator }: { db: Db; operator: Operator },
  { fileUrl, ...options }: FlowImportOptions & { fileUrl: string },
) => {
  const { firmId, fields } = await requireImportedType(db, options.flowTypeId);
  const upload = await db
    .selectFrom('attachment')
    .select(['attDir'])
    .where('sattDir', '=', fileUrl)
    .where('firmId', '=', operator.firmId ?? 0)
    .executeTakeFirst();
  if (!upload) throw invalid('fileUrl', '请上传文件');
  const columns = flowImportColumns(fields);
  const uploads = operator.firmId ?? 0;
  const { zipUrl } = options;
  const look = async (path: string, pictures: PictureZip | undefined) => {
    const sheet = await openSheet(path, usualLimits, lookSeconds);
    try {
      return await readRows(sheet, pictures);
    } finally {
      await sheet.close();
    }
  };
  const readRows = async (sheet: OpenSheet, pictures: PictureZip | undefined) => {
    const places = requirePlaces(sheet.titles, columns);
    const rows = [];
    for await (const { rowNo, cells: texts, faults } of sheet.rows) {
      const cells: Record<string, string> = {};
      const errors: { key: string; message: string }[] = [];
      for (const { key, title, isRequired } of columns) {
        const place = places.get(key);
        const text = place === undefined ? '' : (texts[place] ?? '');
        const fault = place === undefined ? undefined : faults?.get(place);
        if (fault) errors.push({ key, message: `${title}${fault}` });
        else if (text === '' && isRequired) errors.push({ key, message: `${title}不能为空` });
        if (text !== '') cells[key] = text;
      }
      const known = new Set(errors.map(({ key }) => key));
      const { issues } = await readFlowRow(db, { firmId, fields, options, pictures }, cells);
      rows.push({ rowNo, cells, errors: [...errors, ...issues.filter(({ key }) => !known.has(key))] });
      if (rows.length === shownRows) break;
    }
    return { columns: columns.map(({ key, title }) => ({ key, title })), rows };
  };
  return lookAtFile(operator, () =>
    withPictureZip(app, { db, uploads, adminId: operator.id, zipUrl }, (pictures) =>
      withLocalCopy(app, upload.attDir, (path) => look(path, pictures)),
    ),
  );
};
