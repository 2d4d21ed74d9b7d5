import { OpType, VoidReason } from '../state/code-enums.ts';
import { enumeration } from '../../kit/enumeration.ts';
import { z } from 'zod';
import { timeField } from '../../kit/day.ts';
import { flag, id, oneOf, optionalText, text } from '../../kit/fields.ts';
import { LotName } from '../../trace/lot/lot.ts';
import { codeRefusals } from '../state/code-refusals.ts';
import { Pick } from '../pick/pick.ts';

/** What an operation does when some of its codes may not be touched: nothing at all, or all others. */
export const ConflictPolicy = enumeration({
  refuse: { value: 0, label: '有异常则整体不执行' },
  skip: { value: 1, label: '跳过异常码' },
});
/** What to do about codes that stand against it. */
export const policy = oneOf([ConflictPolicy.refuse, ConflictPolicy.skip], '请选择遇到异常的处理方式').default(
  ConflictPolicy.refuse,
);
export const idemKey = z
  .string({ error: '请求编号不能为空' })
  .trim()
  .min(8, '请求编号不正确')
  .max(64, '请求编号不正确');

export const Conflict = z.object({
  code: z.string(),
  seg: z.number().nullable(),
  serialFrom: z.number().nullable(),
  serialTo: z.number().nullable(),
  /** The line of the pasted list it stands in. */
  line: z.number().optional(),
  errCode: z.number(),
  errMsg: z.string(),
});
export type Conflict = z.output<typeof Conflict>;

/** What every operation on codes is asked beside its own: which codes, what about those it cannot touch, and what a pre-check answered. */
export const opCommon = {
  pick: Pick,
  /** Whatever lies in chosen boxes as well. */
  includeChild: flag.default(false),
  policy,
  /** Of a pre-check: the operation is refused (61099) when the codes are no longer as it saw them. */
  token: z.string().max(300).optional(),
  idemKey,
};
export const opReason = text('原因', { max: 100, missing: codeRefusals.noReason[1] });

const activateAt = timeField('启用时间不正确').optional();

/** What codes are bound to when they are activated: a product and one of its lots, or a lot that is made on the way. */
export const UseTarget = z
  .object({
    productId: id('请选择产品'),
    lotId: id('请选择或填写批次').optional(),
    lot: LotName.optional(),
    channelId: id('请选择渠道').optional(),
    /** Absent: at once; else within 30 days. */
    activateAt,
    policy,
  })
  .refine((draft) => draft.lotId !== undefined || draft.lot !== undefined, {
    path: ['lotId'],
    message: '请选择或填写批次',
  });

export const UseDraft = UseTarget.safeExtend(opCommon);

/** What active codes are bound to from now on; what is absent stays. */
const rebind = {
  newProductId: id('请选择产品').optional(),
  newLotId: id('请选择批次').optional(),
  newChannelId: id('请选择渠道').optional(),
  /** Also codes that were shipped; needs a permission of its own. */
  force: flag.default(false),
};
type Rebind = { newProductId?: number; newLotId?: number; newChannelId?: number };
const changesSomething = ({ newProductId, newLotId, newChannelId }: Rebind) =>
  newProductId !== undefined || newLotId !== undefined || newChannelId !== undefined;
const hasLot = ({ newProductId, newLotId }: Rebind) => newProductId === undefined || newLotId !== undefined;

export const UpdateDraft = z
  .object({ ...rebind, reason: opReason, ...opCommon })
  .refine(changesSomething, { path: ['newProductId'], message: '请至少选择一项变更内容' })
  .refine(hasLot, { path: ['newLotId'], message: '请选择批次' });

export const DeleteDraft = z
  .object({
    reasonType: oneOf(
      [VoidReason.misprint, VoidReason.scrapped, VoidReason.lost, VoidReason.test, VoidReason.other],
      '请选择作废原因',
    ),
    reason: optionalText('原因', 90),
    ...opCommon,
  })
  .refine((draft) => draft.reasonType !== VoidReason.other || draft.reason !== '', {
    path: ['reason'],
    message: codeRefusals.noReason[1],
  });

export const FreezeDraft = z.object({ reason: opReason, ...opCommon });

/** What a pre-check is asked: the kind of operation and whatever its guards look at. */
export const CheckDraft = z.object({
  opType: oneOf(
    [OpType.activate, OpType.rebind, OpType.void, OpType.freeze, OpType.unfreeze],
    '不支持的操作类型',
  ).default(OpType.activate),
  pick: Pick,
  includeChild: flag.default(false),
  productId: id('请选择产品').optional(),
  lotId: id('请选择批次').optional(),
  ...rebind,
});

export const Checked = z.object({
  total: z.number(),
  ok: z.number(),
  /** Codes of `ok` that already are as the operation would make them; they stay so. */
  repeat: z.number(),
  conflicts: z.array(Conflict),
  byError: z.record(z.string(), z.number()),
  /** The chosen codes as ranges, for the screen to show. */
  ranges: z.array(
    z.object({
      seg: z.number(),
      level: z.number(),
      serialFrom: z.number(),
      serialTo: z.number(),
      firstCode: z.string(),
      lastCode: z.string(),
    }),
  ),
  /** How many of the chosen codes stand on boxes. */
  boxes: z.number(),
  /** What the codes that would change are bound to now, the most first; where the operation changes that. */
  bindings: z.array(
    z.object({
      productId: z.number(),
      storeName: z.string(),
      lotId: z.number(),
      lotNo: z.string(),
      channelId: z.number().nullable(),
      channelName: z.string(),
      count: z.number(),
    }),
  ),
  /** Good for ten minutes; submitted with the operation. */
  token: z.string(),
});
export type Checked = z.output<typeof Checked>;

/** What a submitted operation answers. */
export const OpAnswer = z.object({
  opId: z.number(),
  opNo: z.string(),
  total: z.number(),
  ok: z.number(),
  fail: z.number(),
  /** Codes that already were so. */
  repeat: z.number(),
  conflicts: z.array(Conflict),
  /** Set when the operation waits for its time or works through a file: the operation's number, to ask for its progress. */
  taskId: z.number().nullable().default(null),
});
