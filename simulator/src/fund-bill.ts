import type { SimEntry } from './ledger.ts';

const shanghai = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Shanghai',
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** yyyy-MM-dd HH:mm:ss of Shanghai. */
export const shanghaiTime = (at: number): string => shanghai.format(at);

const yuan = (fen: number) =>
  `${fen < 0 ? '-' : ''}${Math.floor(Math.abs(fen) / 100)}.${String(Math.abs(fen) % 100).padStart(2, '0')}`;

const row = (cells: (string | number)[]) => cells.map((cell) => `\`${cell}`).join(',');

/** The account's bill of one day as WeChat Pay writes it: UTF-8 with a mark, a backtick before every field, yuan, a summary. */
export const writeFundBill = (entries: SimEntry[]): Buffer => {
  const of = (isIncome: boolean) => entries.filter((entry) => entry.isIncome === isIncome);
  const sum = (isIncome: boolean) => yuan(of(isIncome).reduce((total, entry) => total + entry.amount, 0));
  const lines = [
    '记账时间,微信支付业务单号,资金流水单号,业务名称,业务类型,收支类型,收支金额(元),账户结余(元),资金变更提交申请人,备注,业务凭证号',
    ...entries.map((entry, index) =>
      row([
        shanghaiTime(entry.at),
        entry.transferBillNo,
        `4200${String(index).padStart(16, '0')}`,
        '商家转账',
        entry.isIncome ? '商家转账退回' : '商家转账',
        entry.isIncome ? '收入' : '支出',
        yuan(entry.amount),
        yuan(entry.balance),
        'system',
        '',
        entry.outBillNo,
      ]),
    ),
    '资金流水总笔数,收入笔数,收入金额,支出笔数,支出金额',
    row([entries.length, of(true).length, sum(true), of(false).length, sum(false)]),
  ];
  return Buffer.from(`\uFEFF${lines.join('\r\n')}\r\n`);
};
