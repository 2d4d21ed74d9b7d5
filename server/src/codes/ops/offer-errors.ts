import { OpRowState } from '../state/code-states.ts';
import { exportRefusals } from '@zhuiyuan/contract/kit/export';
import type { App } from '../../kit/http/app-context.ts';
import { byPage } from '../../kit/db/by-page.ts';
import type { Db } from '../../kit/db/database.ts';
import { offerXlsx } from '../../kit/sheets/offer-xlsx.ts';
import type { Operator } from '../../kit/operator.ts';
import { notFound, refuse } from '../../kit/refusal.ts';
import type { Column } from '../../kit/sheets/xlsx.ts';
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

/** Everything an operation left out. */
export async function* readLeftOut(db: Db, opId: number): AsyncGenerator<Left> {
  const pages = byPage<Left>(
    (after, limit) =>
      db
        .selectFrom('codeOpRow')
        .where('opId', '=', opId)
        .where('state', '=', OpRowState.leftOut)
        .where('rowNo', '>', after?.rowNo ?? 0)
        .select(['rowNo', 'firstText', 'lastText', 'errCode', 'errMsg'])
        .orderBy('rowNo')
        .limit(limit)
        .execute(),
    rowsAtOnce,
  );
  for await (const rows of pages) yield* rows;
}

/** Codes with what stands against them as xlsx, in the form of 选码模板, so that they can be corrected and chosen again. */
export const offerLeftOut = (
  app: App,
  caller: { db: Db; operator: Operator },
  name: string,
  rows: Iterable<Left> | AsyncIterable<Left>,
): Promise<{ fileName: string }> => offerXlsx(app, caller, { name, sheet: '错误明细', columns, rows });

/** 错误明细 of an operation. */
export const offerErrors = async (
  app: App,
  { db, operator }: { db: Db; operator: Operator },
  opId: number,
): Promise<{ fileName: string }> => {
  const op = await db.selectFrom('codeOp').where('id', '=', opId).select('opNo').executeTakeFirst();
  if (!op) throw notFound();
  const any = await db
    .selectFrom('codeOpRow')
    .where('opId', '=', opId)
    .where('state', '=', OpRowState.leftOut)
    .select('rowNo')
    .limit(1)
    .executeTakeFirst();
  if (!any) throw refuse(exportRefusals.nothing);
  return offerLeftOut(app, { db, operator }, `错误明细-${op.opNo}`, readLeftOut(db, opId));
};
