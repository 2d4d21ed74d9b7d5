/** Logarithm of the gamma function of half a whole number: Lanczos, exact to fourteen digits. */
const logGamma = (x: number): number => {
  const c = [
    76.1800917294715, -86.5053203294168, 24.0140982408309, -1.231739572450155, 0.001208650973866179, -5.395239384953e-6,
  ];
  const t = x + 5.5 - (x + 0.5) * Math.log(x + 5.5);
  const series = c.reduce((sum, part, nth) => sum + part / (x + 1 + nth), 1.000000000190015);
  return Math.log((Math.sqrt(2 * Math.PI) * series) / x) - t;
};

/** The upper part of the incomplete gamma function, regularised. */
const upperGamma = (a: number, x: number): number => {
  if (x <= 0) return 1;
  const scale = Math.exp(a * Math.log(x) - x - logGamma(a));
  if (x < a + 1) {
    let term = 1 / a;
    let sum = term;
    for (let n = 1; n < 500 && term > sum * 1e-15; n += 1) {
      term *= x / (a + n);
      sum += term;
    }
    return 1 - sum * scale;
  }
  let b = x + 1 - a;
  let c = 1e300;
  let d = 1 / b;
  let h = d;
  for (let n = 1; n < 500; n += 1) {
    const step = -n * (n - a);
    b += 2;
    d = 1 / (step * d + b || 1e-300);
    c = b + step / c || 1e-300;
    const change = d * c;
    h *= change;
    if (Math.abs(change - 1) < 1e-15) break;
  }
  return h * scale;
};

/** Fewer expected than this are put together, so that the test's distribution holds. */
const leastExpected = 5;

/**
 * How likely counts at least this far from their weights are by chance alone. Null where too few were drawn to say, or only one kind is
 * left.
 */
export const chiSquare = (
  cells: readonly { weight: number; seen: number }[],
): { value: number; freedom: number; p: number } | null => {
  const all = cells.reduce((sum, { seen }) => sum + seen, 0);
  const weights = cells.reduce((sum, { weight }) => sum + weight, 0);
  if (all === 0 || weights === 0) return null;
  const ordered = cells
    .map(({ weight, seen }) => ({ expected: (weight / weights) * all, seen }))
    .toSorted((a, b) => a.expected - b.expected);
  // What never should be drawn and was is beyond any chance.
  if (ordered.some(({ expected, seen }) => expected === 0 && seen > 0)) return { value: Infinity, freedom: 1, p: 0 };
  const groups: { expected: number; seen: number }[] = [];
  let small = { expected: 0, seen: 0 };
  for (const cell of ordered.filter(({ expected }) => expected > 0)) {
    small = { expected: small.expected + cell.expected, seen: small.seen + cell.seen };
    if (small.expected < leastExpected) continue;
    groups.push(small);
    small = { expected: 0, seen: 0 };
  }
  const last = groups.at(-1);
  if (small.expected > 0 && last)
    groups[groups.length - 1] = { expected: last.expected + small.expected, seen: last.seen + small.seen };
  if (groups.length < 2) return null;
  const value = groups.reduce((sum, { expected, seen }) => sum + (seen - expected) ** 2 / expected, 0);
  const freedom = groups.length - 1;
  return { value, freedom, p: upperGamma(freedom / 2, value / 2) };
};
