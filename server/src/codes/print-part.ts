import { codeIdOf, codeFormats, type Face } from '@zhuiyuan/contract/codes/code-format';
import { codeBatch, type CodeBatch } from './code-batch.ts';
import { type CodeKey } from './code-text.ts';
import { batchSize } from './ff1-batch.ts';
import { copyColumn, repeatLine, writeNumbers, type Column } from './print-columns.ts';
import { verifyCodeOf } from './verify-code.ts';

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
  /** csv has a byte order mark, a header and all columns; txt holds the printed addresses alone. */
  fileType: 'csv' | 'txt';
  /** What stands before the code in its printed address; empty when the code alone is printed. */
  urlPrefix: string;
  /** The inner face (暗码); absent when codes have one face. */
  inner?: { urlPrefix: string };
  pin?: { key: Uint8Array; length: number };
  /** Box first, then case. */
  parents?: PrintParent[];
}

type Cell =
  | { name: string; kind: 'serial' }
  | { name: string; kind: 'code'; face: Face; prefix: string }
  | { name: string; kind: 'parent'; parent: PrintParent }
  | { name: string; kind: 'pin'; key: Uint8Array; length: number };

const cellsOf = (part: PrintPart): Cell[] => {
  const url: Cell = { name: 'url', kind: 'code', face: 0, prefix: part.urlPrefix };
  if (part.fileType === 'txt') return [url];
  const cells: Cell[] = [{ name: 'serial', kind: 'serial' }, { name: 'code', kind: 'code', face: 0, prefix: '' }, url];
  if (part.inner)
    cells.push(
      { name: 'innerCode', kind: 'code', face: 1, prefix: '' },
      { name: 'innerUrl', kind: 'code', face: 1, prefix: part.inner.urlPrefix },
    );
  if (part.pin) cells.push({ name: 'pin', kind: 'pin', ...part.pin });
  for (const parent of part.parents ?? []) cells.push({ name: parent.column, kind: 'parent', parent });
  return cells;
};

/** The rows of one buffer. */
interface Run {
  from: number;
  count: number;
  digits: number;
}

/** Runs of serials that one batch holds and that have the same number of digits, so that all lines are equally long. */
function* runsOf(serialFrom: number, serialTo: number): Generator<Run> {
  for (let from = serialFrom; from <= serialTo;) {
    const digits = String(from).length;
    const to = Math.min(serialTo, 10 ** digits - 1, from + batchSize - 1);
    yield { from, count: to - from + 1, digits };
    from = to + 1;
  }
}

const widthOf = (cell: Cell, digits: number, codeLength: number): number => {
  if (cell.kind === 'serial') return digits;
  return cell.kind === 'pin' ? cell.length : codeLength;
};

/** An empty line with everything that does not change, and where each cell's own bytes begin. */
const lineOf = (cells: Cell[], digits: number, codeLength: number): { line: Buffer; offsets: number[] } => {
  const offsets: number[] = [];
  let text = '';
  for (const [at, cell] of cells.entries()) {
    text += (at === 0 ? '' : ',') + (cell.kind === 'code' ? cell.prefix : '');
    offsets.push(Buffer.byteLength(text));
    text += ' '.repeat(widthOf(cell, digits, codeLength));
  }
  return { line: Buffer.from(`${text}\r\n`), offsets };
};

/** Encodes the parents of a run, each once, and writes a parent's code into the line of every child. */
const writeParents = (
  { seg, ratio }: PrintParent,
  column: Column,
  batch: CodeBatch,
  length: number,
  { from, count }: Run,
): void => {
  const first = Math.floor((from - 1) / ratio) + 1;
  const last = Math.floor((from + count - 2) / ratio) + 1;
  const texts = Buffer.allocUnsafe((last - first + 1) * length);
  batch.encode({ face: 0, seg, serial: first }, last - first + 1, texts, 0, length);
  copyColumn({ bytes: texts, offset: 0, stride: length }, column, length, count, ratio, (from - 1) % ratio);
};

const writePins = (
  pin: { key: Uint8Array; length: number },
  { bytes, offset, stride }: Column,
  seg: number,
  { from, count }: Run,
): void => {
  for (let row = 0; row < count; row++)
    bytes.write(verifyCodeOf(pin.key, codeIdOf(seg, from + row), pin.length), offset + row * stride, 'latin1');
};

const writeCells = (
  cells: Cell[],
  offsets: number[],
  lines: Buffer,
  stride: number,
  part: PrintPart,
  batch: CodeBatch,
  run: Run,
): void => {
  const length = codeFormats[part.codeKey.format].length;
  const faces = new Map<Face, Column>();
  for (const [at, cell] of cells.entries()) {
    const column: Column = { bytes: lines, offset: offsets[at]!, stride };
    if (cell.kind === 'serial') writeNumbers(column, run.from, run.digits, run.count);
    if (cell.kind === 'pin') writePins(cell, column, part.seg, run);
    if (cell.kind === 'parent') writeParents(cell.parent, column, batch, length, run);
    if (cell.kind !== 'code') continue;
    const written = faces.get(cell.face);
    if (written) copyColumn(written, column, length, run.count);
    else batch.encode({ face: cell.face, seg: part.seg, serial: run.from }, run.count, lines, column.offset, stride);
    faces.set(cell.face, column);
  }
};

const byteOrderMark = '\uFEFF';

/**
 * The lines of a print file, some thousands to a buffer: a pure function of the part, so a lost file is rebuilt byte for
 * byte. `rows` is how many codes the buffer holds.
 */
export function* printLines(part: PrintPart): Generator<{ bytes: Buffer; rows: number }> {
  const cells = cellsOf(part);
  const batch = codeBatch(part.codeKey);
  const length = codeFormats[part.codeKey.format].length;
  if (part.fileType === 'csv')
    yield { bytes: Buffer.from(`${byteOrderMark}${cells.map((cell) => cell.name).join(',')}\r\n`), rows: 0 };
  for (const run of runsOf(part.serialFrom, part.serialTo)) {
    const { line, offsets } = lineOf(cells, run.digits, length);
    const lines = repeatLine(line, run.count);
    writeCells(cells, offsets, lines, line.length, part, batch, run);
    yield { bytes: lines, rows: run.count };
  }
}
