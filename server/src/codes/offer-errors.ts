import { exportRefusals } from '@zhuiyuan/contract/kit/export';
import { randomBytes } from 'node:crypto';
import type { App } from '../kit/app-context.ts';
import type { Db } from '../kit/database.ts';
import { offerDownload } from '../kit/download.ts';
import type { Operator } from '../kit/operator.ts';
import { notFound, refuse } from '../kit/refusal.ts';
import { xlsxStream, xlsxType, type Column } from '../kit/xlsx.ts';
import type { LeftOut } from './left-out.ts';

type Left = Omit<LeftOut, 'size'>;

const advice: Record<number, string> = {
  61001: '请核对编码是否完整',
  61002: '请核对编码是否属于本企业',
  61030: '已作废的码不能再操作，请移除',
  61031: '请先处理异常码',
  61033: '请先解冻',
  61034: '如需更换产品或批次请使用批量改绑',
  61036: '请先启用',
  61041: '请先拆箱或选择含下级',
};

const columns: Column<Left>[] = [
  { title: '编码', width: 30, cell: (row) => (row.lastText ? '' : row.firstText) },
  { title: '起始编码', width: 30, cell: (row) => (row.lastText ? row.firstText : '') },
  { title: '结束编码', width: 30, cell: (row) => row.lastText },
  { title: '行号', width: 10, cell: (row) => row.rowNo },
  { title: '字段', width: 10, cell: () => '编码' },
  { title: '错误代码', width: 12, cell: (row) => row.errCode },
  { title: '错误原因', width: 40, cell: (row) => row.errMsg },
  { title: '处理建议', width: 40, cell: (row) => advice[row.errCode] ?? '请按错误原因处理后重试' },
];

const rowsAtOnce = 5000;

async function* leftOut(db: Db, opId: number): AsyncGenerator<Left> {
  for (let after = 0; ;) {
    const rows = await db
      .selectFrom('codeOpRow')
      .where('opId', '=', opId)
      .where('state', '=', 2)
      .where('rowNo', '>', after)
      .select(['rowNo', 'firstText', 'lastText', 'errCode', 'errMsg'])
      .orderBy('rowNo')
      .limit(rowsAtOnce)
      .execute();
    yield* rows;
    if (rows.length < rowsAtOnce) return;
    after = rows.at(-1)!.rowNo;
  }
}

/** Codes with what stands against them as xlsx, in the form of 选码模板, so that they can be corrected and chosen again. */
export const offerLeftOut = async (
  app: App,
  db: Db,
  operator: Operator,
  name: string,
  rows: Iterable<Left> | AsyncIterable<Left>,
): Promise<string> => {
  const file = `export/${randomBytes(16).toString('hex')}.xlsx`;
  await app.files.put(file, xlsxStream('错误明细', columns, rows), xlsxType);
  return offerDownload(db, {
    name: `${name}.xlsx`,
    file,
    firmId: operator.firmId ?? 0,
    adminId: operator.id,
    isTemporary: true,
  });
};

/** 错误明细 of an operation. */
export const offerErrors = async (app: App, db: Db, operator: Operator, opId: number): Promise<string> => {
  const op = await db.selectFrom('codeOp').where('id', '=', opId).select('opNo').executeTakeFirst();
  if (!op) throw notFound();
  const any = await db
    .selectFrom('codeOpRow')
    .where('opId', '=', opId)
    .where('state', '=', 2)
    .select('rowNo')
    .limit(1)
    .executeTakeFirst();
  if (!any) throw refuse(exportRefusals.nothing);
  return offerLeftOut(app, db, operator, `错误明细-${op.opNo}`, leftOut(db, opId));
};
