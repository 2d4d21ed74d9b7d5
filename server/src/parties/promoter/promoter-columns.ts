import { fenToYuan } from '@zhuiyuan/contract/kit/decimal';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import type { PromoterRow } from '@zhuiyuan/contract/parties/promoter/promoter';
import type { Column } from '../../kit/sheets/xlsx.ts';

/** Columns of the exported list of promoters. */
export const promoterColumns: Column<PromoterRow>[] = [
  { title: '姓名', cell: (row) => row.name },
  { title: '推广编号', cell: (row) => row.spreadNo },
  { title: '手机号', cell: (row) => row.phone },
  { title: '上级', cell: (row) => row.parentName },
  { title: '经销商', width: 30, cell: (row) => row.agentName },
  { title: '门店', width: 30, cell: (row) => row.shopName },
  { title: '佣金比例（%）', cell: (row) => row.rate },
  { title: '扫码数', cell: (row) => row.scanCnt },
  { title: '发展用户', cell: (row) => row.userCnt },
  { title: '订单数', cell: (row) => row.orderCnt },
  { title: '累计奖励（元）', cell: (row) => fenToYuan(row.rewardAmount) },
  { title: '状态', cell: (row) => Enabled.label(row.status) },
  { title: '所属企业', width: 36, cell: (row) => row.firmName },
  { title: '创建时间', width: 20, cell: (row) => row.createTime },
];
