import { Level } from '@zhuiyuan/contract/codes/state/code-enums';
import { codeRefusals } from '@zhuiyuan/contract/codes/state/code-refusals';
import { Code } from '@zhuiyuan/contract/kit/codes';
import { LineMode } from '@zhuiyuan/contract/movement/move-enums';
import type { LineDraft } from '@zhuiyuan/contract/movement/ship/ship-draft';
import type { Keyring } from '../../../codes/cipher/keyring.ts';
import { without, type Run } from '../../../codes/state/ranges.ts';
import type { Db } from '../../../kit/db/database.ts';
import { findNamed, isBad, toBad, type BadCode, type NamedCode } from '../../../packing/named-codes.ts';

/** A line whose codes are known. */
export interface NamedLine extends Run {
  /** Its place in what was sent. */
  at: number;
  mode: 1 | 2 | 3;
  code: string;
  lastCode: string;
  level: number;
  keyV: string | null;
  /** All of it but what is cut out. */
  runs: Run[];
}

/** What stands against a whole line. */
export interface BadLine extends BadCode {
  at: number;
  line?: NamedLine;
}

const otherKind = (code: string, text: string): BadCode => ({
  code,
  errCode: Code.invalid,
  errMsg: `编码${code}：${text}`,
});

/** Another kind of code than the page, or the line, is for. */
const strictness = (mode: number | undefined, isRange: boolean, { code, level }: NamedCode): BadCode | undefined => {
  if (mode === undefined || (mode === LineMode.range) === isRange) {
    if (mode === LineMode.item && level > Level.item) return otherKind(code, '请在箱码发货中操作');
    if (mode === LineMode.box && level === Level.item) return otherKind(code, '请在单码发货中操作');
    return undefined;
  }
  return otherKind(code, isRange ? '请在批量发货中操作' : '请扫描号段的尾码');
};

/** What of lines overlaps an earlier one: the later of two is the wrong one. */
const overlapping = (lines: readonly NamedLine[]): NamedLine[] => {
  const late: NamedLine[] = [];
  let last: NamedLine | undefined;
  for (const line of lines.toSorted((a, b) => a.seg - b.seg || a.from - b.from || a.at - b.at)) {
    if (last?.seg === line.seg && line.from <= last.to) {
      const isEarlier = line.at < last.at;
      late.push(isEarlier ? last : line);
      if (isEarlier) last = line;
    } else last = line;
  }
  return late;
};

/** The codes that scanned lines name, of one firm, each once; what cannot be read as a line of it stands beside. */
export const readLines = async (
  db: Db,
  keyring: Keyring,
  firmId: number,
  drafts: readonly LineDraft[],
): Promise<{ lines: NamedLine[]; bad: BadLine[] }> => {
  const found = await findNamed(
    db,
    keyring,
    drafts.flatMap(({ code, lastCode }) => (lastCode === undefined ? [code] : [code, lastCode])),
  );
  const names = found.values();
  const lines: NamedLine[] = [];
  const bad: BadLine[] = [];
  for (const [at, draft] of drafts.entries()) {
    const ends = [names.next().value!, ...(draft.lastCode === undefined ? [] : [names.next().value!])];
    const [first, last] = [ends[0]!, ends.at(-1)!];
    const wrong = ends.find(isBad);
    if (wrong) {
      bad.push({ at, ...wrong });
      continue;
    }
    const [one, other] = [first as NamedCode, last as NamedCode];
    if (one.firmId !== firmId || other.firmId !== firmId) {
      bad.push({ at, ...toBad(one.firmId === firmId ? other.code : one.code, codeRefusals.noSuchCode) });
      continue;
    }
    if (one.seg !== other.seg) {
      bad.push({ at, ...toBad(one.code, codeRefusals.otherSegment) });
      continue;
    }
    const isRange = draft.lastCode !== undefined;
    const [from, to] = one.serial <= other.serial ? [one, other] : [other, one];
    const whole: Run = { seg: one.seg, from: from.serial, to: to.serial };
    const cuts = draft.cut.map(({ serialFrom, serialTo }) => ({ seg: one.seg, from: serialFrom, to: serialTo }));
    const line: NamedLine = {
      ...whole,
      at,
      mode: isRange ? LineMode.range : one.level === Level.item ? LineMode.item : LineMode.box,
      code: from.code,
      lastCode: isRange ? to.code : '',
      level: one.level,
      keyV: one.keyV,
      runs: without([whole], cuts),
    };
    const strict =
      line.runs.length === 0 ? otherKind(from.code, '号段已全部剔除') : strictness(draft.mode, isRange, one);
    if (strict) bad.push({ at, ...strict, line });
    else lines.push(line);
  }
  const late = new Set(overlapping(lines));
  for (const line of late) {
    const why = line.mode === LineMode.range ? codeRefusals.overlap : codeRefusals.scannedTwice;
    bad.push({ at: line.at, ...toBad(line.code, why), line });
  }
  return { lines: lines.filter((line) => !late.has(line)), bad };
};
