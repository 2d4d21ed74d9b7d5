import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { SalesmanDraft, type SalesmanRow } from '@zhuiyuan/contract/parties/salesman/salesman';
import type { z } from 'zod';
import type { Importer } from '../../jobs/importer.ts';
import { live } from '../../kit/db/live.ts';
import { invalid } from '../../kit/refusal.ts';
import { textCell } from '../../kit/sheets/cells.ts';
import type { Column } from '../../kit/sheets/xlsx.ts';
import { requireAgentByNo } from '../named-in-file.ts';
import { insertSalesman } from './salesman-writes.ts';
import { lookOf, plainNumber } from '@zhuiyuan/contract/kit/typed';

const SalesmanLine = SalesmanDraft.omit({ firmId: true, agentId: true }).extend({
  agentNo: textCell('经销商编号', 20, plainNumber),
});
type SalesmanLine = z.output<typeof SalesmanLine>;

/** Salesmen from a file. One whose phone is there already under the same name is passed over. */
export const salesmanImporter: Importer<SalesmanLine> = {
  biz: 'sales',
  may: 'admin:identity:salesman:import',
  columns: [
    { title: '姓名', key: 'picName', isRequired: true, example: '周明远' },
    { title: '手机', key: 'phone', isRequired: true, width: 18, example: '13800000000，请设为文本格式' },
    { title: '工号', key: 'jobNo', example: 'YW001' },
    { title: '部门', key: 'dept', example: '华东大区' },
    { title: '经销商编号', key: 'agentNo', example: 'A000001' },
  ],
  row: SalesmanLine,
  unique: { column: 'phone', of: ({ phone }) => phone },
  apply: async ({ db, firmId, operator }, line) => {
    const same = await live(db, 'salesman')
      .select('picName')
      .where('firmId', '=', firmId)
      .where('phone', '=', line.phone)
      .executeTakeFirst();
    if (same && lookOf(same.picName) === lookOf(line.picName)) return 'skip';
    if (same) throw invalid('phone', '手机号已被使用');
    const { agentNo, ...rest } = line;
    const agentId = agentNo ? await requireAgentByNo(db, agentNo, { firmId, key: 'agentNo' }) : undefined;
    await insertSalesman(db, { ...rest, agentId }, { firmId, operatorId: operator.id });
    return 'done';
  },
};

/** Columns of the exported list. */
export const salesmanColumns: Column<SalesmanRow>[] = [
  { title: '姓名', cell: (row) => row.picName },
  { title: '工号', cell: (row) => row.jobNo },
  { title: '手机号', cell: (row) => row.phone },
  { title: '部门', cell: (row) => row.dept },
  { title: '所属经销商', width: 32, cell: (row) => row.agentName },
  { title: '负责区域', width: 28, cell: (row) => row.regionName },
  { title: '门店数', cell: (row) => row.shopCount },
  { title: '经销商数', cell: (row) => row.agentCount },
  { title: '所属企业', width: 32, cell: (row) => row.firmName },
  { title: '状态', cell: (row) => Enabled.label(row.status) },
  { title: '创建时间', width: 20, cell: (row) => row.createTime },
];
