import { Review } from '@zhuiyuan/contract/kit/review';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { FlowDraft } from '@zhuiyuan/contract/trace/flow/flow-draft';
import type { FlowField } from '@zhuiyuan/contract/trace/flow/flow-field';
import { FlowImportOptions } from '@zhuiyuan/contract/trace/flow/flow-import';
import { Code } from '@zhuiyuan/contract/kit/codes';
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { ImportContext, Importer } from '../../jobs/importer.ts';
import type { Db } from '../../kit/db/database.ts';
import { live } from '../../kit/db/live.ts';
import { invalid, Refusal } from '../../kit/refusal.ts';
import { megabyte } from '../../media/receive-upload.ts';
import { findOrCreateLot } from '../lot/find-or-create-lot.ts';
import { withPictureZip, type PictureZip } from './picture-zip.ts';
import { flowImportColumns, producedOn, readFlowRow } from './read-flow-row.ts';
import { insertFlows, updateFlow } from './flow-writes.ts';
import { toFlowFields } from './show-values.ts';

/** 任务/导入. */
const fromFile = 2;

/** The type records are imported for, with its firm; refused beside its field when it is not there or disabled. */
export const requireImportedType = async (
  db: Db,
  flowTypeId: number,
): Promise<{ firmId: number; name: string; fields: FlowField[] }> => {
  const type = await live(db, 'flowType')
    .select(['firmId', 'name', 'fields'])
    .where('id', '=', flowTypeId)
    .where('status', '=', Enabled.on)
    .executeTakeFirst();
  if (!type) throw invalid('flowTypeId', '流程类型已停用或不存在');
  return { ...type, fields: toFlowFields(type.fields) };
};

/** A row without a number of the sender's is known again by what it says. */
const ownNumber = (flowTypeId: number, cells: Readonly<Record<string, string>>): string => {
  const content = JSON.stringify(Object.entries(cells).sort(([a], [b]) => (a < b ? -1 : 1)));
  return `row:${createHash('sha256').update(`${flowTypeId}\n${content}`).digest('hex').slice(0, 36)}`;
};

type Context = ImportContext<FlowImportOptions, PictureZip | undefined>;

/** What a row says, and the record that came of it before, if any; refused with what is wrong in it. */
const readRow = async ({ db, firmId, params, beside: pictures }: Context, cells: Record<string, string>) => {
  const { fields } = await requireImportedType(db, params.flowTypeId);
  const { issues, facts, productId, lotId, values } = await readFlowRow(
    db,
    { firmId, fields, options: params, pictures },
    cells,
  );
  const issue = issues[0];
  if (issue || !facts || !productId)
    throw new Refusal(Code.invalid, issue?.message ?? '参数不正确', { fields: [{ field: issue?.key }] });
  const sourceRow = facts.sourceRow ?? ownNumber(params.flowTypeId, cells);
  const known = await live(db, 'flow')
    .select('id')
    .where('firmId', '=', firmId)
    .where('sourceRow', '=', sourceRow)
    .where('voidAt', 'is', null)
    .executeTakeFirst();
  const isSkipped = known !== undefined && (params.onRepeat === 'skip' || !facts.sourceRow);
  const pictureKeys = fields.flatMap(({ key, type }) => (type === 'image' && values[key] ? [key] : []));
  return { facts, productId, lotId, values, sourceRow, known, isSkipped, pictureKeys };
};

/** Records of one type from a file. A row that is there already, by its 外部编号 or else by its content, is passed over or replaced. */
export const flowImporter: Importer<Record<string, string>, FlowImportOptions, PictureZip | undefined> = {
  biz: 'flow',
  may: 'admin:identity:flow:import',
  params: FlowImportOptions as unknown as z.ZodType<FlowImportOptions>,
  columns: async (db, { flowTypeId }) => flowImportColumns((await requireImportedType(db, flowTypeId)).fields),
  row: z.record(z.string(), z.string()),
  unique: { column: 'sourceRow', of: ({ sourceRow }) => sourceRow },
  besideFile: { extension: 'zip', bytes: 200 * megabyte },
  opening: (app, { db, operator, params: { zipUrl } }, use) =>
    withPictureZip(app, { db, uploads: operator.firmId ?? 0, adminId: operator.id, zipUrl }, use),
  ahead: async (context, cells) => {
    if (!context.beside) return;
    const { isSkipped, pictureKeys, values } = await readRow(context, cells);
    if (!isSkipped) await context.beside.keep(pictureKeys.flatMap((key) => values[key] as string[]));
  },
  apply: async (context, cells) => {
    const { db, operator, params, beside: pictures } = context;
    const { facts, productId, lotId, values, sourceRow, known, isSkipped, pictureKeys } = await readRow(context, cells);
    if (isSkipped) return 'skip';
    const lot =
      lotId ??
      (
        await findOrCreateLot(
          db,
          { productId, lot: { lotNo: cells['lotNo'] ?? '', produceDate: producedOn(facts.occurAt) } },
          operator,
        )
      ).id;
    for (const key of pictureKeys)
      values[key] = (values[key] as string[]).map((each) => pictures?.toAddress(each) ?? each);
    const draft = FlowDraft.parse({
      flowTypeId: params.flowTypeId,
      productId,
      lotIds: [lot],
      title: facts.title,
      occurAt: facts.occurAt,
      place: facts.place,
      operatorName: facts.operatorName,
      values,
      audit: params.submit ? Review.waiting : Review.unsent,
    });
    if (known) await updateFlow(db, known.id, draft, { operatorId: operator.id });
    else await insertFlows(db, draft, { operatorId: operator.id, opSrc: fromFile, sourceRow });
    return 'done';
  },
};
