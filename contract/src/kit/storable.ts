/** Levels of lists and objects an input may have. */
export const deepest = 64;
/** Values an input may hold, all levels together. */
export const mostValues = 200_000;

/** What PostgreSQL keeps in no text: NUL, and halves of characters. */
const unstorable = /[\0\p{Surrogate}]/u;
const eachUnstorable = /[\0\p{Surrogate}]/gu;

/** Why an input cannot be taken: a text that cannot be stored, too deep, too many values. */
export type Flaw = 'text' | 'depth' | 'size';
export const flawText: Record<Flaw, string> = {
  text: '含有不能保存的字符',
  depth: '提交的内容层级过多',
  size: '提交的内容过多',
};

/** What is wrong with a value of JSON, names of fields included. It goes level by level, so that no depth fills the stack. */
export const findFlaw = (value: unknown): Flaw | undefined => {
  let level: unknown[] = [value];
  let count = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepest) return 'depth';
    count += level.length;
    if (count > mostValues) return 'size';
    const next: unknown[] = [];
    for (const one of level) {
      if (typeof one === 'string' && unstorable.test(one)) return 'text';
      if (one === null || typeof one !== 'object') continue;
      const isList = Array.isArray(one);
      if (!isList && Object.keys(one).some((name) => unstorable.test(name))) return 'text';
      for (const inner of isList ? (one as unknown[]) : Object.values(one)) next.push(inner);
    }
    level = next;
  }
  return undefined;
};

/** A text with � in the place of whatever cannot be stored. */
export const storable = (text: string): string => text.replace(eachUnstorable, '\ufffd');

/** What a JSON text says; undefined when it is none, or has a flaw. */
export const readJson = (text: string): unknown => {
  try {
    const value: unknown = JSON.parse(text);
    return findFlaw(value) ? undefined : value;
  } catch {
    return undefined;
  }
};
