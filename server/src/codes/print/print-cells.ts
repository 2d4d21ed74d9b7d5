import { toCodeId } from '@zhuiyuan/contract/codes/cipher/code-format';
import { Face } from '@zhuiyuan/contract/codes/cipher/face';
import type { CodeBatch } from '../cipher/code-batch.ts';
import { copyColumn, writeNumbers, type Column } from './print-columns.ts';
import { toVerifyCode } from '../cipher/to-verify-code.ts';

/** Consecutive serials with the same number of digits. */
export interface Run {
  from: number;
  count: number;
  digits: number;
}

/** One column of a print file. */
export interface Cell {
  name: string;
  /** The same in every line. */
  prefix: string;
  /** Bytes behind the prefix; absent = as many as the serial has digits. */
  width?: number;
  write: (column: Column, run: Run) => void;
}

export const serialCell: Cell = {
  name: 'serial',
  prefix: '',
  write: (column, { from, digits, count }) => writeNumbers(column, from, digits, count),
};

interface CodeSource {
  batch: CodeBatch;
  /** Length of a code. */
  width: number;
}

/** The cells that show one face: the first one is enciphered, the others are copies of it. */
export const faceCells = (
  { batch, width, seg, face }: CodeSource & { seg: number; face: Face },
  texts: [name: string, prefix: string][],
): Cell[] => {
  let written: Column;
  return texts.map(([name, prefix], at) => ({
    name,
    prefix,
    width,
    write: (column, { from, count }) => {
      if (at > 0) return copyColumn(written, column, width, count);
      written = column;
      batch.encode({ face, seg, serial: from }, count, column.bytes, column.offset, column.stride);
    },
  }));
};

export const pinCell = ({ key, length }: { key: Uint8Array; length: number }, seg: number): Cell => ({
  name: 'pin',
  prefix: '',
  width: length,
  write: ({ bytes, offset, stride }, { from, count }) => {
    for (let row = 0; row < count; row++)
      bytes.write(toVerifyCode(key, toCodeId(seg, from + row), length), offset + row * stride, 'latin1');
  },
});

/** The code of the box or case around each serial; every parent is enciphered once. */
export const parentCell = (
  { batch, width }: CodeSource,
  { column: name, seg, ratio }: { column: string; seg: number; ratio: number },
): Cell => ({
  name,
  prefix: '',
  width,
  write: (column, { from, count }) => {
    const first = Math.floor((from - 1) / ratio) + 1;
    const parents = Math.floor((from + count - 2) / ratio) + 2 - first;
    const texts = Buffer.allocUnsafe(parents * width);
    batch.encode({ face: Face.outer, seg, serial: first }, parents, texts, 0, width);
    copyColumn({ bytes: texts, offset: 0, stride: width }, column, width, count, ratio, (from - 1) % ratio);
  },
});
