import { yuanToFen } from '@zhuiyuan/contract/kit/decimal';
import { remitApi } from '@zhuiyuan/contract/settlement/remit';
import { RemitStatus } from '@zhuiyuan/contract/settlement/settlement-enums';
import { z } from 'zod';
import { absent, type Importer } from '../jobs/importer.ts';
import { invalid } from '../kit/refusal.ts';
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
  unique: { column: 'remitNo', of: ({ remitNo }) => remitNo.trim().toUpperCase() },
  apply: async ({ db, firmId, operator, taskId }, { remitNo, success, reason, fee }) => {
    const number = remitNo.trim().toUpperCase();
    const remit = await db
      .selectFrom('remit')
      .select(['id', 'status', 'channel', 'payState', 'failReason'])
      .where('firmId', '=', firmId)
      .where('remitNo', '=', number)
      .executeTakeFirst();
    if (!remit) throw absent('remitNo', number);
    if (success && remit.status === RemitStatus.paid) return 'skip';
    if (!success && remit.status === RemitStatus.waiting && remit.failReason === reason) return 'skip';
    if (remit.channel === 'weixin') throw invalid('remitNo', '微信收款的打款单不由银行打款');
    if (success) await payByHand(db, { id: remit.id }, { resultTaskId: taskId, fee }, operator);
    else await noteFailure(db, remit.id, reason, operator);
    return 'done';
  },
};
