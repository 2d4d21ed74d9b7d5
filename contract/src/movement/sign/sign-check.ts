import { z } from 'zod';
import { Level } from '../../codes/state/code-enums.ts';
import { mostPasted } from '../../codes/pick/pick.ts';
import { defineApi } from '../../kit/endpoint.ts';
import { id } from '../../kit/fields.ts';
import { resource } from '../../kit/resource.ts';

const signAt = resource('/admin/identity/deliver/sign', 'admin:identity:deliver', '签收');

/** A scanned code held against a document. */
export const SignChecked = z.object({
  /** In its one form; as it was scanned where nobody knows it. */
  code: z.string(),
  level: Level.schema.nullable(),
  /** The line it would be signed with; null of what is not in the document. */
  lineId: z.number().nullable(),
  storeName: z.string(),
  lotNo: z.string(),
  /** Products in it that are not void. */
  itemQty: z.number(),
  /** 0 where it can be signed for, or came beside the document. */
  errCode: z.number(),
  errMsg: z.string(),
});
export type SignChecked = z.output<typeof SignChecked>;

export const signCheckApi = defineApi({
  /** What would come of signing for some codes of a document, in their order. Nothing changes, nothing is logged. */
  check: signAt.send(
    '签收检查',
    '/check',
    'sign',
    z.object({
      id: id(),
      codes: z
        .array(z.string({ error: '请扫描编码' }).trim().min(1, '请扫描编码').max(512, '编码过长'))
        .min(1, '请扫描编码')
        .max(mostPasted, `一次最多签收${mostPasted}个编码`),
    }),
    z.array(SignChecked),
    { log: false },
  ),
});
