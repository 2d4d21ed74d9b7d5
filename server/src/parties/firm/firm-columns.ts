import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { Review } from '@zhuiyuan/contract/kit/review';
import type { FirmRow } from '@zhuiyuan/contract/parties/firm/firm';
import type { Column } from '../../kit/sheets/xlsx.ts';

/** Columns of the exported list of firms. */
export const firmColumns: Column<FirmRow>[] = [
  { title: '企业名称', width: 36, cell: (row) => row.name },
  { title: '企业编号', cell: (row) => row.firmNo },
  { title: '统一社会信用代码', width: 22, cell: (row) => row.creditCode },
  { title: '行业', cell: (row) => row.industry },
  { title: '联系人', cell: (row) => row.contact },
  { title: '联系电话', cell: (row) => row.phone },
  { title: '所在地区', width: 28, cell: (row) => row.regionName },
  { title: '已用码数', cell: (row) => row.codeUsed },
  { title: '码额度', cell: (row) => row.codeQuota ?? '不限' },
  { title: '标识前缀', cell: (row) => row.nodePrefix },
  { title: '有效期至', cell: (row) => row.validTo ?? '不限' },
  { title: '审核状态', cell: (row) => Review.label(row.audit) },
  { title: '状态', cell: (row) => Enabled.label(row.status) },
  { title: '创建时间', width: 20, cell: (row) => row.createTime },
];
