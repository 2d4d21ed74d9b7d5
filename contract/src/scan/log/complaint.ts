import { z } from 'zod';
import { dateLimit } from '../../kit/date-limit.ts';
import { defineApi, done, LogKind } from '../../kit/endpoint.ts';
import { enumeration } from '../../kit/enumeration.ts';
import { ExportFile } from '../../kit/export.ts';
import { filterText, id, oneOf, optionalText, time } from '../../kit/fields.ts';
import { pageOf, paging } from '../../kit/page.ts';

/** How far a report is. */
export const ComplaintState = enumeration(
  { value: 0, label: '待处理', tone: 'wait' },
  { value: 1, label: '处理中', tone: 'doing' },
  { value: 2, label: '已处理', tone: 'good' },
);

/** What a shopper reported; the contact is masked. */
export const ComplaintRow = z.object({
  id: z.number(),
  firmId: z.number(),
  firmName: z.string(),
  at: time,
  createTime: time,
  code: z.string(),
  storeName: z.string(),
  content: z.string(),
  images: z.array(z.string()),
  contact: z.string(),
  buyPlace: z.string(),
  state: z.number(),
  result: z.string(),
  handledBy: z.string(),
  handledAt: time.nullable(),
});
export type ComplaintRow = z.output<typeof ComplaintRow>;

const filters = {
  firmId: id().optional(),
  code: filterText,
  content: filterText,
  state: ComplaintState.schema.optional(),
  dateLimit,
};
const complaint = 'admin:identity:select:complaint';

/** 消费者举报. */
export const complaintApi = defineApi({
  list: {
    method: 'GET',
    path: '/admin/identity/select/complaint/list',
    may: complaint,
    input: z.object({ ...paging, ...filters }),
    data: pageOf(ComplaintRow),
    title: '消费者举报列表',
  },
  /** One report with the whole contact; the look is logged. */
  info: {
    method: 'GET',
    path: '/admin/identity/select/complaint/info',
    may: complaint,
    input: z.object({ id: id() }),
    data: ComplaintRow,
    title: '查看举报联系方式',
    log: LogKind.other,
  },
  handle: {
    method: 'POST',
    path: '/admin/identity/select/complaint/handle',
    may: complaint,
    input: z
      .object({
        id: id(),
        state: oneOf([1, 2], '请选择处理状态'),
        result: optionalText('处理结果', 300),
      })
      .refine(({ state, result }) => state !== 2 || result !== '', { path: ['result'], message: '请输入处理结果' }),
    data: done,
    title: '处理消费者举报',
    changes: 'id',
    log: LogKind.update,
  },
  export: {
    method: 'GET',
    path: '/admin/identity/select/complaint/export',
    may: 'admin:identity:select:export',
    input: z.object(filters),
    data: ExportFile,
    title: '导出消费者举报',
    log: LogKind.export,
    offersFile: true,
  },
});
