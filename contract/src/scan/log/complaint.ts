import { resource } from '../../kit/resource.ts';
import { oneRow } from '../../kit/standard.ts';
import { z } from 'zod';
import { dateLimit } from '../../kit/date-limit.ts';
import { defineApi, done, LogKind } from '../../kit/endpoint.ts';
import { enumeration } from '../../kit/enumeration.ts';
import { exportColumns, ExportFile } from '../../kit/export.ts';
import { filterText, id, oneOf, optionalText, time, version } from '../../kit/fields.ts';
import { fixedViews } from '../../kit/fixed-views.ts';

/** How far a report is. */
export const ComplaintState = enumeration({
  waiting: { value: 0, label: '待处理', tone: 'wait' },
  doing: { value: 1, label: '处理中', tone: 'doing' },
  done: { value: 2, label: '已处理', tone: 'good' },
});

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
  version: z.number(),
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
  waiting: fixedViews.waiting,
};
const complaint = 'admin:identity:select:complaint';

const complaintAt = resource('/admin/identity/select/complaint', 'admin:identity:select', '消费者举报');
/** 消费者举报. */
export const complaintApi = defineApi({
  list: complaintAt.list(ComplaintRow, filters, { may: complaint }),
  /** One report with the whole contact; the look is logged. */
  info: complaintAt.read('查看举报联系方式', '/info', 'complaint', oneRow, ComplaintRow, {
    log: LogKind.other,
    isPlain: true,
  }),
  handle: complaintAt.change(
    '处理消费者举报',
    '/handle',
    'complaint',
    z
      .object({
        id: id(),
        version,
        state: oneOf([ComplaintState.doing, ComplaintState.done], '请选择处理状态'),
        result: optionalText('处理结果', 300),
      })
      .refine(({ state, result }) => state !== ComplaintState.done || result !== '', {
        path: ['result'],
        message: '请输入处理结果',
      }),
    done,
    { changes: 'id' },
  ),
  export: complaintAt.read(
    '导出消费者举报',
    '/export',
    'export',
    z.object({ ...filters, columns: exportColumns }),
    ExportFile,
    {
      log: LogKind.export,
      offersFile: true,
    },
  ),
});
