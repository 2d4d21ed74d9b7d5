import { isMobile } from '@zhuiyuan/contract/kit/phone';
import { z } from 'zod';
import { textCell } from '../../kit/sheets/cells.ts';
import type { Importer } from '../../jobs/importer.ts';
import { invalid } from '../../kit/refusal.ts';
import { agentByNo } from '../named-in-file.ts';
import { insertSalesman } from './save-salesman.ts';

const SalesmanLine = z.object({
  picName: z.string().max(20, '姓名不能超过20个字符'),
  phone: z.string().refine(isMobile, '手机号格式不正确'),
  jobNo: textCell('工号', 20).refine((value) => /^[A-Za-z0-9-]*$/.test(value), '工号仅支持字母、数字和-'),
  dept: textCell('部门', 30),
  agentNo: textCell('经销商编号', 20),
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
    const same = await db
      .selectFrom('salesman')
      .select('picName')
      .where('firmId', '=', firmId)
      .where('phone', '=', line.phone)
      .where('isDel', '=', 0)
      .executeTakeFirst();
    if (same?.picName === line.picName) return 'skip';
    if (same) throw invalid('phone', '手机号已被使用');
    const { agentNo, ...rest } = line;
    await insertSalesman(
      db,
      {
        ...rest,
        agentId: agentNo ? await agentByNo(db, agentNo, { firmId, key: 'agentNo' }) : undefined,
        avatar: '',
        status: 0,
        remark: '',
      },
      { firmId, operatorId: operator.id },
    );
    return 'done';
  },
};
