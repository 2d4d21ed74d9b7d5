import { FieldType } from '@zhuiyuan/contract/trace/flow/flow-enums';
import { FlowField, FlowFields, nextKey, takesOptions } from '@zhuiyuan/contract/trace/flow/flow-field';
import type { z } from 'zod';

/** A field as it is being designed: not everything of it is there yet. */
export type FieldDraft = z.input<typeof FlowField> & { key: string };

/** A new field of a type, named after it. */
export const newField = (fields: readonly FieldDraft[], type: FlowField['type']): FieldDraft => {
  const word = FieldType.label(type);
  const labels = new Set(fields.map(({ label }) => label));
  let label = word;
  for (let at = 2; labels.has(label); at += 1) label = `${word}${at}`;
  return {
    key: nextKey(fields),
    label,
    type,
    showToConsumer: true,
    ...(takesOptions(type) ? { options: ['选项1', '选项2'] } : {}),
  };
};

/** What is wrong with each field: the first text for each of its parts, by its place. */
export const fieldIssues = (fields: readonly FieldDraft[]): Map<number, Record<string, string>> => {
  const issues = new Map<number, Record<string, string>>();
  for (const { path, message } of FlowFields.safeParse(fields).error?.issues ?? []) {
    const [at, part = ''] = path;
    if (typeof at !== 'number') continue;
    const known = issues.get(at) ?? {};
    known[String(part)] ??= message;
    issues.set(at, known);
  }
  return issues;
};

/** The fields that are whole already, as the preview shows them. */
export const wholeFields = (fields: readonly FieldDraft[]): FlowField[] =>
  fields.flatMap((field) => {
    const read = FlowField.safeParse(field);
    return read.success ? [read.data] : [];
  });
