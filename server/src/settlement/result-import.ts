import { yuanToFen } from '@zhuiyuan/contract/kit/decimal';
import { remitApi } from '@zhuiyuan/contract/settlement/remit';
import { RemitStatus } from '@zhuiyuan/contract/settlement/settlement-enums';
import { z } from 'zod';
import { PayeeChannel } from '@zhuiyuan/contract/parties/payee';
import { absent, type Importer, type Outcome } from '../jobs/importer.ts';
import type { Db } from '../kit/db/database.ts';
import type { Operator } from '../kit/operator.ts';
import { invalid, Refusal } from '../kit/refusal.ts';
import { textCell } from '../kit/sheets/cells.ts';
import { noteFailure, payByHand } from './remit-acts.ts';

const words: Record<string, boolean> = { 成功: true, 是: true, 失败: false, 否: false };

const ResultLine = z
  .object({
    remitNo: z.string().max(24, '打款单号不能超过24个字符'),
    success: z.string().transform((text, context) => {
      const known = words[text.trim()];
      if (known !== undefined) return known;
      context.addIssue({ code: 'custom', message: '结果应为成功、失败之一' });
      return z.NEVER;
    }),
    reason: textCell('失败原因', 100),
    fee: z
      .string()
      .default('0')
      .transform((text, context) => {
        const fen = yuanToFen(text.replaceAll(/[,，]/g, ''));
        if (fen >= 0 && fen <= 99_999_999_999) return fen;
        context.addIssue({ code: 'custom', message: '手续费应为不小于0的金额' });
        return z.NEVER;
      }),
  })
  .refine(({ success, reason }) => success || reason !== '', { path: ['reason'], message: '请填写失败原因' });
type ResultLine = z.output<typeof ResultLine>;

/** Rows in one transaction. */
const rowsAtOnce = 200;

const numberOf = ({ remitNo }: ResultLine): string => remitNo.trim().toUpperCase();

/** 打款结果 as the bank gives it back: what was paid is closed, what failed stays open with its cause. */
export const resultImporter: Importer<ResultLine> = {
  biz: 'remit_result',
  may: remitApi.resultImport.may,
  columns: [
    { title: '打款单号', key: 'remitNo', isRequired: true, width: 20, example: 'DK0000000001' },
    { title: '结果', key: 'success', isRequired: true, example: '成功或失败' },
    { title: '失败原因', key: 'reason', width: 28, example: '失败时必填' },
    { title: '手续费（元）', key: 'fee', example: '0.00' },
  ],
  row: ResultLine,
  unique: { column: 'remitNo', of: numberOf },
  together: {
    batchSize: rowsAtOnce,
    apply: async ({ db, firmId, operator, taskId }, rows) => {
      const remits = await findRemits(db, firmId, rows);
      const outcomes: (Outcome | Refusal)[] = [];
      for (const { row } of rows) {
        const known = remits.get(numberOf(row));
        // Refused before anything is written, a row keeps back itself alone.
        outcomes.push(
          await applyResult(db, known, row, { operator, taskId }).catch((error: unknown) => {
            if (error instanceof Refusal) return error;
            throw error;
          }),
        );
      }
      return outcomes;
    },
  },
};

const findRemits = async (db: Db, firmId: number, rows: readonly { row: ResultLine }[]) => {
  const found = await db
    .selectFrom('remit')
    .select(['id', 'remitNo', 'status', 'channel', 'failReason', 'bankFileAt'])
    .where('firmId', '=', firmId)
    .where(
      'remitNo',
      'in',
      rows.map(({ row }) => numberOf(row)),
    )
    .execute();
  return new Map(found.map((remit) => [remit.remitNo, remit]));
};

type Known = Awaited<ReturnType<typeof findRemits>> extends Map<string, infer R> ? R : never;

const applyResult = async (
  db: Db,
  remit: Known | undefined,
  row: ResultLine,
  { operator, taskId }: { operator: Operator; taskId: number },
): Promise<Outcome> => {
  const { success, reason, fee } = row;
  if (!remit) throw absent('remitNo', numberOf(row));
  if (success && remit.status === RemitStatus.paid) return 'skip';
  // Written down already, unless it went to the bank again since: the same cause may come back twice.
  const isNoted = remit.failReason === reason && remit.bankFileAt === null;
  if (!success && remit.status === RemitStatus.waiting && isNoted) return 'skip';
  if (remit.channel === PayeeChannel.weixin) throw invalid('remitNo', '微信收款的打款单不由银行打款');
  if (success) await payByHand(db, { id: remit.id }, { resultTaskId: taskId, fee }, operator);
  else await noteFailure(db, remit.id, reason, operator);
  return 'done';
};
