/** One run of serials of a segment, both ends inclusive. */
export interface Run {
  seg: number;
  from: number;
  to: number;
}

export const sizeOf = (runs: readonly Run[]): number => runs.reduce((sum, run) => sum + run.to - run.from + 1, 0);

const inOrder = (a: Run, b: Run) => a.seg - b.seg || a.from - b.from;

/** The same serials as few runs in ascending order; touching and overlapping runs become one. */
export const merged = (runs: readonly Run[]): Run[] => {
  const result: Run[] = [];
  for (const run of [...runs].sort(inOrder)) {
    const last = result.at(-1);
    if (last && last.seg === run.seg && run.from <= last.to + 1) last.to = Math.max(last.to, run.to);
    else result.push({ seg: run.seg, from: run.from, to: run.to });
  }
  return result;
};

/** What of `runs` is left without `holes`; both may be in any order. */
export const without = (runs: readonly Run[], holes: readonly Run[]): Run[] => {
  const result: Run[] = [];
  const cuts = merged(holes);
  let at = 0;
  for (const run of merged(runs)) {
    while (at < cuts.length && (cuts[at]!.seg < run.seg || (cuts[at]!.seg === run.seg && cuts[at]!.to < run.from)))
      at += 1;
    let from = run.from;
    for (let cut = at; cut < cuts.length && cuts[cut]!.seg === run.seg && cuts[cut]!.from <= run.to; cut += 1) {
      if (cuts[cut]!.from > from) result.push({ seg: run.seg, from, to: cuts[cut]!.from - 1 });
      from = Math.max(from, cuts[cut]!.to + 1);
    }
    if (from <= run.to) result.push({ seg: run.seg, from, to: run.to });
  }
  return result;
};

/** The serials that two lists of runs have in common; both may be in any order. */
export const common = (some: readonly Run[], others: readonly Run[]): Run[] => without(some, without(some, others));

/** Two of the runs that share a serial, if any. */
export const firstOverlap = (runs: readonly Run[]): [Run, Run] | undefined => {
  const sorted = [...runs].sort(inOrder);
  for (let i = 1; i < sorted.length; i += 1)
    if (sorted[i]!.seg === sorted[i - 1]!.seg && sorted[i]!.from <= sorted[i - 1]!.to)
      return [sorted[i - 1]!, sorted[i]!];
  return undefined;
};
