import { z } from 'zod';
import { defineApi, LogKind } from '../../kit/endpoint.ts';
import { Enabled } from '../../kit/enumeration.ts';
import { filterText, id, time } from '../../kit/fields.ts';
import { resource } from '../../kit/resource.ts';
import { oneRow, Saved } from '../../kit/standard.ts';
import { ClaimMode, PrizeType } from '../prize-terms.ts';
import { PrizeDraft } from './prize-draft.ts';

/** A prize; amounts in fen, null and 0 where its type has none. */
export const PrizeRow = z.object({
  id: z.number(),
  firmId: z.number(),
  firmName: z.string(),
  name: z.string(),
  image: z.string(),
  prizeType: z.number(),
  payKind: z.number().nullable(),
  amountMode: z.number(),
  amountMin: z.number(),
  amountMax: z.number(),
  points: z.number().nullable(),
  /** What one wins, in words: `¥0.30~8.88`. */
  amountText: z.string(),
  faceValue: z.number(),
  costPrice: z.number(),
  claimMode: z.number(),
  alsoPost: z.boolean(),
  validDays: z.number(),
  deductAmount: z.number(),
  des: z.string(),
  status: z.number(),
  version: z.number(),
  createTime: time,
  updateTime: time,
});
export type PrizeRow = z.output<typeof PrizeRow>;

const filters = {
  firmId: id().optional(),
  name: filterText,
  prizeType: PrizeType.schema.optional(),
  claimMode: ClaimMode.schema.optional(),
  status: Enabled.schema.optional(),
};

const prizeAt = resource('/admin/lottery/prize', 'admin:lottery:prize', '奖品');
export const prizeApi = defineApi({
  list: prizeAt.list(PrizeRow, filters),
  listAll: prizeAt.listAll(
    z.array(
      z.object({ id: z.number(), name: z.string(), prizeType: z.number(), firmId: z.number(), status: z.number() }),
    ),
  ),
  info: prizeAt.info(PrizeRow),
  save: prizeAt.save(PrizeDraft),
  update: prizeAt.update(PrizeDraft),
  /** Makes a disabled twin named `…-副本`. */
  copy: prizeAt.write(LogKind.insert, '复制奖品', '/copy', 'save', oneRow, Saved),
  updateStatus: prizeAt.updateStatus(),
  remove: prizeAt.remove(),
  removeMany: prizeAt.removeMany(),
  export: prizeAt.export(filters),
});
