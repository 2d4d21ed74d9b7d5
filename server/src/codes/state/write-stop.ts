import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { SpanKind, StopKind } from './code-states.ts';
import type { StopPiece } from './pieces.ts';
import { chunked, isLong, putSpans, toSerials, writeTrail, type Writing } from './put-spans.ts';
import { byRun, type Run } from './ranges.ts';
import { awaitTakings } from './takings.ts';

/** Writes 作废 (2), 冻结 (3) or the end of a freeze (0): spans for long runs, rows for short ones, and the trail. */
export const writeStop = async (
  db: Db,
  writing: Writing,
  runs: readonly Run[],
  { kind, reason, former }: { kind: 0 | 2 | 3; reason: string; former: readonly StopPiece[] },
): Promise<void> => {
  const long = runs.filter(isLong);
  const payload = kind === StopKind.lifted ? null : { voidKind: kind, reason };
  await putSpans(
    db,
    writing,
    SpanKind.void,
    long.map((run) => ({ ...run, payload })),
  );
  // A freeze of one code alone would outlive the end of a freeze of its run.
  if (kind === StopKind.lifted)
    for (const { seg, from, to } of long)
      await db
        .updateTable('codeUnit')
        .set({ voidKind: StopKind.lifted, voidReason: reason, voidSeq: writing.seq, updatedAt: sql<string>`now()` })
        .where('seg', '=', seg)
        .where('serial', '>=', from)
        .where('serial', '<=', to)
        .where('voidKind', '=', StopKind.frozen)
        .execute();
  const singles = toSerials(runs.filter((run) => !isLong(run))).map((single) => ({
    ...single,
    firmId: writing.firmId,
    voidKind: kind,
    voidReason: reason,
    voidSeq: writing.seq,
  }));
  for (const chunk of chunked(singles))
    await db
      .insertInto('codeUnit')
      .values(chunk)
      .onConflict((conflict) =>
        conflict.columns(['seg', 'serial']).doUpdateSet((row) => ({
          voidKind: row.ref('excluded.voidKind'),
          voidReason: row.ref('excluded.voidReason'),
          voidSeq: row.ref('excluded.voidSeq'),
          updatedAt: sql`now()`,
        })),
      )
      .execute();
  if (kind !== StopKind.lifted)
    await awaitTakings(
      db,
      runs.map(({ seg }) => seg),
    );
  const before = byRun(runs, former);
  await writeTrail(
    db,
    writing,
    runs.map((run, at) => ({
      ...run,
      before: before[at]!.map(({ from, to, voidKind, seq }) => ({ from, to, voidKind, seq })),
      after: { voidKind: kind, reason },
    })),
  );
};
