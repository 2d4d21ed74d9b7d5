import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import type { AgentRow } from '@zhuiyuan/contract/parties/agent/agent';
import { AgentLevel, AgentType } from '@zhuiyuan/contract/parties/agent/agent-enums';
import type { Column } from '../../kit/sheets/xlsx.ts';

/** Columns of the exported list of dealers. */
export const agentColumns: Column<AgentRow>[] = [
  { title: '编号', cell: (row) => row.agentNo },
  { title: '经销商名称', width: 32, cell: (row) => row.name },
  { title: '上级', width: 32, cell: (row) => row.parentName },
  { title: '级别', cell: (row) => AgentLevel.label(row.level) },
  { title: '类型', cell: (row) => AgentType.label(row.agentType) },
  { title: '联系人', cell: (row) => row.contact },
  { title: '电话', cell: (row) => row.phone },
  { title: '授权区域', width: 40, cell: (row) => row.regionNames.join(';') },
  { title: '渠道', cell: (row) => row.channelName },
  { title: '业务员', cell: (row) => row.picName },
  { title: '门店数', cell: (row) => row.shopCount },
  { title: '在手库存', cell: (row) => row.stockQty },
  { title: '抵扣余额（元）', cell: (row) => row.dedBalance / 100 },
  { title: '所属企业', width: 32, cell: (row) => row.firmName },
  { title: '状态', cell: (row) => Enabled.label(row.status) },
  { title: '创建时间', width: 20, cell: (row) => row.createTime },
];
