import { z } from 'zod';

/** Path of a field: its name, or name, index, name for rows inside a draft. */
export type Path = readonly (string | number)[];

/** An issue of a draft, with the path of the value it is about. */
export interface Issue {
  path: Path;
  message: string;
}

/** What a call sends: null and '' of the top level mean absent, as on the server. */
export const sent = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  );

/** What a form sends: besides what is filled in, null for every field that was filled when it was opened. */
export const sentOver = (start: Record<string, unknown>, now: Record<string, unknown>): Record<string, unknown> => {
  const filled = sent(now);
  const emptied = Object.keys(sent(start)).filter((name) => !(name in filled));
  return { ...filled, ...Object.fromEntries(emptied.map((name) => [name, null])) };
};

/** Everything the schema finds wrong with a draft, in its own order and words. */
export const issuesOf = (schema: z.ZodType, values: Record<string, unknown>): Issue[] =>
  schema.safeParse(sent(values)).error?.issues.map(({ path, message }) => ({
    path: path.map((step) => (typeof step === 'number' ? step : String(step))),
    message,
  })) ?? [];

const inner = (schema: z.ZodType): z.ZodType => {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
  ) {
    return inner(schema.unwrap() as z.ZodType);
  }
  return schema instanceof z.ZodPipe ? inner(schema.in as z.ZodType) : schema;
};

/** The schema of one field. Throws when the draft has no such field, so that a misspelt name is met at the first look. */
export const schemaAt = (schema: z.ZodType, path: Path): z.ZodType => {
  let at = schema;
  for (const step of path) {
    const base = inner(at);
    if (base instanceof z.ZodArray) at = base.element as z.ZodType;
    else if (base instanceof z.ZodRecord) at = base.valueType as z.ZodType;
    else if (base instanceof z.ZodObject && step in base.shape) at = base.shape[step] as z.ZodType;
    else throw new Error(`The draft has no field ${path.join('.')}`);
  }
  return at;
};

/** Whether a field may not be left out. */
export const isRequired = (schema: z.ZodType, path: Path): boolean =>
  !schemaAt(schema, path).safeParse(undefined).success;

/** Most characters a text field takes, if it has such a limit. */
export const longestOf = (schema: z.ZodType, path: Path): number | undefined => {
  const base = inner(schemaAt(schema, path));
  return base instanceof z.ZodString ? (base.maxLength ?? undefined) : undefined;
};

/** Whether `path` is `at` or lies inside it. */
export const isWithin = (path: Path, at: Path): boolean =>
  at.every((step, index) => String(path[index]) === String(step));
