import { fileMegabytes, flowValues, type FlowFile } from '@zhuiyuan/contract/trace/flow/flow-values';
import type { FlowField } from '@zhuiyuan/contract/trace/flow/flow-field';
import { z } from 'zod';
import type { Db } from '../../kit/db/database.ts';
import { live } from '../../kit/db/live.ts';
import { regionNames } from '../../settings/region-names.ts';

/** What is wrong with a record, by the path of its draft. */
export interface FlowIssue {
  field: string;
  message: string;
}

/** The values of a record by the keys of its type's fields, as they are stored. */
export const FlowValues = z.record(z.string(), z.unknown());
export type FlowValues = z.output<typeof FlowValues>;

/** Refuses papers that were not uploaded here, or are larger than allowed. */
const wrongFiles = async (
  db: Db,
  firmId: number,
  files: readonly (FlowFile & { field: string })[],
): Promise<FlowIssue[]> => {
  if (files.length === 0) return [];
  const known = await db
    .selectFrom('attachment')
    .select(['sattDir', 'attSize'])
    .where('firmId', 'in', [0, firmId])
    .where(
      'sattDir',
      'in',
      files.map(({ url }) => url),
    )
    .execute();
  const sizes = new Map(known.map(({ sattDir, attSize }) => [sattDir, attSize]));
  return files.flatMap(({ field, name, url }) => {
    const size = sizes.get(url);
    if (size === undefined) return [{ field, message: `附件“${name}”不存在，请重新上传` }];
    return size > fileMegabytes * 1024 * 1024 ? [{ field, message: `附件“${name}”超过${fileMegabytes} MB` }] : [];
  });
};

/** Refuses lots and regions that a value names and that are not there. */
const wrongReferences = async (
  db: Db,
  firmId: number,
  fields: readonly FlowField[],
  values: FlowValues,
): Promise<FlowIssue[]> => {
  const given = (type: FlowField['type']) =>
    fields.filter((field) => field.type === type && values[field.key] !== undefined);
  const lots = given('lot');
  const regions = given('region');
  const lotIds = lots.map(({ key }) => values[key] as number);
  const found = lotIds.length
    ? await live(db, 'lot').select('id').where('firmId', '=', firmId).where('id', 'in', lotIds).execute()
    : [];
  const ids = new Set(found.map(({ id }) => id));
  const names = await regionNames(
    db,
    regions.map(({ key }) => values[key] as string),
  );
  return [
    ...lots.filter(({ key }) => !ids.has(values[key] as number)),
    ...regions.filter(({ key }) => !names.has(values[key] as string)),
  ].map(({ key, label }) => ({ field: `values.${key}`, message: `${label}不存在` }));
};

/**
 * Reads the values and papers of a record by the fields of its type: the one check of the form, the import and its
 * preview. What hidden fields held before stays. Answers everything that is wrong.
 */
export const checkFlowValues = async (
  db: Db,
  {
    firmId,
    fields,
    values: raw,
    files = [],
    before = {},
  }: {
    firmId: number;
    fields: readonly FlowField[];
    values: FlowValues;
    files?: readonly FlowFile[];
    before?: FlowValues;
  },
): Promise<{ values: FlowValues; issues: FlowIssue[] }> => {
  const read = flowValues(fields).safeParse(raw);
  if (!read.success)
    return {
      values: {},
      issues: read.error.issues.map(({ path, message }) => ({ field: ['values', ...path].join('.'), message })),
    };
  const values: FlowValues = {};
  for (const { key, isHidden } of fields) {
    const value = isHidden ? before[key] : read.data[key];
    if (value !== undefined) values[key] = value;
  }
  const shownFields = fields.filter(({ isHidden }) => !isHidden);
  const papers = [
    ...files.map((file) => ({ ...file, field: 'files' })),
    ...shownFields
      .filter(({ type }) => type === 'file')
      .flatMap(({ key }) => ((values[key] ?? []) as FlowFile[]).map((file) => ({ ...file, field: `values.${key}` }))),
  ];
  const issues = [
    ...(await wrongFiles(db, firmId, papers)),
    ...(await wrongReferences(db, firmId, shownFields, values)),
  ];
  return { values, issues };
};
