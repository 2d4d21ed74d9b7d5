import { parse } from 'csv-parse/sync';
import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';

/** A line of the account's daily bill: money that moved. Amounts in fen, `at` as yyyy-MM-dd HH:mm:ss of Shanghai. */
export interface BillLine {
  at: string;
  /** Our own number, where the line belongs to a transfer. */
  outBillNo: string;
  transferBillNo: string;
  business: string;
  isIncome: boolean;
  amount: number;
  balance: number;
}

const columns = {
  at: '记账时间',
  transferBillNo: '微信支付业务单号',
  business: '业务名称',
  direction: '收支类型',
  amount: '收支金额(元)',
  balance: '账户结余(元)',
  outBillNo: '业务凭证号',
} as const;

/** Yuan as text to fen, by digits alone; throws on anything that is no amount. */
export const requireFen = (text: string): number => {
  const found = /^(-?)(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (!found) throw new Error(`no amount: ${text}`);
  const fen = Number(found[2]) * 100 + Number((found[3] ?? '').padEnd(2, '0'));
  return found[1] && fen !== 0 ? -fen : fen;
};

/** The unpacked bytes of a bill, which its SHA-1 is of; throws when they are not what was announced. */
export const unpackBill = (bytes: Buffer, sha1: string): Buffer => {
  const plain = bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes;
  if (createHash('sha1').update(plain).digest('hex') !== sha1.toLowerCase())
    throw new Error('the bill does not fit its SHA1');
  return plain;
};

const withoutTick = (cell: string) => (cell.startsWith('`') ? cell.slice(1) : cell).trim();

/** Reads a bill: its lines, held against the counts and sums it closes with. Throws when they differ or a column is missing. */
export const parseBill = (bytes: Buffer): BillLine[] => {
  const rows = parse(bytes, {
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  }) as string[][];
  const [head, ...rest] = rows.map((row) => row.map(withoutTick));
  const indexOf = Object.fromEntries(
    Object.entries(columns).map(([field, title]) => {
      const index = (head ?? []).indexOf(title);
      if (index < 0) throw new Error(`the bill has no column ${title}`);
      return [field, index];
    }),
  ) as Record<keyof typeof columns, number>;
  const end = rest.findIndex((row) => row[0] === '资金流水总笔数');
  if (end < 0) throw new Error('the bill has no summary');
  const lines = rest.slice(0, end).map((row): BillLine => {
    const cell = (field: keyof typeof columns) => row[indexOf[field]] ?? '';
    const direction = cell('direction');
    if (direction !== '收入' && direction !== '支出') throw new Error(`neither income nor expense: ${direction}`);
    return {
      at: cell('at'),
      outBillNo: cell('outBillNo'),
      transferBillNo: cell('transferBillNo'),
      business: cell('business'),
      isIncome: direction === '收入',
      amount: requireFen(cell('amount')),
      balance: requireFen(cell('balance')),
    };
  });
  const [count, ins, inSum, outs, outSum] = rest[end + 1] ?? [];
  const of = (isIncome: boolean) => lines.filter((line) => line.isIncome === isIncome);
  const sum = (isIncome: boolean) => of(isIncome).reduce((total, line) => total + line.amount, 0);
  const agrees =
    Number(count) === lines.length &&
    Number(ins) === of(true).length &&
    Number(outs) === of(false).length &&
    requireFen(inSum ?? '') === sum(true) &&
    requireFen(outSum ?? '') === sum(false);
  if (!agrees) throw new Error('the lines of the bill are not what it sums up');
  return lines;
};
