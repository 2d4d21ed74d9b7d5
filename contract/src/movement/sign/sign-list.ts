import { z } from 'zod';
import { Holder } from '../../codes/state/code-enums.ts';
import { importCall } from '../../jobs/import-call.ts';
import { dateLimit } from '../../kit/date-limit.ts';
import { defineApi, nothing } from '../../kit/endpoint.ts';
import { enumeration } from '../../kit/enumeration.ts';
import { filterText, id, int } from '../../kit/fields.ts';
import { resource } from '../../kit/resource.ts';
import { DeliverRow } from '../document/deliver-list.ts';

/** Days in transit from the next one on which a document is overdue. */
export const usualTransitDays = 7;

/** The three lists of 签收. */
export const SignTab = enumeration({
  pending: { label: '待签收' },
  signed: { label: '已签收' },
  diff: { label: '差异' },
});

/** A document to be signed for, or signed. */
export const SignRow = DeliverRow.extend({
  /** Items that are not signed yet. */
  remainQty: z.number(),
  openDiffCnt: z.number(),
});
export type SignRow = z.output<typeof SignRow>;

const party = int(0, Number.MAX_SAFE_INTEGER, '参数不正确').optional();

const signAt = resource('/admin/identity/deliver/sign', 'admin:identity:deliver', '签收');
export const signListApi = defineApi({
  /** 待签收: the longest on its way first; 已签收: the last signed first; 差异: documents with something unsettled. */
  list: signAt.list(
    SignRow,
    {
      tab: SignTab.schema.default('pending'),
      firmId: id().optional(),
      /** Number, number in the firm's own system, or of the parcel. */
      keywords: filterText,
      code: filterText,
      fromKind: Holder.schema.optional(),
      fromId: party,
      toKind: Holder.schema.optional(),
      toId: party,
      /** Those more than this many days on their way. */
      overDays: int(0, 3650, '参数不正确').optional(),
      /** When it was shipped. */
      dateLimit,
    },
    { may: 'admin:identity:deliver:sign' },
  ),
  /** Documents on their way, those for more than seven days, and differences that nobody has settled. */
  counts: signAt.read(
    '待签收数量',
    '/counts',
    'sign',
    nothing,
    z.object({ pendingCnt: z.number(), lateCnt: z.number(), openDiffCnt: z.number() }),
  ),
  /** Signing by a file: whole documents, or codes of them. */
  import: importCall('/admin/identity/deliver/sign/import', 'admin:identity:deliver:sign', '导入签收'),
});
