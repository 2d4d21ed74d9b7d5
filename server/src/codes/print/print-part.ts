import { codeFormats } from '@zhuiyuan/contract/codes/cipher/code-format';
import { Face } from '@zhuiyuan/contract/codes/cipher/face';
import { codeBatch } from '../cipher/code-batch.ts';
import { assertPlace, type CodeKey } from '../cipher/code-cipher.ts';
import { batchSize } from '../cipher/ff1-batch.ts';
import { faceCells, parentCell, pinCell, serialCell, type Cell, type Run } from './print-cells.ts';
import { repeatLine } from './print-columns.ts';

/** The box or case that holds a serial of a set (套标): its own serial is (serial − 1) / ratio + 1. */
export interface PrintParent {
  column: 'boxCode' | 'caseCode';
  seg: number;
  /** Codes of this part's level in one parent. */
  ratio: number;
}

/** One print file: everything its bytes depend on. */
export interface PrintPart {
  codeKey: CodeKey;
  seg: number;
  serialFrom: number;
  serialTo: number;
  /** csv has a byte order mark, a header and all columns, xlsx the same as a sheet; txt holds the printed addresses alone. */
  fileType: 'csv' | 'txt' | 'xlsx';
  /** What stands before the code in its printed address; empty when the code alone is printed. */
  urlPrefix: string;
  /** The inner face (暗码); absent when codes have one face. */
  inner?: { urlPrefix: string };
  pin?: { key: Uint8Array; length: number };
  /** Box first, then case. */
  parents?: PrintParent[];
}

const toCells = (part: PrintPart): Cell[] => {
  const batch = codeBatch(part.codeKey);
  const width = codeFormats[part.codeKey.format].length;
  const face = (value: Face, texts: [name: string, prefix: string][]) =>
    faceCells({ batch, width, seg: part.seg, face: value }, texts);
  if (part.fileType === 'txt') return face(0, [['url', part.urlPrefix]]);
  const outer = face(0, [
    ['code', ''],
    ['url', part.urlPrefix],
  ]);
  const inner = face(1, [
    ['innerCode', ''],
    ['innerUrl', part.inner?.urlPrefix ?? ''],
  ]);
  return [
    serialCell,
    ...outer,
    ...(part.inner ? inner : []),
    ...(part.pin ? [pinCell(part.pin, part.seg)] : []),
    ...(part.parents ?? []).map((parent) => parentCell({ batch, width }, parent)),
  ];
};

/** An empty line with everything that does not change, and where each cell's own bytes begin. */
const toLine = (cells: Cell[], digits: number): { line: Buffer; offsets: number[] } => {
  const offsets: number[] = [];
  let text = '';
  for (const [at, cell] of cells.entries()) {
    text += (at === 0 ? '' : ',') + cell.prefix;
    offsets.push(Buffer.byteLength(text));
    text += ' '.repeat(cell.width ?? digits);
  }
  return { line: Buffer.from(`${text}\r\n`), offsets };
};

const byteOrderMark = '\uFEFF';

/** Lines leave in buffers of at most this size: whatever is on its way through the zip is a multiple of it. */
const bufferBytes = 128 * 1024;

/** The cells of those lines, for a sheet; the names of the columns first. No cell holds a separator. */
export function* printRows(part: PrintPart): Generator<string[]> {
  for (const { bytes } of printLines(part))
    for (const line of bytes.toString('utf8').replace(byteOrderMark, '').trimEnd().split('\r\n')) yield line.split(',');
}

/**
 * The lines of a print file, some thousands to a buffer: a pure function of the part, so a lost file is rebuilt byte for
 * byte. `rows` is how many codes the buffer holds. Throws a RangeError outside the number ranges before the first line.
 */
export function* printLines(part: PrintPart): Generator<{ bytes: Buffer; rows: number }> {
  for (const serial of [part.serialFrom, part.serialTo]) assertPlace({ face: Face.outer, seg: part.seg, serial });
  const cells = toCells(part);
  if (part.fileType !== 'txt')
    yield { bytes: Buffer.from(`${byteOrderMark}${cells.map((cell) => cell.name).join(',')}\r\n`), rows: 0 };
  for (let from = part.serialFrom; from <= part.serialTo;) {
    // Serials of one buffer have the same number of digits, so that its lines are equally long.
    const digits = String(from).length;
    const { line, offsets } = toLine(cells, digits);
    const most = Math.min(batchSize, Math.floor(bufferBytes / line.length));
    const to = Math.min(part.serialTo, 10 ** digits - 1, from + most - 1);
    const run: Run = { from, digits, count: to - from + 1 };
    const bytes = repeatLine(line, run.count);
    for (const [at, cell] of cells.entries()) cell.write({ bytes, offset: offsets[at]!, stride: line.length }, run);
    yield { bytes, rows: run.count };
    from = to + 1;
  }
}
