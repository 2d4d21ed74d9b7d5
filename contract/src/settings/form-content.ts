import { z } from 'zod';

/** One field of a stored form, as the form renderer reads it; names of the renderer's own that we do not read pass through. */
export const FormField = z.looseObject({
  __vModel__: z.string(),
  __config__: z.looseObject({
    label: z.string(),
    tag: z.string(),
    required: z.boolean().optional(),
    defaultValue: z.unknown().optional(),
    regList: z.array(z.object({ pattern: z.string(), message: z.string() })).optional(),
  }),
  __slot__: z
    .looseObject({
      options: z.array(z.object({ label: z.string(), value: z.union([z.string(), z.number()]) })).optional(),
    })
    .optional(),
});
export type FormField = z.output<typeof FormField>;

/** What a form template stores. */
export const FormContent = z.looseObject({ fields: z.array(FormField) });
export type FormContent = z.output<typeof FormContent>;

/** A pattern of a form, written with or without slashes; nothing when it is no regular expression. */
const asPattern = (pattern: string): RegExp | undefined => {
  const slashed = /^\/(.*)\/([a-z]*)$/s.exec(pattern);
  try {
    return slashed ? new RegExp(slashed[1] ?? '', slashed[2]) : new RegExp(pattern);
  } catch {
    return undefined;
  }
};

/** Keys of a form's fields with their labels. */
export const formLabels = (content: FormContent): Map<string, string> =>
  new Map(content.fields.map(({ __vModel__: key, __config__: config }): [string, string] => [key, config.label]));

/** What is wrong with the values given for a form: the missing required ones first by field, then those a pattern refuses. */
export const wrongFields = (
  content: FormContent,
  values: ReadonlyMap<string, string>,
): { field: string; message: string }[] =>
  content.fields.flatMap(({ __vModel__: field, __config__: config }) => {
    const value = values.get(field)?.trim() ?? '';
    if (value === '') return config.required ? [{ field, message: `${config.label}不能为空！` }] : [];
    const refused = config.regList?.find(({ pattern }) => asPattern(pattern)?.test(value) === false);
    return refused ? [{ field, message: refused.message }] : [];
  });

/** Settings that are no secrets although their names look like it: one is read by pages, the other says whether a password is asked for. */
const publicKeys = new Set(['tengxun_map_key', 'manual.send_password']);
const secretKey = /secret|password|pwd|apikey|accesskey|aeskey|_key$|token|p12$|app_code$|msign$/i;

/** Whether a setting's value is kept sealed and never shown. */
export const isSecretSetting = (key: string): boolean => secretKey.test(key) && !publicKeys.has(key);
