import { Level } from '@zhuiyuan/contract/codes/state/code-enums';
import { ChannelPick } from '@zhuiyuan/contract/codes/ops/channel-change';
import { PickMode } from '@zhuiyuan/contract/codes/pick/pick';
import { codeRefusals } from '@zhuiyuan/contract/codes/state/code-refusals';
import { fill } from '@zhuiyuan/contract/kit/codes';
import { readCodes } from '../../../parts/pickers/read-codes.ts';

/** One run of serials as it is being typed. */
export interface RangeRow {
  key: number;
  taskId?: number;
  seg?: number;
  /** Codes of the chosen segment, and their level. */
  count: number;
  level?: number;
  from: number | null;
  to: number | null;
}

/** A code that was scanned as the first or the last of a run. */
export interface EndCode {
  code: string;
  seg: number;
  serial: number;
  level: number;
  storeName: string;
}

/** Codes being chosen; what was typed for one way of choosing stays while another is looked at. */
export interface PickDraft {
  mode: (typeof PickMode.options)[number]['value'];
  rows: RangeRow[];
  first?: EndCode;
  last?: EndCode;
  taskId?: number;
  levels: number[];
  productId?: number;
  lotId?: number;
  text: string;
  /** An uploaded file of codes. */
  fileUrl?: string;
  fileName?: string;
  firmId?: number;
  /** Whose goods in hand are chosen. */
  agentIds: number[];
  shopIds: number[];
  /** Whatever lies in chosen boxes as well. */
  includeChild: boolean;
}

/** Most runs in one operation. */
export const mostRows = 200;

export const blankRow = (key: number): RangeRow => ({ key, count: 0, from: null, to: null });
export const blankPick: PickDraft = {
  mode: PickMode.ranges,
  rows: [blankRow(1)],
  levels: [],
  text: '',
  agentIds: [],
  shopIds: [],
  includeChild: false,
};

/** The same draft in another way of choosing: the task chosen in one of them is chosen in the other, unless something is there already. */
export const inMode = (draft: PickDraft, mode: PickDraft['mode']): PickDraft => {
  const [row, ...others] = draft.rows;
  const isBlank = row !== undefined && others.length === 0 && row.taskId === undefined;
  if (mode === PickMode.ranges && isBlank && draft.taskId !== undefined)
    return { ...draft, mode, rows: [{ ...row, taskId: draft.taskId }] };
  if (mode === PickMode.task && draft.taskId === undefined && row?.taskId !== undefined)
    return { ...draft, mode, taskId: row.taskId, levels: [] };
  return { ...draft, mode };
};

/** The next run offered after the last one: the same segment, behind its end where there is something left. */
export const nextRow = (rows: readonly RangeRow[]): RangeRow => {
  const key = Math.max(0, ...rows.map((row) => row.key)) + 1;
  const last = rows.at(-1);
  if (!last) return blankRow(key);
  const hasRest = last.to !== null && last.to < last.count;
  return { ...last, key, from: hasRest && last.to !== null ? last.to + 1 : null, to: null };
};

const lengthOf = ({ from, to }: RangeRow): number => (from === null || to === null ? 0 : Math.max(0, to - from + 1));

const ownError = ({ seg, count, from, to }: RangeRow): string | undefined => {
  if (seg === undefined) return '请选择码段';
  if (from === null) return '请输入起始序号';
  if (to === null) return '请输入结束序号';
  if (from > to) return codeRefusals.fromAfterTo[1];
  return from < 1 || to > count ? fill(codeRefusals.outsideSegment[1], { n: count }) : undefined;
};

const isOverlapping = (a: RangeRow, b: RangeRow): boolean =>
  a.seg === b.seg && (a.from ?? 0) <= (b.to ?? 0) && (b.from ?? 0) <= (a.to ?? 0);

/** What is wrong with each run, in its place; a run that overlaps one above it is the one at fault. */
export const rowErrors = (rows: readonly RangeRow[]): (string | undefined)[] => {
  const own = rows.map(ownError);
  return rows.map(
    (row, at) =>
      own[at] ??
      (rows.slice(0, at).some((other, before) => !own[before] && isOverlapping(other, row))
        ? codeRefusals.overlap[1]
        : undefined),
  );
};

/** Codes of the segments a task has, by level. */
export type LevelCounts = readonly { level: number; count: number }[];

/** How many codes are chosen, as far as the screen can tell before the server has looked. */
export const quantityOf = (draft: PickDraft, taskSegments: LevelCounts): number => {
  switch (draft.mode) {
    case PickMode.ranges:
      return draft.rows.reduce((sum, row) => sum + lengthOf(row), 0);
    case PickMode.firstLast:
      return draft.first && draft.last && draft.first.seg === draft.last.seg
        ? Math.abs(draft.first.serial - draft.last.serial) + 1
        : 0;
    case PickMode.task:
      return taskSegments.reduce((sum, { level, count }) => sum + (draft.levels.includes(level) ? count : 0), 0);
    case PickMode.codes:
      return readCodes(draft.text).codes.length;
    default:
      // How many codes a lot has bound, an agent holds or a file names is for the server to say.
      return 0;
  }
};

/** Whether boxes may be among the chosen codes; of a lot or a pasted list only the server knows. */
export const mayHaveBoxes = (draft: PickDraft): boolean => {
  switch (draft.mode) {
    case PickMode.ranges:
      return draft.rows.some(({ level = 0 }) => level > Level.item);
    case PickMode.firstLast:
      return (draft.first?.level ?? Level.item) > 0;
    case PickMode.task:
      return draft.levels.some((level) => level > Level.item);
    case PickMode.agents:
    case PickMode.shops:
      // Goods in hand always come with what is in them.
      return false;
    default:
      return true;
  }
};

/** What is sent for the chosen codes; it may still be incomplete, `problemOf` tells. */
export const pickOf = (draft: PickDraft): ChannelPick => {
  switch (draft.mode) {
    case PickMode.ranges:
      return {
        mode: draft.mode,
        ranges: draft.rows.map(({ seg, from, to }) => ({ seg: seg ?? 0, serialFrom: from ?? 0, serialTo: to ?? 0 })),
      };
    case PickMode.firstLast:
      return { mode: draft.mode, firstCode: draft.first?.code ?? '', lastCode: draft.last?.code ?? '' };
    case PickMode.task:
      return { mode: draft.mode, taskId: draft.taskId ?? 0, levels: draft.levels as (0 | 1 | 2)[] };
    case PickMode.lot:
      return { mode: draft.mode, lotId: draft.lotId ?? 0 };
    case PickMode.file:
      return { mode: draft.mode, fileUrl: draft.fileUrl ?? '', firmId: draft.firmId };
    case PickMode.agents:
      return { mode: draft.mode, agentIds: draft.agentIds };
    case PickMode.shops:
      return { mode: draft.mode, shopIds: draft.shopIds };
    case PickMode.codes: {
      const { codes, lines } = readCodes(draft.text);
      return { mode: draft.mode, codes, lines };
    }
  }
};

/** The first thing that keeps the choice from being checked, in the words of the specification. */
export const problemOf = (draft: PickDraft): string | undefined => {
  const wrongRow = draft.mode === PickMode.ranges ? rowErrors(draft.rows).find(Boolean) : undefined;
  if (wrongRow) return wrongRow;
  const { first, last } = draft;
  if (draft.mode === PickMode.firstLast && first && last && first.seg !== last.seg) return codeRefusals.otherSegment[1];
  return ChannelPick.safeParse(pickOf(draft)).error?.issues[0]?.message;
};
