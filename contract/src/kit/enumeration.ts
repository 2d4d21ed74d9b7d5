import { z } from 'zod';

/** Attitude of a status; the glyph says its stage. See docs/words.md. */
export type Tone = 'idle' | 'doing' | 'wait' | 'good' | 'bad' | 'gone' | 'kind';
export type Glyph = 'ring' | 'half' | 'diamond' | 'disc' | 'cross' | 'dash' | 'square';

export interface Label<V extends string | number = string | number> {
  value: V;
  label: string;
  tone?: Tone;
  /** Only where it departs from the tone's own glyph. */
  glyph?: Glyph;
}

/** A closed set of values with the label, tone and glyph each is shown with: tag, select, filter and export all read it. */
export interface Enumeration<V extends string | number = string | number> {
  options: readonly Label<V>[];
  /** Accepts the value, also as the text a query carries; refuses any other number or text. */
  schema: z.ZodType<V, V extends number ? string | number : string>;
  label(value: unknown): string;
  of(value: unknown): Label<V> | undefined;
}

type State = Omit<Label, 'value'> & { value?: string | number };
type ValueOf<S, K> = S extends { value: infer V extends string | number } ? V : K & string;
type Values<S> = { readonly [K in keyof S]: ValueOf<S[K], K> };

/** An enumeration by the names of its states, in the order shown: `X.name` is the state's value, the name itself where none is given. */
export const enumeration = <const S extends Record<string, State> & { [K in keyof Enumeration]?: never }>(
  states: S,
): Enumeration<Values<S>[keyof S]> & Values<S> => {
  type V = Values<S>[keyof S];
  const options = Object.entries<State>(states).map(([name, state]) => ({ value: name, ...state }) as Label<V>);
  const byText = new Map(options.map((option) => [String(option.value), option]));
  const of = (value: unknown) => byText.get(String(value));
  const message = '取值不正确';
  // Older phones cannot make an object of entries.
  const values: Record<string, unknown> = {};
  Object.keys(states).forEach((name, at) => (values[name] = options[at]!.value));
  return {
    ...(values as Values<S>),
    options,
    // A transform describes itself as anything.
    schema: z
      .union([z.string(), z.number(), z.boolean()], { error: message })
      .transform((value, context): V => {
        const found = of(typeof value === 'boolean' ? Number(value) : value);
        if (found) return found.value;
        context.addIssue({ code: 'custom', message });
        return z.NEVER;
      })
      .meta({ 'x-values': options.map((option) => option.value) }) as unknown as Enumeration<V>['schema'],
    label: (value) => of(value)?.label ?? '未知',
    of,
  };
};

/** 启用标志: seed enumeration used by identity, hn and lottery rows. */
export const Enabled = enumeration({
  on: { value: 0, label: '启用', tone: 'good' },
  off: { value: 1, label: '停用', tone: 'gone' },
});
/** 是否. */
export const YesNo = enumeration({ yes: { value: 1, label: '是' }, no: { value: 0, label: '否' } });
