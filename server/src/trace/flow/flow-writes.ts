import { Review } from '@zhuiyuan/contract/kit/review';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import type { FlowDraft } from '@zhuiyuan/contract/trace/flow/flow-draft';
import { flowRefusals } from '@zhuiyuan/contract/trace/flow/flow-refusals';
import { traceRefusals } from '@zhuiyuan/contract/trace/trace-refusals';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { Code } from '@zhuiyuan/contract/kit/codes';
import { invalid, Refusal, refuse, stale, type Constraints } from '../../kit/refusal.ts';
import { live } from '../../kit/db/live.ts';
import { changeRow, lockRow, savedLast } from '../../kit/db/rows.ts';
import { checkFlowValues, FlowValues } from './check-flow-values.ts';
import { ask } from '../../kit/db/events.ts';
import { toFlowFields } from './show-values.ts';

/** What the database refuses of them, in words. */
export const flowConstraints: Constraints = { flow_source_row_uq: () => invalid('sourceRow', '外部编号已存在') };

/** Who and what makes a record: `opSrc` as OpSource, `sourceRow` the sender's own number. */
export interface FlowOrigin {
  operatorId: number;
  opSrc?: number;
  sourceRow?: string | null;
}

interface Before {
  flowTypeId: number;
  productId: number;
  values: FlowValues;
}

/** Holds a draft against what is there; answers the columns all its records share and the lots they are of. */
const prepare = async (db: Db, draft: FlowDraft, before?: Before) => {
  const product = await live(db, 'product')
    .select(['id', 'firmId', 'status'])
    .where('id', '=', draft.productId)
    .executeTakeFirst();
  if (!product || (product.status !== Enabled.on && before?.productId !== product.id))
    throw invalid('productId', traceRefusals.productGone[1]);
  // The share lock keeps the type's fields as they are until the values are written.
  const type = await live(db, 'flowType')
    .select(['id', 'name', 'fields', 'isPublic', 'status'])
    .where('id', '=', draft.flowTypeId)
    .where('firmId', '=', product.firmId)
    .forShare()
    .executeTakeFirst();
  if (!type || (type.status !== Enabled.on && before?.flowTypeId !== type.id))
    throw invalid('flowTypeId', '流程类型已停用或不存在');
  const lotIds = [...new Set(draft.lotIds)];
  const lots = await live(db, 'lot')
    .select(['id', 'lotNo'])
    .where('id', 'in', lotIds)
    .where('productId', '=', product.id)
    .orderBy('id')
    .execute();
  if (lots.length < lotIds.length) throw invalid('lotIds', traceRefusals.otherProductsLot[1]);
  const { seg, serialFrom, serialTo } = draft;
  if (seg !== undefined)
    await ask(db, 'flow.naming-range', {
      lotId: lotIds[0]!,
      seg,
      serialFrom: serialFrom ?? 1,
      serialTo: serialTo ?? 1,
    });
  const { values, issues } = await checkFlowValues(db, {
    firmId: product.firmId,
    fields: toFlowFields(type.fields),
    values: draft.values,
    files: draft.files,
    before: before?.flowTypeId === type.id ? before.values : {},
  });
  if (issues[0]) throw new Refusal(Code.invalid, issues[0].message, { fields: issues });
  return {
    lots,
    typeName: type.name,
    shared: {
      firmId: product.firmId,
      flowTypeId: type.id,
      productId: product.id,
      seg: seg ?? null,
      span: seg === undefined ? null : sql<string>`int8range(${serialFrom}, ${serialTo}, '[]')`,
      occurAt: draft.occurAt,
      place: draft.place,
      lng: draft.lng ?? null,
      lat: draft.lat ?? null,
      operatorName: draft.operatorName,
      fieldValues: JSON.stringify(values),
      images: JSON.stringify(draft.images),
      files: JSON.stringify(draft.files),
      isPublic: draft.public ?? type.isPublic,
      audit: draft.audit,
      remark: draft.remark,
    },
  };
};

const toTitle = (title: string, typeName: string, lotNo: string): string =>
  title || `${typeName} ${lotNo}`.slice(0, 60);

/** Makes one record for each lot of a draft. Refuses at its field what does not fit together. */
export const insertFlows = async (
  db: Db,
  draft: FlowDraft,
  { operatorId, opSrc = 0, sourceRow = null }: FlowOrigin,
): Promise<{ id: number; version: number; ids: number[] }> => {
  const { lots, typeName, shared } = await prepare(db, draft);
  const rows = await db
    .insertInto('flow')
    .values(
      lots.map((lot) => ({
        ...shared,
        lotId: lot.id,
        title: toTitle(draft.title, typeName, lot.lotNo),
        opSrc,
        sourceRow,
        createdBy: operatorId,
      })),
    )
    .returning(['id', 'version'])
    .execute();
  return { ...rows[0]!, ids: rows.map(({ id }) => id) };
};

/**
 * Changes a record that is not audited yet. An audited one stays as it is: it is voided, and a new record takes its
 * place. Answers the record that holds now; 409 when `version` is not the row's.
 */
export const updateFlow = async (
  db: Db,
  id: number,
  draft: FlowDraft,
  { version, operatorId }: { version?: number; operatorId: number },
): Promise<{ id: number; version: number }> => {
  const before = await lockFlow(db, id);
  if (version !== undefined && version !== before.version) throw stale(await savedLast(db, 'flow', id));
  if (before.voidAt) throw refuse(flowRefusals.voided);
  if (draft.lotIds.length !== 1) throw invalid('lotIds', '编辑时只能选择一个批次');
  const { lots, typeName, shared } = await prepare(db, draft, {
    ...before,
    values: FlowValues.parse(before.fieldValues),
  });
  const lot = lots[0]!;
  const content = { ...shared, lotId: lot.id, title: toTitle(draft.title, typeName, lot.lotNo) };
  if (before.audit !== Review.passed)
    return db
      .updateTable('flow')
      .set({ ...content, auditRemark: '', version: before.version + 1, updatedAt: sql`now()` })
      .where('id', '=', id)
      .returning(['id', 'version'])
      .executeTakeFirstOrThrow();
  await voidFlow(db, before, { reason: '已编辑，由新记录代替', operatorId });
  return db
    .insertInto('flow')
    .values({
      ...content,
      opSrc: before.opSrc,
      sourceRow: before.sourceRow,
      replacedId: id,
      createdBy: operatorId,
    })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow();
};

/** A record as a change of it is written, locked. What was reviewed goes to review again unless the change says otherwise. */
export const storedFlow = async (db: Db, id: number) => {
  await lockFlow(db, id);
  const { lotId, fieldValues, isPublic, audit, ...draft } = await db
    .selectFrom('flow')
    .select(['flowTypeId', 'productId', 'lotId', 'seg', 'title', 'occurAt', 'place', 'lng', 'lat', 'operatorName'])
    .select(['images', 'files', 'remark', 'fieldValues', 'isPublic', 'audit'])
    .select([sql<number | null>`lower(span)`.as('serialFrom'), sql<number | null>`upper(span) - 1`.as('serialTo')])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const isOpen = audit === Review.waiting || audit === Review.unsent;
  return { ...draft, lotIds: [lotId], values: fieldValues, public: isPublic, ...(isOpen ? { audit } : {}) };
};

/** Locks a record; 404 when there is none. */
export const lockFlow = (db: Db, id: number) =>
  lockRow(db, 'flow', id, [
    'id',
    'version',
    'audit',
    'voidAt',
    'lotId',
    'flowTypeId',
    'productId',
    'fieldValues',
    'opSrc',
    'sourceRow',
  ]);

/** Deletes a record that is not in the chain. */
export const removeFlow = async (db: Db, id: number): Promise<void> => {
  const flow = await lockFlow(db, id);
  if (flow.audit === Review.passed) throw refuse(flowRefusals.keptRecord);
  await changeRow(db, 'flow', id, { isDel: 1 });
};

/** Takes an audited record out of use; it stays in the chain. */
export const voidFlow = async (
  db: Db,
  flow: { id: number; audit: number; voidAt: string | null },
  { reason, operatorId }: { reason: string; operatorId: number },
): Promise<void> => {
  if (flow.voidAt) throw refuse(flowRefusals.voided);
  if (flow.audit !== Review.passed) throw refuse(flowRefusals.notAudited);
  await changeRow(db, 'flow', flow.id, { voidAt: sql<string>`now()`, voidBy: operatorId, voidReason: reason });
};
