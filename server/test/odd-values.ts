import fc from 'fast-check';

const nested = (levels: number): string => `${'['.repeat(levels)}1${']'.repeat(levels)}`;
/** Stands for JSON that is put into the body as it is, since no serializer makes it. */
export class RawJson {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** What no form sends: texts. */
const texts = [
  'a\u0000b',
  '\u0000',
  '\ud800',
  'a\udfffb',
  '\u202e\ufffe\uffff',
  '\u0001\u001f',
  '%',
  '%00',
  '%E4%',
  `'"\\;--`,
  '{}',
  '[]',
  '{"a":"\\u0000"}',
  `{"a":${nested(5000)}}`,
  '__proto__',
  'constructor',
  'toString',
  '/../../etc/passwd',
  '//',
  ',',
  ',,,',
  '1,a',
  '1,1.5',
  '1,99999999999999999999',
];
const numberTexts = [
  '0x10',
  ' 1 ',
  '1e3',
  '1e20',
  '1e400',
  '1.5',
  '-1',
  '-0',
  '00',
  'NaN',
  'Infinity',
  '2147483648',
  '-2147483649',
  '32768',
  '9007199254740991',
  '9007199254740993',
  '9223372036854775808',
  '99999999999999999999',
  '0b1',
  '1_000',
  '１',
];
const dates = [
  '0000-01-01',
  '0000-00-00',
  '9999-12-31',
  '9999999-99-99',
  '-0001-01-01',
  '2026-02-30',
  '2026-01-01 24:00:61',
  '0000-01-01 00:00:00',
  '2026-13-01 00:00',
  '2026-01-01 99:99',
  '0000-01-01,0000-01-02',
  '9999-12-31,9999-12-31',
  '9999-12-31 23:59:59,9999-12-31 23:59:59',
  '2026-01-01 24:00:61,2026-01-02 24:00:61',
  'today,',
  '0000',
  '2026-00',
  '9999-99',
];
const numbers = [
  0,
  -1,
  1.5,
  16_777_216,
  32_768,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 32,
  Number.MAX_SAFE_INTEGER,
  2 ** 53,
  2 ** 63,
  1e20,
  1e300,
  5e-324,
  -0,
];
const others = [true, false, [], [[]], [null], {}, [{}], { a: 'a\u0000b' }, ['\ud800'], { length: 1e9 }, [1, '1']];

/** What every field is sent in every run. */
export const always: readonly unknown[] = ['a\u0000b', '\ud800', 1.5, 2 ** 31];

const pick = <T>(values: readonly T[]) => fc.constantFrom(...values);

/** Something a field does not expect. `long` texts and deep JSON are rarer, since they cost more. */
export const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: pick(texts) },
  { weight: 5, arbitrary: pick(numberTexts) },
  { weight: 4, arbitrary: pick(dates) },
  { weight: 5, arbitrary: pick(numbers) },
  { weight: 4, arbitrary: pick(others) },
  { weight: 1, arbitrary: pick(['字'.repeat(9000), 'x'.repeat(4000), ' '.repeat(9000), '1'.repeat(400)]) },
  {
    weight: 1,
    arbitrary: pick([
      new RawJson(nested(100)),
      new RawJson(nested(100_000)),
      new RawJson(`${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}`),
      new RawJson(`[${'1,'.repeat(100_000)}1]`),
      new RawJson(`"${'x'.repeat(1_000_000)}"`),
      new RawJson('{"__proto__":{"a":1}}'),
      new RawJson('{"constructor":{"prototype":{"a":1}}}'),
      new RawJson('{"\\u0000":1,"\\ud800":"\\udc00"}'),
      new RawJson('1e999'),
      new RawJson('-1e-999'),
    ]),
  },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
);
