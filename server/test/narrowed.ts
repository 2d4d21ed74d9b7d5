/** As much of a schema of the description of the calls as its promises are told by. */
export interface Schema {
  type?: string;
  nullable?: boolean;
  enum?: unknown[];
  /** The values of an enumeration of the contract, which takes them as texts too. */
  'x-values'?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  additionalProperties?: boolean | Schema;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
}

interface Call {
  parameters?: { in: string; name: string; required?: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

/** `/openapi.json`: the calls of a release. */
export interface Calls {
  info: { version: string };
  paths: Record<string, Record<string, Call>>;
}

const lowest = ['minimum', 'minLength', 'minItems'] as const;
const highest = ['maximum', 'maxLength', 'maxItems'] as const;
const json = 'application/json';

const variantsOf = (schema: Schema): Schema[] =>
  (schema.anyOf ?? schema.oneOf ?? [schema]).flatMap((one) => (one === schema ? [one] : variantsOf(one)));
const missing = (values: unknown[] | undefined, of: unknown[] | undefined): unknown[] =>
  values && of ? values.filter((value) => !of.includes(value)) : [];
const typeOf = (schema: Schema): string | undefined =>
  schema.type ?? (schema['x-values'] && typeof schema['x-values'][0]);
const isType = (type: string | undefined, of: string | undefined): boolean =>
  type === of || (type === 'integer' && of === 'number');
const isNullable = (schema: Schema): boolean =>
  variantsOf(schema).some((one) => one.nullable || one.enum?.includes(null));

/** Of several ways to read it, what is wrong with the best. */
const fewest = (ways: string[][]): string[] => ways.toSorted((a, b) => a.length - b.length)[0]!;

/** What a request that was right before is refused for, or does not do any more. */
const inputFaults = (was: Schema, is: Schema, at: string): string[] => {
  const faults: string[] = [];
  const ended = missing(was['x-values'], is['x-values']);
  if (ended.length > 0) faults.push(`${at}: ${ended.join(', ')} refused`);
  const [before, now] = [variantsOf(was), variantsOf(is)];
  if (before.length > 1 || now.length > 1)
    return faults.concat(before.flatMap((one) => fewest(now.map((other) => inputFaults(one, other, at)))));
  if (isNullable(was) && !isNullable(is)) faults.push(`${at}: null is refused`);
  if (is.type && !isType(was.type, is.type)) return [...faults, `${at}: was ${was.type ?? 'anything'}, is ${is.type}`];
  const refused = is.enum ? missing(was.enum ?? ['others'], is.enum) : [];
  if (refused.length > 0) faults.push(`${at}: ${refused.join(', ')} refused`);
  for (const bound of lowest)
    if ((is[bound] ?? -Infinity) > (was[bound] ?? -Infinity))
      faults.push(`${at}: ${bound} ${was[bound] ?? 'none'} is ${is[bound]}`);
  for (const bound of highest)
    if ((is[bound] ?? Infinity) < (was[bound] ?? Infinity))
      faults.push(`${at}: ${bound} ${was[bound] ?? 'none'} is ${is[bound]}`);
  if (is.pattern && is.pattern !== was.pattern) faults.push(`${at}: another pattern`);
  if (was.items && is.items) faults.push(...inputFaults(was.items, is.items, `${at}[]`));
  for (const [name, schema] of Object.entries(was.properties ?? {})) {
    const other = is.properties?.[name];
    if (other) faults.push(...inputFaults(schema, other, `${at}.${name}`));
    else if (is.properties) faults.push(`${at}.${name}: gone`);
  }
  for (const name of is.required ?? []) if (!was.required?.includes(name)) faults.push(`${at}.${name}: is required`);
  return faults;
};

/** What somebody who reads an answer as before does not find in it. A value more of an enumeration is none. */
const outputFaults = (was: Schema, is: Schema, at: string): string[] => {
  const [before, now] = [variantsOf(was), variantsOf(is)];
  if (before.length > 1 || now.length > 1)
    return now.flatMap((one) => fewest(before.map((other) => outputFaults(other, one, at))));
  const faults: string[] = [];
  if (isNullable(is) && !isNullable(was)) faults.push(`${at}: may be null`);
  if (typeOf(was) && !isType(typeOf(is), typeOf(was)))
    return [...faults, `${at}: was ${typeOf(was)}, is ${typeOf(is) ?? 'anything'}`];
  const gone = [...missing(was.enum, is.enum), ...missing(was['x-values'], is['x-values'])];
  if (gone.length > 0) faults.push(`${at}: ${gone.join(', ')} gone`);
  if (was.items && is.items) faults.push(...outputFaults(was.items, is.items, `${at}[]`));
  for (const [name, schema] of Object.entries(was.properties ?? {})) {
    const other = is.properties?.[name];
    if (!other) faults.push(`${at}.${name}: gone`);
    else {
      faults.push(...outputFaults(schema, other, `${at}.${name}`));
      if (was.required?.includes(name) && !is.required?.includes(name)) faults.push(`${at}.${name}: may be missing`);
    }
  }
  return faults;
};

const queryOf = ({ parameters = [] }: Call): Schema => ({
  type: 'object',
  properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
  required: parameters.filter(({ required }) => required).map(({ name }) => name),
});
const bodyOf = (call: Call): Schema => call.requestBody?.content[json]?.schema ?? { type: 'object', properties: {} };
const answerOf = (call: Call): Schema => call.responses['200']?.content?.[json]?.schema ?? {};

/**
 * Calls of `was` that `is` does not have any more, and what of theirs is gone, renamed or narrower: an input that became required or is refused, a
 * field of the answer that is missing, may be null or is something else. One line for each.
 */
export const findNarrowed = (was: Calls, is: Calls): string[] =>
  Object.entries(was.paths).flatMap(([path, calls]) =>
    Object.entries(calls).flatMap(([method, call]) => {
      const now = is.paths[path]?.[method];
      const name = `${method.toUpperCase()} ${path}`;
      if (!now) return [`${name}: gone`];
      return [
        ...inputFaults(queryOf(call), queryOf(now), `${name} query`),
        ...inputFaults(bodyOf(call), bodyOf(now), `${name} body`),
        ...outputFaults(answerOf(call), answerOf(now), `${name} answer`),
      ];
    }),
  );
