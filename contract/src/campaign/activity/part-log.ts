import { z } from 'zod';
import { dateLimit } from '../../kit/date-limit.ts';
import { defineApi, LogKind, read } from '../../kit/endpoint.ts';
import { enumeration } from '../../kit/enumeration.ts';
import { exportColumns, ExportFile } from '../../kit/export.ts';
import { filterText, id, time } from '../../kit/fields.ts';
import { pageOf, paging } from '../../kit/page.ts';

/** 参与步骤: how far somebody came who wanted to draw. */
export const PartStep = enumeration({
  passed: { value: 2, label: '资格通过', tone: 'doing' },
  refused: { value: 3, label: '资格不通过', tone: 'gone' },
  drawn: { value: 4, label: '已抽奖', tone: 'good' },
});

/** One request of a ticket. */
export const PartRow = z.object({
  id: z.number(),
  uid: z.number(),
  /** Masked. */
  consumer: z.string(),
  codeText: z.string(),
  productName: z.string(),
  shopName: z.string(),
  agentName: z.string(),
  step: PartStep.schema,
  /** Why he may not draw; '' where he may. */
  reason: z.string(),
  region: z.string(),
  ip: z.string(),
  device: z.string(),
  at: time,
});
export type PartRow = z.output<typeof PartRow>;

const filters = {
  activityId: id('请选择活动'),
  step: PartStep.schema.optional(),
  /** A number, or a part of the name. */
  consumer: filterText,
  dateLimit,
};
const may = (verb: string) => ({ any: [`admin:lottery:active:${verb}`, `admin:lottery:aiActive:${verb}`] });
/** Who has the permission of games alone reads theirs. */
const mayList = { any: [...may('list').any, 'admin:lottery:interact:list'] };

/** 参与记录 of an activity: everybody who asked for a ticket. */
export const partLogApi = defineApi({
  list: read('参与记录', '/admin/lottery/part/log/list', mayList, z.object({ ...paging, ...filters }), pageOf(PartRow)),
  exportUser: read(
    '按用户导出参与记录',
    '/admin/lottery/part/log/export/user',
    may('export'),
    z.object({ ...filters, columns: exportColumns }),
    ExportFile,
    { log: LogKind.export, offersFile: true },
  ),
});
