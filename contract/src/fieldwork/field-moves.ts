import { z } from 'zod';
import { Holder, Level } from '../codes/state/code-enums.ts';
import { defineApi, send } from '../kit/endpoint.ts';
import { flag, id, oneOf, optionalText } from '../kit/fields.ts';
import { Signed, SignDraft } from '../movement/sign/sign.ts';
import { idemKey } from './field-paging.ts';

/** Codes one call takes. */
export const mostFieldCodes = 2000;

const code = z.string({ error: '请输入或扫描编码' }).trim().min(1, '请输入或扫描编码').max(512, '编码过长');
const codes = z.array(code, { error: '请扫描编码' }).max(mostFieldCodes, `一次最多${mostFieldCodes}个编码`);

/** What became of one scanned code before shipping. */
export const FieldCheck = z.object({
  code: z.string(),
  ok: z.boolean(),
  errCode: z.number(),
  errMsg: z.string(),
  level: Level.schema,
  storeName: z.string(),
  image: z.string(),
  lotNo: z.string(),
  itemQty: z.number(),
  warn: z.array(z.string()),
  /** The box it has to be taken out of to be sent by itself, and the items in there; null where nothing of that kind stands against it. */
  box: z.object({ code: z.string(), level: Level.schema, itemQty: z.number() }).nullable(),
});
export type FieldCheck = z.output<typeof FieldCheck>;

const receiver = {
  toKind: oneOf([Holder.agent, Holder.shop], '请选择收货方'),
  toId: id('请选择收货方'),
};
/** 拆零发货: single codes are taken out of the boxes they lie in. */
const splits = flag.default(false);
const writer = { log: false, forShoppers: true, ownTransaction: true, perMinute: 120 } as const;

/** 签收 by the receiver: the whole document, or scanned codes and whole lines, with what was not as it should be. */
const FieldSign = SignDraft.omit({ id: true }).extend({
  deliverId: id(),
  /** Lines that are signed whole. */
  lineIds: z.array(id()).max(1000, '一次最多整行签收1000行').default([]),
});

/** What dealers and shops do with goods on the phone: sign for them, send them on, ask for more. */
export const fieldMovesApi = defineApi({
  sign: send('签收', '/public/role/sign', 'open', FieldSign, Signed, writer),
  check: send(
    '发货预检',
    '/public/role/ship/check',
    'open',
    z.object({ ...receiver, codes: codes.min(1, '请扫描编码'), splits }),
    z.array(FieldCheck),
    { log: false, forShoppers: true, perMinute: 240 },
  ),
  ship: send(
    '发货',
    '/public/role/ship',
    'open',
    z.object({
      ...receiver,
      codes: codes.min(1, '请扫描编码'),
      splits,
      remark: optionalText('备注', 200),
      idemKey,
    }),
    z.object({ id: z.number(), deliverNo: z.string(), itemQty: z.number() }),
    writer,
  ),
});
