import type { FlowRow, ShownValue } from '@zhuiyuan/contract/trace/flow/flow-row';
import { flowFiles, type FlowFile } from '@zhuiyuan/contract/trace/flow/flow-values';
import type { Db } from '../../kit/db/database.ts';
import { FlowValues } from './check-flow-values.ts';
import { flowColumns, matchingFlows, ofCode } from './find-flows.ts';
import { toFlowFields, showValues } from './show-values.ts';

/** Most steps of a lot that are read at once. */
export const mostSteps = 1000;

/** A query of records, with what they say in words. */
export const withShownValues = async (
  db: Db,
  query: ReturnType<typeof flowColumns>,
): Promise<(FlowRow & { shown: ShownValue[]; files: FlowFile[] })[]> => {
  const rows = await query.select(['flow.fieldValues', 'flowType.fields', 'flow.files']).execute();
  const shown = await showValues(
    db,
    rows.map(({ fields, fieldValues }) => ({ fields: toFlowFields(fields), values: FlowValues.parse(fieldValues) })),
  );
  return rows.map(({ fields: _fields, fieldValues: _values, files, ...row }, at) => ({
    ...row,
    files: flowFiles.parse(files),
    shown: shown[at] ?? [],
  }));
};

/** Records of a lot in the order they happened, voided ones included; with a code, those that apply to it. */
export const listTimeline = (db: Db, { lotId, seg, serial }: { lotId: number; seg?: number; serial?: number }) =>
  withShownValues(
    db,
    flowColumns(ofCode(matchingFlows(db, { lotId }), { seg, serial }))
      .orderBy('flow.occurAt')
      .orderBy('flow.id')
      .limit(mostSteps),
  );
