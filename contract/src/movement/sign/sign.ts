import { z } from 'zod';
import { mostPasted } from '../../codes/pick/pick.ts';
import { defineApi, LogKind } from '../../kit/endpoint.ts';
import { enumeration } from '../../kit/enumeration.ts';
import { flag, id, oneOf, optionalText } from '../../kit/fields.ts';
import { pictures } from '../../kit/picture.ts';
import { resource } from '../../kit/resource.ts';
import { DiffAct, DiffKind } from '../move-enums.ts';

/** Everything of a document, or what was scanned. */
export const SignMode = enumeration({ all: { label: '整单签收' }, codes: { label: '扫码签收' } });

const scanned = z.string({ error: '请扫描编码' }).trim().min(1, '请扫描编码').max(512, '编码过长');
const idemKey = z.string().trim().min(8, '请求编号不正确').max(64, '请求编号不正确').optional();

/** What was not as it should be with one code of the document. */
export const DiffDraft = z.object({
  code: scanned,
  kind: oneOf([DiffKind.missing, DiffKind.damaged], '请选择差异类型'),
  note: optionalText('差异说明', 200),
  images: pictures(9),
  /** 照收并备注: it is signed for all the same. What lies in a box is signed with its box always. */
  signs: flag.default(false),
});
export type DiffDraft = z.output<typeof DiffDraft>;

export const SignDraft = z.object({
  id: id(),
  mode: z.enum(['all', 'codes'], { error: '请选择签收方式' }),
  codes: z.array(scanned).max(mostPasted, `一次最多签收${mostPasted}个编码`).default([]),
  /** 整行签收: whole lines beside the codes. */
  lineIds: z.array(id()).max(1000, '一次最多签收1000行').default([]),
  /** Codes that came and are not in the document: kept as 多货, not signed. */
  extra: z
    .array(z.object({ code: scanned, note: optionalText('多货说明', 200), images: pictures(9) }))
    .max(1000, '一次最多1000个多货编码')
    .default([]),
  diffs: z.array(DiffDraft).max(1000, '一次最多1000处差异').default([]),
  /** 差异说明, required when something stays unsigned. */
  remark: optionalText('差异说明', 200),
  idemKey,
});
export type SignDraft = z.output<typeof SignDraft>;

/** Items that were signed now, that stay unsigned, and codes that came beside the document. */
export const Signed = z.object({ signed: z.number(), remain: z.number(), extra: z.number() });
export type Signed = z.output<typeof Signed>;

const deliverAt = resource('/admin/identity/deliver', 'admin:identity:deliver', '签收');
/** What changes a document on the receiver's side. */
export const signApi = defineApi({
  sign: deliverAt.write(LogKind.other, '签收', '/sign', 'sign', SignDraft, Signed, {
    /** What is refused is logged outside of the transaction that it undoes. */
    ownTransaction: true,
  }),
  /** 补签, 退回, 报失, 已知悉. */
  handleDiff: deliverAt.write(
    LogKind.other,
    '处理差异',
    '/diff/handle',
    'sign',
    z.object({
      id: id(),
      act: oneOf([DiffAct.sign, DiffAct.takeBack, DiffAct.lost, DiffAct.noted], '请选择处理方式'),
      remark: optionalText('处理说明', 200),
      idemKey,
    }),
    z.object({ id: z.number() }),
  ),
});
