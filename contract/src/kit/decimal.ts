/** A number or decimal text, as `12.5` or `1e-7`. */
export type Decimal = number | string;

type Exact = { units: bigint; places: number };

const decimalText = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i;

// Without literals, which are a fault of syntax to phones that read this module for texts alone.
const tenTo = (power: number): bigint => BigInt(`1${'0'.repeat(power)}`);

const exact = (value: Decimal): Exact | undefined => {
  const match = decimalText.exec(String(value).trim());
  const whole = match?.[2] ?? '';
  const fraction = match?.[3] ?? '';
  if (!match || whole + fraction === '') return undefined;
  const power = Number(match[4] ?? 0) - fraction.length;
  if (Math.abs(power) > 400) return undefined;
  const units = BigInt(match[1] + whole + fraction);
  return power > 0 ? { units: units * tenTo(power), places: 0 } : { units, places: -power };
};

const toText = ({ units, places }: Exact): string => {
  const sign = String(units).startsWith('-') ? '-' : '';
  const digits = String(units)
    .slice(sign.length)
    .padStart(places + 1, '0');
  const fraction = places ? digits.slice(-places).replace(/0+$/, '') : '';
  const whole = places ? digits.slice(0, -places) : digits;
  return sign + whole + (fraction && `.${fraction}`);
};

const combine = (values: Decimal[], join: (a: Exact, b: Exact) => Exact): number => {
  const terms = values.map(exact);
  const all = terms.filter((term) => term !== undefined);
  return all.length === terms.length && all.length > 0 ? Number(toText(all.reduce(join))) : Number.NaN;
};

/** Adds without floating error (0.1 + 0.2 is 0.3). NaN when a value is not a number. */
export const addDecimal = (...values: Decimal[]): number =>
  combine(values, (a, b) => {
    const places = Math.max(a.places, b.places);
    return { units: a.units * tenTo(places - a.places) + b.units * tenTo(places - b.places), places };
  });

/** Multiplies without floating error (1.005 × 100 is 100.5). NaN when a value is not a number. */
export const multiplyDecimal = (...values: Decimal[]): number =>
  combine(values, (a, b) => ({ units: a.units * b.units, places: a.places + b.places }));

/** Yuan to integer fen. NaN when the value is not a number or is finer than a fen. */
export const yuanToFen = (yuan: Decimal): number => {
  const fen = multiplyDecimal(yuan, 100);
  return Number.isSafeInteger(fen) ? fen : Number.NaN;
};

/** Integer fen as yuan with exactly two decimals: 1250 is `12.50`. */
export const fenToYuan = (fen: number): string => {
  const digits = String(Math.abs(fen)).padStart(3, '0');
  return `${fen < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

/** Integer fen as a person reads yuan: two decimals, thousands commas and a true minus: −1250 is `−12.50`, 4890500 is `48,905.00`. */
export const moneyText = (fen: number): string =>
  `${fen < 0 ? '−' : ''}${fenToYuan(Math.abs(fen)).replace(/\B(?=(\d{3})+\.)/g, ',')}`;

/** A ratio (0.684) as `68.4%`. */
export const percentText = (ratio: number): string => `${(ratio * 100).toFixed(1)}%`;

/** Parts of a million as a per cent with the four decimals that odds are published with: 200 is `0.0200`. */
export const oddsText = (weight: number): string =>
  `${Math.floor(weight / 10_000)}.${String(weight % 10_000).padStart(4, '0')}`;
