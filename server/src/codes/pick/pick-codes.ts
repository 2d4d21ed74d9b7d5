import { Holder } from '@zhuiyuan/contract/codes/state/code-enums';
import { readCodeInput } from '@zhuiyuan/contract/codes/cipher/code-input';
import { codeRefusals } from '@zhuiyuan/contract/codes/state/code-refusals';
import type { CodePlace } from '@zhuiyuan/contract/codes/cipher/code-format';
import type { Conflict } from '@zhuiyuan/contract/codes/ops/op-draft';
import type { ChannelPick } from '@zhuiyuan/contract/codes/ops/channel-change';
import { PickMode } from '@zhuiyuan/contract/codes/pick/pick';
import type { Db } from '../../kit/db/database.ts';
import { live } from '../../kit/db/live.ts';
import { invalid, refuse } from '../../kit/refusal.ts';
import { withChildren } from '../state/with-children.ts';
import { readSegments } from '../state/read-segments.ts';
import type { Keyring } from '../cipher/keyring.ts';
import { runsHeldBy } from '../state/custody/runs-held-by.ts';
import { runsOfLot } from '../state/pieces.ts';
import { placeKey } from '../state/parent-places.ts';
import { chunked } from '../state/put-spans.ts';
import { firstOverlap, merged, rangeToRun, type Run } from '../state/ranges.ts';

/** A pasted code with the line it stands in. */
export interface TypedCode extends Run {
  line: number;
}

export interface Picked {
  runs: Run[];
  /** Typed codes that name no code of the firm; they count as failed. */
  unknown: Conflict[];
  /** The codes of a pasted list, in the order of the runs. */
  typed?: TypedCode[];
}

const toConflict = (code: string, line: number, [errCode, errMsg]: readonly [number, string]): Conflict => ({
  code,
  seg: null,
  serialFrom: null,
  serialTo: null,
  line,
  errCode,
  errMsg: `编码${code}：${errMsg}`,
});

/** Turns any way of choosing codes into runs of serials of the operator's own segments. Refuses what cannot be read at all. */
const pickRuns = async (db: Db, keyring: Keyring, pick: ChannelPick, firmId?: number): Promise<Picked> => {
  switch (pick.mode) {
    case PickMode.ranges: {
      const runs = pick.ranges.map(rangeToRun);
      if (runs.some((run) => run.from > run.to)) throw refuse(codeRefusals.fromAfterTo);
      if (firstOverlap(runs)) throw refuse(codeRefusals.overlap);
      return { runs: merged(runs), unknown: [] };
    }
    case PickMode.firstLast: {
      const [first, last] = [await readOne(db, keyring, pick.firstCode), await readOne(db, keyring, pick.lastCode)];
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
      const lot = await live(db, 'lot').where('id', '=', pick.lotId).select(['id', 'firmId']).executeTakeFirst();
      const runs = lot ? await runsOfLot(db, lot) : [];
      if (runs.length === 0) throw invalid('pick', '所选批次没有已启用的码');
      return { runs, unknown: [] };
    }
    case PickMode.codes:
      return readMany(db, keyring, pick, firmId);
    case PickMode.agents:
      return heldBy(db, 'agent', pick.agentIds);
    case PickMode.shops:
      return heldBy(db, 'shop', pick.shopIds);
    case PickMode.file:
      throw invalid('pick.mode', '上传的文件在后台执行');
  }
};

/** What agents or shops hold; all of them are of one firm. */
const heldBy = async (db: Db, table: 'agent' | 'shop', ids: readonly number[]): Promise<Picked> => {
  const isAgent = table === 'agent';
  const label = isAgent ? '经销商' : '门店';
  const holders = await live(db, table).where('id', 'in', ids).select(['id', 'firmId']).execute();
  const [first] = holders;
  const isWhole = holders.length === new Set(ids).size && holders.every(({ firmId }) => firmId === first?.firmId);
  if (!first || !isWhole) throw invalid(`pick.${table}Ids`, `${label}不存在`);
  const runs = await runsHeldBy(db, first.firmId, isAgent ? Holder.agent : Holder.shop, ids);
  if (runs.length === 0) throw invalid('pick', `所选${label}名下没有货`);
  return { runs, unknown: [] };
};

/** The chosen codes, with whatever lies in chosen boxes where that is asked; goods in hand come with what is in them. */
export const pickCodes = async (
  db: Db,
  keyring: Keyring,
  { pick, includeChild }: { pick: ChannelPick; includeChild: boolean },
  /** Whose codes they must be, where that is known. */
  ofFirm?: number,
): Promise<Picked> => {
  const picked = await pickRuns(db, keyring, pick, ofFirm);
  const withInside = includeChild || pick.mode === PickMode.agents || pick.mode === PickMode.shops;
  if (!withInside || picked.runs.length === 0) return picked;
  const firmId = [...(await readSegments(db, picked.runs)).values()][0]!.firmId;
  return { ...picked, runs: await withChildren(db, firmId, picked.runs) };
};

const readOne = async (db: Db, keyring: Keyring, typed: string): Promise<CodePlace> => {
  const found = await keyring.find(db, typed);
  if (!found) throw refuse(codeRefusals.badText);
  return found.place;
};

/**
 * A pasted list: every code once, in whatever way it was typed. What is no code is named with its line, and so is one of
 * another firm: the operation is for `firmId`, else for the firm of the first code.
 */
const readMany = async (
  db: Db,
  keyring: Keyring,
  { codes: texts, lines }: { codes: readonly string[]; lines?: readonly number[] },
  firmId: number | undefined,
): Promise<Picked> => {
  const found = await keyring.findMany(db, texts);
  const segs = [...new Set([...found.values()].map(({ place }) => place.seg))];
  const segments = new Map<number, { firmId: number; count: number }>();
  for (const chunk of chunked(segs))
    for (const row of await db
      .selectFrom('segment')
      .where('seg', 'in', chunk)
      .select(['seg', 'firmId', 'count'])
      .execute())
      segments.set(row.seg, row);
  const unknown: Conflict[] = [];
  const typed: TypedCode[] = [];
  const seen = new Set<string>();
  let firm = firmId;
  for (const [at, text] of texts.entries()) {
    const known = found.get(text);
    const code = known ? placeKey(known.place) : readCodeInput(text).code;
    if (!code || seen.has(code)) continue;
    seen.add(code);
    const line = lines?.[at] ?? at + 1;
    const { seg = 0, serial = 0 } = known?.place ?? {};
    const segment = segments.get(seg);
    if (segment && serial <= segment.count && (firm ??= segment.firmId) === segment.firmId)
      typed.push({ seg, from: serial, to: serial, line });
    else unknown.push(toConflict(known?.code ?? code, line, known ? codeRefusals.noSuchCode : codeRefusals.badText));
  }
  return { runs: merged(typed), unknown, typed };
};
