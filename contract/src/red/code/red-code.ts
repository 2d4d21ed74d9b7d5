import { z } from 'zod';
import { CodeRange } from '../../codes/pick/pick.ts';
import { dateLimit } from '../../kit/date-limit.ts';
import { defineApi, LogKind } from '../../kit/endpoint.ts';
import { exportColumns, ExportFile } from '../../kit/export.ts';
import { fen, filterText, id, ids, int, time } from '../../kit/fields.ts';
import { pageOf, paging } from '../../kit/page.ts';
import { resource } from '../../kit/resource.ts';
import { DoneToMany } from '../../kit/standard.ts';
import { firmId } from '../../parties/party-fields.ts';
import { RedBatchState, RedCodeState } from '../red-enums.ts';

/** Codes of one batch at most, and different amounts among them. */
export const mostRedCodes = 1_000_000;
const mostShares = 100;

const shareWithin = (least: number, most: number) =>
  z.object({
    amount: fen('金额', { least, most }),
    count: int(1, mostRedCodes, `个数须为1-${mostRedCodes}的整数`),
  });

/** How packets are spread over amounts, each of them within two bounds. */
export const sharesWithin = (least: number, most: number) =>
  z
    .array(shareWithin(least, most), { error: '请填写金额分布' })
    .min(1, '请填写金额分布')
    .max(mostShares, `金额分布最多${mostShares}行`);

/** How many packets hold how much; fen. */
export const RedShare = shareWithin(1, 20_000);
export type RedShare = z.output<typeof RedShare>;

/** Where the codes of a batch come from. */
export const RedCodeSource = z.enum(['range', 'file'], { error: '请选择码来源' });

/** Red codes as they are asked for: of a run of codes, or of a file of them. */
export const RedBatchDraft = z
  .object({
    firmId,
    redActiveId: id('请选择红包活动'),
    source: RedCodeSource.default('range'),
    range: CodeRange.optional(),
    /** An uploaded file with a column 编码. */
    fileUrl: z.string().trim().max(300).optional(),
    shares: sharesWithin(1, 20_000),
    /** Sent again under it they are made once. */
    idemKey: z.string().trim().max(64).optional(),
    /** The same file may be taken again. */
    again: z.boolean().optional(),
  })
  .refine(({ source, range }) => source !== 'range' || range !== undefined, {
    path: ['range', 'seg'],
    message: '请选择码段',
  })
  .refine(({ range }) => range === undefined || range.serialTo >= range.serialFrom, {
    path: ['range', 'serialTo'],
    message: '结束序号不能小于起始序号',
  })
  .refine(({ source, fileUrl }) => source !== 'file' || Boolean(fileUrl), {
    path: ['fileUrl'],
    message: '请上传编码文件',
  })
  .refine(({ shares }) => shares.reduce((sum, { count }) => sum + count, 0) <= mostRedCodes, {
    path: ['shares'],
    message: `一批最多${mostRedCodes}个红包码`,
  });
export type RedBatchDraft = z.output<typeof RedBatchDraft>;

/** A batch of red codes. Amounts are fen. */
export const RedBatchRow = z.object({
  id: z.number(),
  firmId: z.number(),
  firmName: z.string(),
  batchNo: z.string(),
  redActiveId: z.number(),
  redActiveName: z.string(),
  /** Where its codes are from: `任务 B20260101 码段 4，1-500`, or a file. */
  codesText: z.string(),
  count: z.number(),
  made: z.number(),
  totalAmount: z.number(),
  usedCnt: z.number(),
  usedAmount: z.number(),
  voidCnt: z.number(),
  state: z.number(),
  reason: z.string(),
  /** SHA-256 over who gets what; empty until all are dealt. */
  digest: z.string(),
  madeAt: time.nullable(),
  operatorName: z.string(),
  createTime: time,
});
export type RedBatchRow = z.output<typeof RedBatchRow>;

/** A red code. Its amount is a secret, null, until it was received. */
export const RedCodeRow = z.object({
  id: z.number(),
  firmId: z.number(),
  firmName: z.string(),
  /** The middle is masked. */
  codeText: z.string(),
  batchNo: z.string(),
  batchState: z.number(),
  redActiveName: z.string(),
  state: z.number(),
  amount: z.number().nullable(),
  /** Who received it, masked; empty where nobody did. */
  consumer: z.string(),
  usedAt: time.nullable(),
});
export type RedCodeRow = z.output<typeof RedCodeRow>;

const shared = { firmId: id().optional(), batchNo: filterText, redActiveId: id().optional(), dateLimit };
const codeFilters = { ...shared, code: filterText, state: RedCodeState.schema.optional() };
const batchFilters = { ...shared, state: RedBatchState.schema.optional() };

/** Codes by their rows, or all of a batch that are not used. */
const chosen = z
  .object({ ids: ids().optional(), batchNo: z.string().trim().max(20).optional() })
  .refine(({ ids: rows, batchNo }) => (rows === undefined) !== (batchNo === undefined), {
    path: ['ids'],
    message: '请先选择数据',
  });

const redCodeAt = resource('/admin/lottery/red/bar', 'admin:lottery:redBar', '红包码');
export const redCodeApi = defineApi({
  list: redCodeAt.list(RedCodeRow, codeFilters),
  batches: redCodeAt.read(
    '红包码批次列表',
    '/batch/list',
    'list',
    z.object({ ...paging, ...batchFilters }),
    pageOf(RedBatchRow),
  ),
  info: redCodeAt.info(RedBatchRow.extend({ shares: z.array(RedShare) })),
  /** Figures over all, or of one firm; fen. Voided codes are in `count`, and nobody can receive them. */
  board: redCodeAt.read(
    '红包码概况',
    '/board',
    'list',
    z.object({ firmId: id().optional() }),
    z.object({
      count: z.number(),
      usedCnt: z.number(),
      voidCnt: z.number(),
      usedAmount: z.number(),
      openAmount: z.number(),
    }),
  ),
  /** Makes a batch in the background; its whole money is reserved at once. */
  save: redCodeAt.write(
    LogKind.insert,
    '新增红包码',
    '/save',
    'save',
    RedBatchDraft,
    z.object({ id: z.number(), batchNo: z.string(), taskId: z.number().nullable() }),
  ),
  void: redCodeAt.write(LogKind.update, '作废红包码', '/void', 'void', chosen, DoneToMany),
  freeze: redCodeAt.write(LogKind.update, '冻结红包码', '/freeze', 'freeze', chosen, DoneToMany),
  unfreeze: redCodeAt.write(LogKind.update, '解冻红包码', '/unfreeze', 'freeze', chosen, DoneToMany),
  /** 重新校验存证: computes the digest anew of the rows as they are. */
  proof: redCodeAt.read(
    '校验红包码存证',
    '/proof',
    'list',
    z.object({ batchNo: z.string().trim().min(1, '请输入批次号').max(20) }),
    z.object({ ok: z.boolean(), digest: z.string(), found: z.string(), count: z.number(), totalAmount: z.number() }),
    { perMinute: 20 },
  ),
  export: {
    ...redCodeAt.export(codeFilters),
    input: z.object({ ...codeFilters, ids: ids().optional(), columns: exportColumns }),
    data: ExportFile,
  },
});
