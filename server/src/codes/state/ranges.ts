/** One run of serials of a segment, both ends inclusive. */
export interface Run {
  seg: number;
  from: number;
  to: number;
}

/** The run of one code. */
export const toRun = ({ seg, serial }: { seg: number; serial: number }): Run => ({ seg, from: serial, to: serial });

/** The run of a range as calls and rows name it. */
export const rangeToRun = ({ seg, serialFrom, serialTo }: Record<'seg' | 'serialFrom' | 'serialTo', number>): Run => ({
  seg,
  from: serialFrom,
  to: serialTo,
});

export const countCodes = (runs: readonly Run[]): number => runs.reduce((sum, run) => sum + run.to - run.from + 1, 0);

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

/** What is left of each piece without `holes`, with whatever else the piece says. Pieces are apart; holes may be in any order. */
export const cutOut = <P extends Run>(pieces: readonly P[], holes: readonly Run[]): P[] => {
  const result: P[] = [];
  const cuts = merged(holes);
  let at = 0;
  for (const piece of [...pieces].sort(inOrder)) {
    while (
      at < cuts.length &&
      (cuts[at]!.seg < piece.seg || (cuts[at]!.seg === piece.seg && cuts[at]!.to < piece.from))
    )
      at += 1;
    let from = piece.from;
    for (let cut = at; cut < cuts.length && cuts[cut]!.seg === piece.seg && cuts[cut]!.from <= piece.to; cut += 1) {
      if (cuts[cut]!.from > from) result.push({ ...piece, from, to: cuts[cut]!.from - 1 });
      from = Math.max(from, cuts[cut]!.to + 1);
    }
    if (from <= piece.to) result.push({ ...piece, from });
  }
  return result;
};

/** What of `runs` is left without `holes`; both may be in any order. */
export const without = (runs: readonly Run[], holes: readonly Run[]): Run[] => cutOut(merged(runs), holes);

/** The parts of each piece that lie in `runs`. */
export const clipped = <P extends Run>(pieces: readonly P[], runs: readonly Run[]): P[] =>
  cutOut(pieces, without(pieces, runs));

/** Every overlap of pieces with others, with what both say; what both name, the others say. Pieces are apart, and so are the others. */
export const crossed = <A extends Run, B extends Run>(pieces: readonly A[], others: readonly B[]): (A & B)[] => {
  const [ours, theirs] = [[...pieces].sort(inOrder), [...others].sort(inOrder)];
  const result: (A & B)[] = [];
  let at = 0;
  for (const own of ours) {
    while (
      at < theirs.length &&
      (theirs[at]!.seg < own.seg || (theirs[at]!.seg === own.seg && theirs[at]!.to < own.from))
    )
      at += 1;
    for (
      let next = at;
      next < theirs.length && theirs[next]!.seg === own.seg && theirs[next]!.from <= own.to;
      next += 1
    ) {
      const other = theirs[next]!;
      result.push({ ...own, ...other, from: Math.max(own.from, other.from), to: Math.min(own.to, other.to) });
    }
  }
  return result;
};

/** For each run the pieces that lie in it, clipped. Runs share no serial, though they may touch, and are in ascending order. */
export const byRun = <P extends Run>(runs: readonly Run[], pieces: readonly P[]): P[][] => {
  const sorted = [...pieces].sort(inOrder);
  let at = 0;
  return runs.map((run) => {
    while (
      at < sorted.length &&
      (sorted[at]!.seg < run.seg || (sorted[at]!.seg === run.seg && sorted[at]!.to < run.from))
    )
      at += 1;
    const own: P[] = [];
    for (
      let next = at;
      next < sorted.length && sorted[next]!.seg === run.seg && sorted[next]!.from <= run.to;
      next += 1
    ) {
      const piece = sorted[next]!;
      if (piece.to >= run.from)
        own.push({ ...piece, from: Math.max(piece.from, run.from), to: Math.min(piece.to, run.to) });
    }
    return own;
  });
};

/** Two of the runs that share a serial, if any. */
export const firstOverlap = (runs: readonly Run[]): [Run, Run] | undefined => {
  const sorted = [...runs].sort(inOrder);
  for (let i = 1; i < sorted.length; i += 1)
    if (sorted[i]!.seg === sorted[i - 1]!.seg && sorted[i]!.from <= sorted[i - 1]!.to)
      return [sorted[i - 1]!, sorted[i]!];
  return undefined;
};

/** The codes of some runs from one on, at most so many. */
export const placesIn = (runs: readonly Run[], from: number, most: number): { seg: number; serial: number }[] => {
  const places: { seg: number; serial: number }[] = [];
  let before = 0;
  for (const run of runs) {
    for (let serial = run.from + Math.max(0, from - before); serial <= run.to && places.length < most; serial += 1)
      places.push({ seg: run.seg, serial });
    before += run.to - run.from + 1;
  }
  return places;
};
