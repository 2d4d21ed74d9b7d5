import type { FieldCode, FieldDeliver, FieldLine } from '@zhuiyuan/contract/fieldwork/field-goods';
import { DeliverStatus } from '@zhuiyuan/contract/movement/move-enums';
import { bareCode } from '../../lib/code-key.ts';

/** A code that is taken as received. */
export interface Ticked {
  lineId: number;
  itemQty: number;
}

/** Damage of a code that came. */
export interface Damage {
  images: string[];
  /** 照收并备注. */
  signs: boolean;
}

/** What is kept of a receipt on the phone until it is confirmed. */
export interface Receipt {
  ticked: Record<string, Ticked>;
  /** Lines taken whole. */
  wholes: number[];
  damaged: Record<string, Damage>;
  /** What did not come: recorded as such, or left for later. */
  later: number[];
  extra: Record<string, string>;
  /** Scanned without a connection, not known yet. */
  unknown: string[];
  note: string;
}

/** A receipt with what was kept of it; one where nothing is taken yet where that is none. */
export const toReceipt = (kept?: Partial<Receipt>): Receipt => ({
  ticked: {},
  wholes: [],
  damaged: {},
  later: [],
  extra: {},
  unknown: [],
  note: '',
  ...kept,
});

/** A document on its way with its lines, and what was taken of it. */
export interface Receiving {
  doc: FieldDeliver;
  lines: FieldLine[];
  receipt: Receipt;
}

/** Of a receipt, what says which goods are taken. */
export type Taking = Pick<Receipt, 'ticked' | 'wholes' | 'damaged'>;
/** Lines of a document, and which goods of them are taken. */
export interface TakingOf {
  lines: readonly FieldLine[];
  receipt: Taking;
}

/** The sum of a number of each row. */
export const sumOver = <R>(rows: readonly R[], number: (row: R) => number): number =>
  rows.reduce((sum, row) => sum + number(row), 0);

export const openLines = (lines: readonly FieldLine[]): FieldLine[] =>
  lines.filter(({ status }) => status === DeliverStatus.shipped);

/** Lines on their way that are shown as one: those of one product. */
export interface Group {
  key: string;
  lines: FieldLine[];
}

export const groupsOf = (lines: readonly FieldLine[]): Group[] => {
  const groups = new Map<string, FieldLine[]>();
  for (const line of openLines(lines)) {
    const key = line.productId === null ? `line ${line.id}` : String(line.productId);
    groups.set(key, [...(groups.get(key) ?? []), line]);
  }
  return [...groups].map(([key, own]) => ({ key, lines: own }));
};

/** The line that shows a code among its chips. */
export const findChip = (
  lines: readonly FieldLine[],
  code: string,
): { line: FieldLine; itemQty: number } | undefined => {
  for (const line of lines) {
    const chip = line.codes.find((one) => one.code === code);
    if (chip) return { line, itemQty: chip.itemQty };
  }
  return undefined;
};

/** Of one line: codes and items that are taken, and items that stay away because of damage. */
export interface LineTaken {
  codes: number;
  items: number;
  refused: number;
}

/** What is taken of each line, by its number. */
export const takenOf = ({ lines, receipt }: TakingOf): Map<number, LineTaken> => {
  const isRefused = (code: string): boolean => {
    const damage = receipt.damaged[code];
    return damage !== undefined && !damage.signs;
  };
  const ticked = new Map<number, LineTaken>();
  for (const [code, { lineId, itemQty }] of Object.entries(receipt.ticked)) {
    if (isRefused(code)) continue;
    const { codes, items } = ticked.get(lineId) ?? { codes: 0, items: 0 };
    ticked.set(lineId, { codes: codes + 1, items: items + itemQty, refused: 0 });
  }
  const wholes = new Set(receipt.wholes);
  return new Map(
    lines.map((line): [number, LineTaken] => {
      const away = line.codes.filter(({ code }) => isRefused(code));
      const refused = sumOver(away, ({ itemQty }) => itemQty);
      const { codes, items } = wholes.has(line.id)
        ? { codes: line.codeCount - away.length, items: line.itemQty - refused }
        : (ticked.get(line.id) ?? { codes: 0, items: 0 });
      return [line.id, { codes, items, refused }];
    }),
  );
};

/** What a confirmation would sign for, and what would stay. */
export const sumsOf = ({
  lines,
  receipt,
}: TakingOf): { codes: number; allCodes: number; items: number; left: number } => {
  const open = openLines(lines);
  const taken = [...takenOf({ lines: open, receipt }).values()];
  const items = sumOver(taken, (line) => line.items);
  return {
    codes: sumOver(taken, (line) => line.codes),
    allCodes: sumOver(open, ({ codeCount }) => codeCount),
    items,
    left: sumOver(open, ({ itemQty }) => itemQty) - items,
  };
};

/** Chips of a line that were not taken. */
export const missingOf = (receipt: Taking, line: FieldLine): { code: string; itemQty: number }[] =>
  receipt.wholes.includes(line.id)
    ? []
    : line.codes.filter(({ code }) => !receipt.ticked[code] && !receipt.damaged[code]);

/** What did not come of one product: its lines, the codes that can be named, and how many items. */
export interface Shortage extends Group {
  codes: { code: string; itemQty: number }[];
  left: number;
}

export const shortagesOf = ({ lines, receipt }: TakingOf): Shortage[] => {
  const taken = takenOf({ lines, receipt });
  return groupsOf(lines).flatMap(({ key, lines: own }) => {
    const short = own.filter(
      (line) =>
        taken.get(line.id)!.codes < line.codeCount && (line.codes.length === 0 || missingOf(receipt, line).length > 0),
    );
    const left = sumOver(short, ({ id, itemQty }) => itemQty - taken.get(id)!.items - taken.get(id)!.refused);
    const codes = short.flatMap((line) => missingOf(receipt, line));
    return short.length > 0 ? [{ key, lines: short, codes, left }] : [];
  });
};

/** What is said of a scan. */
export interface Told {
  ok: boolean;
  words: string;
  lineId?: number;
  code?: string;
}

/** What becomes of a scan: what is said of it, and the receipt with it. */
export interface Scanned {
  told: Told;
  receipt: Receipt;
}

/** A scan that changes nothing. */
export const refuseScan = (receipt: Receipt, words: string, code?: string): Scanned => ({
  told: { ok: false, words, code },
  receipt,
});

const tick = (receipt: Receipt, code: string, ticked: Ticked): Scanned => ({
  told: { ok: true, words: code, lineId: ticked.lineId, code },
  receipt: {
    ...receipt,
    ticked: { ...receipt.ticked, [code]: ticked },
    unknown: receipt.unknown.filter((one) => one !== code),
  },
});

type Judging = Pick<Receiving, 'lines' | 'receipt'>;

/** Takes a scanned code that stands among the chips; nothing where the server has to be asked. */
export const takeKnown = ({ lines, receipt }: Judging, scanned: string): Scanned | undefined => {
  const code = bareCode(scanned);
  if (receipt.ticked[code]) return refuseScan(receipt, '编码重复扫描', code);
  const chip = findChip(lines, code);
  if (!chip) return undefined;
  if (chip.line.status !== DeliverStatus.shipped) return refuseScan(receipt, '该编码已签收', code);
  if (receipt.wholes.includes(chip.line.id)) return refuseScan(receipt, '已随整行签收', code);
  return tick(receipt, code, { lineId: chip.line.id, itemQty: chip.itemQty });
};

/** Takes what the server knows of a scanned code. */
export const takeFound = (before: Receipt, scanned: string, found: FieldCode): Scanned => {
  const { code, lineId, state, itemQty } = found;
  const receipt = notUnknown(notUnknown(before, bareCode(scanned)), code);
  if (state === 'other' || lineId === null) {
    const extra = { ...receipt.extra, [code]: receipt.extra[code] ?? '' };
    return refuseScan({ ...receipt, extra }, '不在该发货单内，已记为多货', code);
  }
  const isTaken = Boolean(receipt.ticked[code]) || receipt.wholes.includes(lineId);
  if (state === 'inside') return refuseScan(receipt, isTaken ? '已随箱签收' : `编码在箱${code}内，请扫箱码`, code);
  if (state === 'signed') return refuseScan(receipt, '该编码已签收', code);
  if (isTaken) return refuseScan(receipt, '编码重复扫描', code);
  return tick(receipt, code, { lineId, itemQty });
};

/** Keeps a code that was scanned without a connection, to be asked about with the next. */
export const takeUnknown = (receipt: Receipt, scanned: string): Scanned => {
  const code = bareCode(scanned);
  const unknown = receipt.unknown.includes(code) ? receipt.unknown : [...receipt.unknown, code];
  return { told: { ok: true, words: `${code} 已记下` }, receipt: { ...receipt, unknown } };
};

/** Without a code that waited to be asked about. */
export const notUnknown = (receipt: Receipt, code: string): Receipt =>
  receipt.unknown.includes(code) ? { ...receipt, unknown: receipt.unknown.filter((one) => one !== code) } : receipt;

const without = <V>(record: Record<string, V>, code: string): Record<string, V> => {
  const { [code]: _gone, ...rest } = record;
  return rest;
};

/** Takes a code out of the receipt again, whatever it was in it. */
export const forgetCode = (receipt: Receipt, code: string): Receipt => ({
  ...receipt,
  ticked: without(receipt.ticked, code),
  damaged: without(receipt.damaged, code),
  extra: without(receipt.extra, code),
});

const withLines = (ids: readonly number[], lines: readonly FieldLine[], isIn: boolean): number[] => {
  const own = new Set(lines.map(({ id }) => id));
  return [...ids.filter((id) => !own.has(id)), ...(isIn ? own : [])];
};

/** 整行签收 of some lines, or not any more. */
export const takeWhole = (receipt: Receipt, lines: readonly FieldLine[], isWhole: boolean): Receipt => ({
  ...receipt,
  wholes: withLines(receipt.wholes, lines, isWhole),
});

/** 稍后再签 for what did not come of some lines, or 未到货. */
export const leaveForLater = (receipt: Receipt, lines: readonly FieldLine[], isLater: boolean): Receipt => ({
  ...receipt,
  later: withLines(receipt.later, lines, isLater),
});

/** Marks a code that came as damaged. */
export const markDamaged = ({ lines, receipt }: Judging, code: string): Receipt => {
  const chip = findChip(lines, code);
  if (!chip) return receipt;
  const { line, itemQty } = chip;
  const isTaken = receipt.wholes.includes(line.id) || Boolean(receipt.ticked[code]);
  return {
    ...receipt,
    ticked: isTaken ? receipt.ticked : { ...receipt.ticked, [code]: { lineId: line.id, itemQty } },
    damaged: { ...receipt.damaged, [code]: { images: [], signs: false } },
  };
};

/** Says more of a damage; nothing where the code is not damaged any more. */
export const changeDamage = (receipt: Receipt, code: string, changes: Partial<Damage>): Receipt => {
  const damage = receipt.damaged[code];
  return damage ? { ...receipt, damaged: { ...receipt.damaged, [code]: { ...damage, ...changes } } } : receipt;
};
