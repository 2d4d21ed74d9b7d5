import { readCodeInput } from '@zhuiyuan/contract/codes/code-input';
import { codeRefusals } from '@zhuiyuan/contract/codes/code-refusals';
import type { CodePlace } from '@zhuiyuan/contract/codes/code-format';
import type { Conflict } from '@zhuiyuan/contract/codes/op-draft';
import { PickMode, type Pick } from '@zhuiyuan/contract/codes/pick';
import type { Db } from '../kit/database.ts';
import { invalid, refuse } from '../kit/refusal.ts';
import { withChildren } from './child-runs.ts';
import { readSegments } from './find-conflicts.ts';
import type { Keyring } from './keyring.ts';
import { runsOfLot } from './pieces.ts';
import { firstOverlap, merged, type Run } from './ranges.ts';

export interface Picked {
  runs: Run[];
  /** Typed codes that name no code of the firm; they count as failed. */
  unknown: Conflict[];
}

const conflictOf = (code: string, [errCode, errMsg]: readonly [number, string]): Conflict => ({
  code,
  seg: null,
  serialFrom: null,
  serialTo: null,
  errCode,
  errMsg: `编码${code}：${errMsg}`,
});

/** Turns any way of choosing codes into runs of serials of the operator's own segments. Refuses what cannot be read at all. */
const pickRuns = async (db: Db, keyring: Keyring, pick: Pick): Promise<Picked> => {
  switch (pick.mode) {
    case PickMode.ranges: {
      const runs = pick.ranges.map(({ seg, serialFrom, serialTo }) => ({ seg, from: serialFrom, to: serialTo }));
      if (runs.some((run) => run.from > run.to)) throw refuse(codeRefusals.fromAfterTo);
      if (firstOverlap(runs)) throw refuse(codeRefusals.overlap);
      return { runs: merged(runs), unknown: [] };
    }
    case PickMode.firstLast: {
      const [first, last] = [await readOne(keyring, pick.firstCode), await readOne(keyring, pick.lastCode)];
      if (first.seg !== last.seg) throw refuse(codeRefusals.otherSegment);
      const [from, to] = [Math.min(first.serial, last.serial), Math.max(first.serial, last.serial)];
      return { runs: [{ seg: first.seg, from, to }], unknown: [] };
    }
    case PickMode.task: {
      const rows = await db
        .selectFrom('segment')
        .where('taskId', '=', pick.taskId)
        .where('level', 'in', pick.levels)
        .select(['seg', 'count'])
        .orderBy('seg')
        .execute();
      if (rows.length === 0) throw invalid('pick', '所选任务没有该层级的码');
      return { runs: rows.map(({ seg, count }) => ({ seg, from: 1, to: count })), unknown: [] };
    }
    case PickMode.lot: {
      const lot = await db
        .selectFrom('lot')
        .where('id', '=', pick.lotId)
        .where('isDel', '=', 0)
        .select(['id', 'firmId'])
        .executeTakeFirst();
      const runs = lot ? await runsOfLot(db, lot) : [];
      if (runs.length === 0) throw invalid('pick', '所选批次没有已启用的码');
      return { runs, unknown: [] };
    }
    case PickMode.codes:
      return readMany(db, keyring, pick.codes);
    case PickMode.file:
      throw invalid('pick.mode', '上传的文件在后台执行');
  }
};

/** The chosen codes, with whatever lies in chosen boxes where that is asked. */
export const pickCodes = async (
  db: Db,
  keyring: Keyring,
  { pick, includeChild }: { pick: Pick; includeChild: boolean },
): Promise<Picked> => {
  const picked = await pickRuns(db, keyring, pick);
  if (!includeChild || picked.runs.length === 0) return picked;
  const firmId = [...(await readSegments(db, picked.runs)).values()][0]!.firmId;
  return { ...picked, runs: await withChildren(db, firmId, picked.runs) };
};

const readOne = async (keyring: Keyring, typed: string): Promise<CodePlace> => {
  const found = await keyring.find(typed);
  if (!found) throw refuse(codeRefusals.badText);
  return found.place;
};

const readMany = async (db: Db, keyring: Keyring, typed: readonly string[]): Promise<Picked> => {
  const places = new Map<string, CodePlace>();
  const unknown: Conflict[] = [];
  const found = await keyring.findMany(typed);
  const seen = new Set<string>();
  for (const line of typed) {
    const known = found.get(line);
    const code = known?.code ?? readCodeInput(line).code;
    if (!code || seen.has(code)) continue;
    seen.add(code);
    if (known) places.set(code, known.place);
    else unknown.push(conflictOf(code, codeRefusals.badText));
  }
  const segs = [...new Set([...places.values()].map((place) => place.seg))];
  const known = new Map(
    segs.length === 0
      ? []
      : (await db.selectFrom('segment').where('seg', 'in', segs).select(['seg', 'count']).execute()).map(
          ({ seg, count }) => [seg, count] as const,
        ),
  );
  const runs: Run[] = [];
  for (const [code, place] of places) {
    if (place.serial <= (known.get(place.seg) ?? 0))
      runs.push({ seg: place.seg, from: place.serial, to: place.serial });
    else unknown.push(conflictOf(code, codeRefusals.noSuchCode));
  }
  return { runs: merged(runs), unknown };
};
