import { z } from 'zod';
import { Holder } from '../../codes/state/code-enums.ts';
import { codeRefusals } from '../../codes/state/code-refusals.ts';
import { CodeRange } from '../../codes/pick/pick.ts';
import { id, int, oneOf, optionalText, flag } from '../../kit/fields.ts';
import { BizType, LineMode } from '../move-enums.ts';

/** Most lines that are checked, or shipped, in one call; more come in a file. */
export const mostLines = 5000;
/** Most runs that one line of a run leaves out. */
export const mostCuts = 1000;

const kinds = [Holder.firm, Holder.agent, Holder.shop] as const;
/** Number of a dealer or shop; 0 with the firm itself. */
const end = (missing: string) => int(0, Number.MAX_SAFE_INTEGER, missing).default(0);

/** How goods travel; may be told later. */
export const logisticsFields = {
  logisticsName: optionalText('物流公司', 30),
  logisticsNo: optionalText('物流单号', 40),
  plateNo: optionalText('车牌号', 12),
  driver: optionalText('司机', 40),
};

/** From whom goods go to whom, why, and what else stands in the head of a document. */
export const DeliverHead = z
  .object({
    /** Platform staff choose whose goods they ship. */
    firmId: id('请选择所属企业').optional(),
    bizType: oneOf([BizType.ship, BizType.takeBack, BizType.transfer], '请选择业务类型').default(BizType.ship),
    fromKind: oneOf(kinds, '请选择发货方').default(Holder.firm),
    fromId: end('请选择发货方'),
    toKind: oneOf(kinds, '请选择收货方'),
    toId: end('请选择收货方'),
    /** 要货订单 of the receiver. */
    orderId: id('请选择要货订单').optional(),
    channelId: id('请选择渠道').optional(),
    extNo: optionalText('外部单号', 40),
    warehouse: optionalText('仓库', 40),
    ...logisticsFields,
    /** Why goods go back; required where shoppers had asked about any of them. */
    reason: optionalText('退货原因', 100),
    remark: optionalText('备注', 200),
    /** 拆零发货: single codes are taken out of their boxes first. */
    splits: flag.default(false),
  })
  .refine(({ fromKind, fromId }) => (fromKind === Holder.firm) === (fromId === 0), {
    path: ['fromId'],
    message: '请选择发货方',
  })
  .refine(({ toKind, toId }) => (toKind === Holder.firm) === (toId === 0), { path: ['toId'], message: '请选择收货方' })
  .refine(({ bizType, toKind }) => bizType === BizType.takeBack || toKind !== Holder.firm, {
    path: ['toKind'],
    message: '请选择收货方',
  })
  .refine(({ bizType, fromKind }) => bizType === BizType.ship || fromKind !== Holder.firm, {
    path: ['fromKind'],
    message: '请选择发货方',
  });
export type DeliverHead = z.output<typeof DeliverHead>;

const scanned = z.string({ error: '请扫描编码' }).trim().min(1, '请扫描编码').max(512, '编码过长');

/** One scanned line: a code, or the first and the last of a run. */
export const LineDraft = z.object({
  /** Which kind is meant; absent: whatever the code is. Another kind is refused, `请在箱码发货中操作`. */
  mode: LineMode.schema.optional(),
  code: scanned,
  /** The other end of a run; the ends come in any order. */
  lastCode: scanned.optional(),
  /** What of a run stays behind. */
  cut: z
    .array(
      CodeRange.pick({ serialFrom: true, serialTo: true }).refine(
        ({ serialFrom, serialTo }) => serialFrom <= serialTo,
        {
          path: ['serialFrom'],
          message: codeRefusals.fromAfterTo[1],
        },
      ),
    )
    .max(mostCuts, `一个号段最多剔除${mostCuts}处`)
    .default([]),
});
export type LineDraft = z.output<typeof LineDraft>;

/** The scan page's own number for its document, under which its refusals are logged before the document is there. */
export const draftKey = z.string().trim().max(64, '草稿编号不正确').default('');
