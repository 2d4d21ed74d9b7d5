import { z } from 'zod';
import { Enabled } from '../../kit/enumeration.ts';
import { fen, flag, int, optionalText, text } from '../../kit/fields.ts';
import { optionalFileAddress } from '../../kit/picture.ts';
import { firmId } from '../../parties/party-fields.ts';
import { AmountMode, ClaimMode, mostPoints, mostWorth, PrizeType, RedPayKind, termRules } from '../prize-terms.ts';

/** Fen. */
const mostDeducted = 10_000_000;

const fields = z.object({
  firmId,
  name: text('奖品名称', { max: 30 }),
  prizeType: z.union([z.string(), z.number()], { error: '请选择奖品类型' }).pipe(PrizeType.schema),
  /** Cash alone has a choice. */
  payKind: RedPayKind.schema.optional(),
  amountMode: AmountMode.schema.default(0),
  /** Fen; the amount itself where it is fixed. */
  amountMin: fen('金额').optional(),
  amountMax: fen('最高金额').optional(),
  points: int(1, mostPoints, `积分数量应为1-${mostPoints}的整数`).optional(),
  /** Fen. */
  faceValue: fen('单个奖品价值', { most: mostWorth, tooHigh: '单个奖品价值不能超过50000元' }).default(0),
  /** Fen. */
  costPrice: fen('成本').default(0),
  image: optionalFileAddress,
  claimMode: ClaimMode.schema.optional(),
  /** Goods handed over at shops may be sent by post as well, if the winner asks for it before his code is used. */
  alsoPost: flag.default(false),
  /** Days from winning to the last day of claiming. */
  validDays: int(1, 365, '有效期应为1-365天的整数').default(15),
  /** What a shop is credited for each one it hands over, fen. */
  deductAmount: fen('门店抵扣', {
    most: mostDeducted,
    tooLow: '门店抵扣应为0-100000元',
    tooHigh: '门店抵扣应为0-100000元',
  }).default(0),
  des: optionalText('说明', 200),
  status: Enabled.schema.default(0),
});

/** A prize as it is typed; fields that its type does not have are left aside. */
export const PrizeDraft = termRules.reduce(
  (draft, { field, holds, text: textOf }) =>
    draft.refine((value) => holds(value), {
      path: [field],
      error: ({ input }) => textOf(input as object),
      // also while other fields are still missing
      when: ({ value }) => typeof (value as { prizeType?: unknown } | null)?.prizeType === 'number',
    }),
  fields,
);
export type PrizeDraft = z.output<typeof PrizeDraft>;
