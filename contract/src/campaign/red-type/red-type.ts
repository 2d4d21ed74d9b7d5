import { z } from 'zod';
import { defineApi } from '../../kit/endpoint.ts';
import { Enabled, enumeration } from '../../kit/enumeration.ts';
import { filterText, id, int, text, time } from '../../kit/fields.ts';
import { optionalFileAddress } from '../../kit/picture.ts';
import { resource } from '../../kit/resource.ts';
import { firmId } from '../../parties/party-fields.ts';
import { RedPayKind } from '../prize-terms.ts';

/** What a red packet is given for, as the payment service words it. */
export const RedScene = enumeration({
  PRODUCT_1: { label: '商品促销' },
  PRODUCT_2: { label: '抽奖' },
  PRODUCT_3: { label: '虚拟物品兑奖' },
  PRODUCT_4: { label: '企业内部福利' },
});

/** A type of red packets as it is typed. */
export const RedTypeDraft = z.object({
  firmId,
  des: text('红包类型名称', { max: 30 }),
  payKind: z.union([z.string(), z.number()], { error: '请选择支付方式' }).pipe(RedPayKind.schema),
  scene: z.string({ error: '请选择红包场景' }).pipe(RedScene.schema),
  icon: optionalFileAddress,
  sort: int(0, 9999, '排序应为0-9999的整数').default(0),
  status: Enabled.schema.default(0),
});
export type RedTypeDraft = z.output<typeof RedTypeDraft>;

export const RedTypeRow = z.object({
  id: z.number(),
  firmId: z.number(),
  firmName: z.string(),
  des: z.string(),
  payKind: z.number(),
  scene: z.string(),
  icon: z.string(),
  sort: z.number(),
  /** Red packet activities of this type. */
  redActs: z.number(),
  status: z.number(),
  version: z.number(),
  createTime: time,
  updateTime: time,
});
export type RedTypeRow = z.output<typeof RedTypeRow>;

const redTypeAt = resource('/admin/lottery/red/type', 'admin:lottery:redType', '红包类型');
export const redTypeApi = defineApi({
  list: redTypeAt.list(RedTypeRow, {
    firmId: id().optional(),
    des: filterText,
    payKind: RedPayKind.schema.optional(),
    status: Enabled.schema.optional(),
  }),
  listAll: redTypeAt.listAll(
    z.array(z.object({ id: z.number(), des: z.string(), firmId: z.number(), status: z.number() })),
  ),
  info: redTypeAt.info(RedTypeRow),
  save: redTypeAt.save(RedTypeDraft),
  update: redTypeAt.update(RedTypeDraft),
  updateStatus: redTypeAt.updateStatus(),
  remove: redTypeAt.remove(),
  removeMany: redTypeAt.removeMany(),
});
