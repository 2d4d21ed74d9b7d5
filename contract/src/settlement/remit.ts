import { z } from 'zod';
import { importCall } from '../jobs/import-call.ts';
import { dateLimit } from '../kit/date-limit.ts';
import { dayField } from '../kit/day.ts';
import { defineApi, LogKind, read, write } from '../kit/endpoint.ts';
import { exportColumns, ExportFile } from '../kit/export.ts';
import { day, fen, filterText, flag, id, ids, int, oneOf, optionalText, time } from '../kit/fields.ts';
import { passwordAgain } from '../access/ask-again.ts';
import { inRange, pageOf, paging } from '../kit/page.ts';
import { optionalFileAddress } from '../kit/picture.ts';
import { Review } from '../kit/review.ts';
import { DoneToMany, oneRow, Saved } from '../kit/standard.ts';
import { PayeeChannel } from '../parties/payee.ts';
import { PayeeKind, RemitRef, RemitSource, RemitStatus } from './settlement-enums.ts';

/** A remittance (打款单). Amounts are fen; the account is masked. */
export const RemitRow = z.object({
  id: z.number(),
  firmId: z.number(),
  firmName: z.string(),
  remitNo: z.string(),
  payeeKind: PayeeKind.schema,
  payeeId: z.number(),
  /** '' of a dealer's. */
  shopName: z.string(),
  /** The dealer that is paid, or of the shop that is paid. */
  agentName: z.string(),
  /** 级别 of the dealer; 0 without one. */
  level: z.number(),
  amount: z.number(),
  fee: z.number(),
  itemCnt: z.number(),
  /** Shops whose prizes it pays. */
  shopCnt: z.number(),
  verCnt: z.number(),
  /** What prizes handed out came to, what orders took of it, and rewards: amount = ductAmount − offset + rewardAmount. */
  ductAmount: z.number(),
  offset: z.number(),
  rewardAmount: z.number(),
  source: RemitSource.schema,
  /** '' where the payee has not said. */
  channel: z.string(),
  account: z.string(),
  accountName: z.string(),
  periodFrom: day,
  periodTo: day,
  status: RemitStatus.schema,
  /** Of the payout, where it is paid over WeChat Pay. */
  payState: z.string().nullable(),
  /** Paying over WeChat Pay was given up. */
  gaveUp: z.boolean(),
  /** '' while nobody has passed it. */
  auditName: z.string(),
  auditAt: time.nullable(),
  /** Whoever reads passed it himself, and so does not pay it. */
  isOwnAudit: z.boolean(),
  rejectName: z.string(),
  rejectReason: z.string(),
  failReason: z.string(),
  bankFileAt: time.nullable(),
  paidName: z.string(),
  paidAt: time.nullable(),
  voucher: z.string(),
  /** The payee's account has all that is needed to pay him. */
  isPayable: z.boolean(),
  version: z.number(),
  createTime: time,
  updateTime: time,
});
export type RemitRow = z.output<typeof RemitRow>;

/** One thing that a remittance pays. Amount in fen, negative where an order took it. */
export const RemitItem = z.object({
  id: z.number(),
  refKind: RemitRef.schema,
  /** Number of the verification, or of the order that took it; a reward has none. */
  refText: z.string(),
  shopName: z.string(),
  detail: z.string(),
  amount: z.number(),
  at: time.nullable(),
});
export type RemitItem = z.output<typeof RemitItem>;

/** A file for the bank (银行批量文件). Amount in fen. */
export const BankFileRow = z.object({
  id: z.number(),
  firmId: z.number(),
  firmName: z.string(),
  fileNo: z.string(),
  payeeKind: PayeeKind.schema,
  /** Its remittances, and how many of them are paid or rejected by now. */
  count: z.number(),
  amount: z.number(),
  paidCnt: z.number(),
  rejectedCnt: z.number(),
  /** Who took it away; '' where nobody knows. */
  operatorName: z.string(),
  createTime: time,
});
export type BankFileRow = z.output<typeof BankFileRow>;

/** Somebody who would be paid. */
export const RemitCandidate = z.object({
  id: z.number(),
  name: z.string(),
  agentName: z.string(),
  verCnt: z.number(),
  shopCnt: z.number(),
  ductAmount: z.number(),
  offset: z.number(),
  rewardAmount: z.number(),
  amount: z.number(),
  channel: z.string(),
  account: z.string(),
  isPayable: z.boolean(),
});
export type RemitCandidate = z.output<typeof RemitCandidate>;

/** No remittance is smaller, fen. */
export const leastRemit = 30;

/** What is settled: from whom, when it was handed out, and from which amount on. */
const settled = {
  payeeKind: PayeeKind.schema.default(PayeeKind.shop),
  firmId: id('请选择所属企业').optional(),
  periodFrom: dayField('请选择结算周期'),
  periodTo: dayField('请选择结算周期'),
  minAmount: fen('最低金额', { least: leastRemit, tooLow: '最低金额不能低于0.30元' }).default(leastRemit),
  /** Their shops, or themselves. */
  agentIds: ids('请选择经销商').optional(),
};
const isInOrder = ({ periodFrom, periodTo }: { periodFrom: string; periodTo: string }) => periodTo >= periodFrom;
const notInOrder = { path: ['periodTo'], message: '结束日期不能早于开始日期' };

/** What is to be settled, as it is typed. */
export const Settling = z.object(settled).refine(isInOrder, notInOrder);

const remitFilters = {
  payeeKind: PayeeKind.schema.default(PayeeKind.shop),
  firmId: id().optional(),
  remitNo: filterText,
  shopId: id().optional(),
  agentId: id().optional(),
  channel: PayeeChannel.schema.optional(),
  status: RemitStatus.schema.optional(),
  /** Passed by an auditor, or not yet. */
  audited: flag.optional(),
  source: RemitSource.schema.optional(),
  minAmount: fen('最低金额').optional(),
  maxAmount: fen('最高金额').optional(),
  dateLimit,
};

/** Staff asked the bank, and it did not take up what lies in its file: only then is it rejected, or paid another way. */
const notTaken = flag.default(false);

const base = '/admin/lottery/merchant/remit';

/** Paying more than this (fen) at once asks for the password again. */
export const passwordAbove = 100_000;

/** Remittances of shops and of dealers are two screens with permissions of their own; a call is about rows of either. */
const may = <const Act extends string>(act: Act) => ({
  any: [`admin:lottery:storeRemit:${act}`, `admin:lottery:dealerRemit:${act}`],
});

/** 打款: what shops and dealers are paid, from what they are owed to the voucher. */
export const remitApi = defineApi({
  list: read(
    '打款单列表',
    `${base}/list`,
    may('list'),
    inRange(z.object({ ...paging, ...remitFilters })),
    pageOf(RemitRow),
  ),
  info: read('打款单详情', `${base}/info`, may('list'), oneRow, RemitRow),
  items: read(
    '打款单明细',
    `${base}/item/list`,
    may('list'),
    z.object({ ...paging, id: id() }),
    pageOf(RemitItem).extend({ sum: z.number() }),
  ),
  summary: read(
    '打款概况',
    `${base}/summary`,
    may('list'),
    z.object({ payeeKind: PayeeKind.schema.default(PayeeKind.shop), firmId: id().optional() }),
    z.object({
      /** Fen and counts: 待审核, 待打款, 本月已打款, 驳回, and payees with something to settle. */
      auditAmount: z.number(),
      auditCnt: z.number(),
      payAmount: z.number(),
      payCnt: z.number(),
      monthAmount: z.number(),
      monthCnt: z.number(),
      rejectedCnt: z.number(),
      payeeCnt: z.number(),
      payeeAmount: z.number(),
      /** The day of the first thing they would be paid for. */
      dueFrom: day.nullable(),
    }),
  ),
  preview: read(
    '预览结算单',
    `${base}/preview`,
    may('save'),
    z.object({ ...paging, ...settled }).refine(isInOrder, notInOrder),
    pageOf(RemitCandidate).extend({ sum: z.object({ count: z.number(), amount: z.number(), unpayable: z.number() }) }),
  ),
  generate: write(
    LogKind.insert,
    '生成结算单',
    `${base}/generate`,
    may('save'),
    z
      .object({
        ...settled,
        /** Chosen ones alone. */
        payeeIds: ids('请选择收款方').optional(),
        /** What was confirmed: refused where it is another by now. */
        count: int(1, 1_000_000, '没有可结算的金额'),
        amount: fen('合计金额'),
        idemKey: z.string().max(64).optional(),
      })
      .refine(isInOrder, notInOrder),
    z.object({ count: z.number(), amount: z.number() }),
  ),
  audit: write(
    LogKind.other,
    '审核打款单',
    `${base}/audit`,
    may('audit'),
    z
      .object({
        notTaken,
        ids: ids(),
        /** The rows' versions as they were seen, in the order of `ids`: to pass, where the account may be another by now. */
        versions: z.array(z.number()).max(10_000).optional(),
        audit: oneOf([Review.passed, Review.rejected], '请选择审核结果'),
        remark: optionalText('驳回原因', 100),
      })
      .refine(({ ids: rows, audit, versions }) => audit !== Review.passed || versions?.length === rows.length, {
        path: ['versions'],
        message: '请刷新后重新审核',
      })
      .refine(({ audit, remark }) => audit === Review.passed || remark !== '', {
        path: ['remark'],
        message: '请输入驳回原因',
      }),
    DoneToMany,
  ),
  /** Pays passed ones over WeChat Pay, each to the account its payee bound on the phone. With the password where they come to more than 1,000 yuan. */
  pay: write(
    LogKind.other,
    '微信打款',
    `${base}/pay`,
    may('pay'),
    z.object({ ids: ids('请选择打款单', id(), 100), password: passwordAgain }),
    DoneToMany,
  ),
  /** Once more, after it failed or came back; under a new number. */
  retry: write(
    LogKind.other,
    '重试微信打款',
    `${base}/retry`,
    may('pay'),
    z.object({ id: id(), password: passwordAgain }),
    z.null(),
  ),
  /** Gives up what failed or came back: its money goes back to the pool, and the remittance can be rejected. */
  giveUp: write(LogKind.other, '放弃微信打款', `${base}/pay/close`, may('pay'), oneRow, z.null()),
  voucher: write(
    LogKind.other,
    '上传打款凭证',
    `${base}/voucher`,
    may('pay'),
    z.object({
      id: id(),
      voucher: optionalFileAddress.refine((value) => value !== '', '请上传打款凭证'),
      fee: fen('手续费').default(0),
      notTaken,
      version: z.number().optional(),
    }),
    Saved,
  ),
  /** Passed ones of one firm that a bank or Alipay is to pay, with their whole accounts; none that lie in such a file already. */
  bankFile: read(
    '导出银行批量文件',
    `${base}/bank/file`,
    may('pay'),
    inRange(z.object({ ...remitFilters, ids: ids().optional() })),
    /** `before`: how many more wait for their money that were in a file already, and are not in this one. */
    ExportFile.extend({ count: z.number(), before: z.number() }),
    { log: LogKind.export, offersFile: true },
  ),
  bankFiles: read(
    '银行批量文件列表',
    `${base}/bank/file/list`,
    may('pay'),
    z.object({ ...paging, payeeKind: PayeeKind.schema.default(PayeeKind.shop), firmId: id().optional() }),
    pageOf(BankFileRow),
  ),
  /** One file once more, as it was, whatever became of what it asks to be paid. */
  bankFileAgain: read('重新导出银行批量文件', `${base}/bank/file/again`, may('pay'), oneRow, ExportFile, {
    log: LogKind.export,
    offersFile: true,
  }),
  resultImport: importCall(`${base}/result/import`, may('pay'), '导入打款结果'),
  export: read(
    '导出打款单',
    `${base}/export`,
    may('export'),
    inRange(z.object({ ...remitFilters, ids: ids().optional(), columns: exportColumns })),
    ExportFile,
    { log: LogKind.export, offersFile: true },
  ),
});
