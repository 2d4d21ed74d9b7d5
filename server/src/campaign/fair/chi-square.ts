/** Logarithm of the gamma function, by Lanczos. */
const lanczos = [
  676.5203681218851, -1259.1392167224028, 771.3234287776531, -176.6150291621406, 12.507343278686905,
  -0.13857109526572012, 9.984369578019572e-6, 1.5056327351493116e-7,
];
const logGamma = (x: number): number => {
  const t = x + lanczos.length - 1.5;
  const sum = lanczos.reduce((total, part, at) => total + part / (x + at), 0.9999999999998099);
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(t) - t + Math.log(sum);
};

const steps = 1000;
const precision = 1e-14;

/** How likely Pearson's sum is at least `chiSquare` by chance, with that many degrees of freedom. */
export const chanceOf = (chiSquare: number, freedom: number): number => {
  const a = freedom / 2;
  const x = chiSquare / 2;
  if (x <= 0) return 1;
  const scale = Math.exp(a * Math.log(x) - x - logGamma(a));
  if (x < a + 1) {
    let term = 1 / a;
    let sum = term;
    for (let n = 1; n < steps && term > sum * precision; n += 1) {
      term *= x / (a + n);
      sum += term;
    }
    return Math.max(0, 1 - sum * scale);
  }
  // Lentz's continued fraction of the upper part.
  let b = x + 1 - a;
  let c = 1e300;
  let d = 1 / b;
  let h = d;
  for (let n = 1; n < steps; n += 1) {
    const an = -n * (n - a);
    b += 2;
    d = 1 / (an * d + b || 1e-300);
    c = b + an / c || 1e-300;
    h *= d * c;
    if (Math.abs(d * c - 1) < precision) break;
  }
  return Math.min(1, scale * h);
};

/** What was counted and what was to be expected of one outcome. */
export interface Outcome {
  observed: number;
  expected: number;
}

const leastExpected = 5;

/** Pearson's sum over outcomes whose expectations add up to the number of trials; rare ones are counted together. */
export const sumOfSquares = (outcomes: readonly Outcome[]): { chiSquare: number; freedom: number } => {
  const cells: Outcome[] = [];
  let rest: Outcome = { observed: 0, expected: 0 };
  for (const { observed, expected } of outcomes.toSorted((a, b) => a.expected - b.expected)) {
    rest = { observed: rest.observed + observed, expected: rest.expected + expected };
    if (rest.expected < leastExpected) continue;
    cells.push(rest);
    rest = { observed: 0, expected: 0 };
  }
  const last = cells.at(-1);
  if (last) {
    last.observed += rest.observed;
    last.expected += rest.expected;
  }
  return {
    chiSquare: cells.reduce((sum, { observed, expected }) => sum + (observed - expected) ** 2 / expected, 0),
    freedom: Math.max(0, cells.length - 1),
  };
};
