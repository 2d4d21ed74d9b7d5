import type { z } from 'zod';

/** Where a field stands in an input: names, and 0 for the first element of an array. */
export type Place = (string | number)[];

/** Internals of a schema as zod itself reads them. */
interface Def {
  type: string;
  shape?: Record<string, z.ZodType>;
  element?: z.ZodType;
  innerType?: z.ZodType;
  options?: z.ZodType[];
  in?: z.ZodType;
  out?: z.ZodType;
  left?: z.ZodType;
  right?: z.ZodType;
  valueType?: z.ZodType;
  getter?: () => z.ZodType;
  values?: unknown[];
  entries?: Record<string, unknown>;
}
export const defOf = (schema: z.ZodType): Def => (schema as unknown as { def: Def }).def;

/** The schemas a schema directly wraps, chooses from or is piped through, without a step of its own in the input. */
const samePlace = (def: Def): z.ZodType[] =>
  [def.innerType, def.in, def.out, def.left, def.right, def.getter?.(), ...(def.options ?? [])].filter(
    (inner) => inner !== undefined,
  );

/** Every schema of an input with the place it stands in, the input itself excluded. */
export const schemasOf = (schema: z.ZodType, place: Place = [], seen: z.ZodType[] = []): [Place, z.ZodType][] => {
  if (seen.filter((one) => one === schema).length > 1) return [];
  const def = defOf(schema);
  const path = [...seen, schema];
  const inner = (found: z.ZodType, step?: string | number) =>
    schemasOf(found, step === undefined ? place : [...place, step], path);
  return [
    [place, schema],
    ...samePlace(def).flatMap((one) => inner(one)),
    ...Object.entries(def.shape ?? {}).flatMap(([name, one]) => inner(one, name)),
    ...(def.element ? inner(def.element, 0) : []),
    ...(def.type === 'record' && def.valueType ? inner(def.valueType, 'key') : []),
  ];
};

/** Every field of an input once, nested ones and elements of arrays included. */
export const placesOf = (input: z.ZodType): Place[] => {
  const places = schemasOf(input).map(([place]) => place);
  return [...new Map(places.filter(({ length }) => length > 0).map((place) => [place.join('/'), place])).values()];
};

/** Something a field of this schema may well take. */
export const sampleOf = (schema: z.ZodType, depth = 0): unknown => {
  const def = defOf(schema);
  if (depth > 12) return null;
  const inner = def.innerType ?? def.in ?? def.left ?? def.getter?.() ?? def.options?.[0];
  switch (def.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape!)
          .filter(([, field]) => !field.safeParse(undefined).success)
          .map(([name, field]) => [name, sampleOf(field, depth + 1)]),
      );
    case 'array':
      return [sampleOf(def.element!, depth + 1)];
    case 'literal':
      return def.values![0];
    case 'enum':
      return Object.values(def.entries!)[0];
    case 'pipe':
      return defOf(def.in!).type === 'transform' ? sampleOf(def.out!, depth + 1) : sampleOf(def.in!, depth + 1);
    case 'record':
      return {};
    default:
      return inner ? sampleOf(inner, depth + 1) : accepted.find((value) => schema.safeParse(value).success);
  }
};
const accepted = [1, '1', '2026-11-05', '2026-11-05 08:00:00', 'abcdefgh', true, '13800138000', 'https://a.cn', 0.5];

/** A copy of an input with one field replaced, whatever stood on the way to it. */
export const withField = (input: unknown, [step, ...rest]: Place, value: unknown): unknown => {
  if (step === undefined) return value;
  if (typeof step === 'number') {
    const [first, ...others] = Array.isArray(input) ? (input as unknown[]) : [undefined];
    return [withField(first, rest, value), ...others];
  }
  const object = input !== null && typeof input === 'object' && !Array.isArray(input) ? input : {};
  const next = Object.assign(Object.create(null) as object, object);
  Object.defineProperty(next, step, {
    value: withField((object as Record<string, unknown>)[step], rest, value),
    enumerable: true,
    writable: true,
    configurable: true,
  });
  return next;
};
