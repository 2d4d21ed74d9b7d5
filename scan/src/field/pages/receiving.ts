import type { FieldCode, FieldDeliver, FieldLine } from '@zhuiyuan/contract/fieldwork/field-goods';
import { bareCode } from '../lib/code-key.ts';

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

export const noReceipt = (): Receipt => ({
  ticked: {},
  wholes: [],
  damaged: {},
  later: [],
  extra: {},
  unknown: [],
  note: '',
});

/** A document on its way with the lines that are. */
export interface Receiving {
  doc: FieldDeliver;
  lines: FieldLine[];
  receipt: Receipt;
}

/** The sum of a number of each row. */
export const sumOver = <R>(rows: readonly R[], number: (row: R) => number): number =>
  rows.reduce((sum, row) => sum + number(row), 0);

export const openLines = ({ lines }: Pick<Receiving, 'lines'>): FieldLine[] =>
  lines.filter(({ status }) => status === 1);

/** Lines on their way that are shown as one: those of one product. */
export interface Group {
  key: string;
  lines: FieldLine[];
}

export const groupsOf = (receiving: Pick<Receiving, 'lines'>): Group[] => {
  const groups = new Map<string, FieldLine[]>();
  for (const line of openLines(receiving)) {
    const key = line.productId === null ? `line ${line.id}` : String(line.productId);
    groups.set(key, [...(groups.get(key) ?? []), line]);
  }
  return [...groups].map(([key, lines]) => ({ key, lines }));
};

/** The line that shows a code among its chips. */
export const findChip = (
  { lines }: Pick<Receiving, 'lines'>,
  code: string,
): { line: FieldLine; itemQty: number } | undefined => {
  for (const line of lines) {
    const chip = line.codes.find((one) => one.code === code);
    if (chip) return { line, itemQty: chip.itemQty };
  }
  return undefined;
};

/** Codes and items of a line that are taken, and that stay away because of damage. */
export const takenOf = (
  { receipt }: Pick<Receiving, 'receipt'>,
  line: FieldLine,
): { codes: number; items: number; refused: number } => {
  const refusedCodes = Object.entries(receipt.damaged).filter(
    ([code, { signs }]) => !signs && line.codes.some((one) => one.code === code),
  );
  const refusedItems = refusedCodes.reduce(
    (sum, [code]) => sum + (line.codes.find((one) => one.code === code)?.itemQty ?? 0),
    0,
  );
  if (receipt.wholes.includes(line.id))
    return { codes: line.codeCount - refusedCodes.length, items: line.itemQty - refusedItems, refused: refusedItems };
  let [codes, items] = [0, 0];
  for (const [code, ticked] of Object.entries(receipt.ticked)) {
    const damage = receipt.damaged[code];
    if (ticked.lineId !== line.id || (damage && !damage.signs)) continue;
    codes += 1;
    items += ticked.itemQty;
  }
  return { codes, items, refused: refusedItems };
};

/** What a confirmation would sign for, and what would stay. */
export const sumsOf = (receiving: Receiving): { codes: number; allCodes: number; items: number; left: number } => {
  let [codes, items, all, allCodes] = [0, 0, 0, 0];
  for (const line of openLines(receiving)) {
    const taken = takenOf(receiving, line);
    codes += taken.codes;
    items += taken.items;
    all += line.itemQty;
    allCodes += line.codeCount;
  }
  return { codes, allCodes, items, left: all - items };
};

/** Chips of a line that were not taken. */
export const missingOf = (receiving: Receiving, line: FieldLine): { code: string; itemQty: number }[] =>
  receiving.receipt.wholes.includes(line.id)
    ? []
    : line.codes.filter(({ code }) => !receiving.receipt.ticked[code] && !receiving.receipt.damaged[code]);

type Told = { ok: boolean; words: string; lineId?: number; code?: string };

const tick = ({ receipt }: Receiving, code: string, ticked: Ticked): void => {
  receipt.ticked[code] = ticked;
  receipt.unknown = receipt.unknown.filter((one) => one !== code);
};

/** Takes a scanned code that stands among the chips; nothing where the server has to be asked. */
export const takeKnown = (receiving: Receiving, scanned: string): Told | undefined => {
  const code = bareCode(scanned);
  const { receipt } = receiving;
  if (receipt.ticked[code]) return { ok: false, words: '编码重复扫描', code };
  const chip = findChip(receiving, code);
  if (!chip) return undefined;
  if (chip.line.status !== 1) return { ok: false, words: '该编码已签收', code };
  if (receipt.wholes.includes(chip.line.id)) return { ok: false, words: '已随整行签收', code };
  tick(receiving, code, { lineId: chip.line.id, itemQty: chip.itemQty });
  return { ok: true, words: code, lineId: chip.line.id, code };
};

/** Takes what the server knows of a scanned code. */
export const takeFound = (receiving: Receiving, scanned: string, found: FieldCode): Told => {
  const { receipt } = receiving;
  const { code, lineId, state, itemQty } = found;
  receipt.unknown = receipt.unknown.filter((one) => one !== bareCode(scanned) && one !== code);
  if (state === 'other' || lineId === null) {
    receipt.extra[code] ??= '';
    return { ok: false, words: '不在该发货单内，已记为多货', code };
  }
  const isTaken = Boolean(receipt.ticked[code]) || receipt.wholes.includes(lineId);
  if (state === 'inside')
    return isTaken
      ? { ok: false, words: '已随箱签收', code }
      : { ok: false, words: `编码在箱${code}内，请扫箱码`, code };
  if (state === 'signed') return { ok: false, words: '该编码已签收', code };
  if (isTaken) return { ok: false, words: '编码重复扫描', code };
  tick(receiving, code, { lineId, itemQty });
  return { ok: true, words: code, lineId, code };
};

/** What is sent to be signed. */
export const toSigning = ({ doc, receipt, lines }: Receiving, recordsMissing: boolean): object => {
  const isDamaged = (code: string): boolean => code in receipt.damaged;
  const wholes = receipt.wholes.filter(
    (id) => !lines.find((line) => line.id === id)?.codes.some(({ code }) => isDamaged(code)),
  );
  const broken = lines.filter(({ id }) => receipt.wholes.includes(id) && !wholes.includes(id));
  const codes = [
    ...Object.keys(receipt.ticked).filter((code) => !isDamaged(code)),
    ...broken.flatMap((line) => line.codes.map(({ code }) => code).filter((code) => !isDamaged(code))),
  ];
  const missing = recordsMissing
    ? openLines({ lines })
        .filter(({ id }) => !receipt.later.includes(id))
        .flatMap((line) => missingOf({ doc, receipt, lines }, line))
    : [];
  return {
    deliverId: doc.id,
    mode: 'codes',
    codes,
    lineIds: wholes,
    diffs: [
      ...Object.entries(receipt.damaged).map(([code, { images, signs }]) => ({
        code,
        kind: 2,
        note: '',
        images,
        signs,
      })),
      ...missing.map(({ code }) => ({ code, kind: 1, note: '', images: [], signs: false })),
    ],
    extra: Object.entries(receipt.extra).map(([code, note]) => ({ code, note, images: [] })),
    remark: receipt.note.trim(),
  };
};
