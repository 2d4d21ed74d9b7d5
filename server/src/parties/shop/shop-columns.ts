import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { Review } from '@zhuiyuan/contract/kit/review';
import { fenToYuan } from '@zhuiyuan/contract/kit/decimal';
import type { ShopRow } from '@zhuiyuan/contract/parties/shop/shop';
import { ShopGrade, ShopType } from '@zhuiyuan/contract/parties/shop/shop-enums';
import type { Column } from '../../kit/sheets/xlsx.ts';

/** Columns of the exported list of shops. */
export const shopColumns: Column<ShopRow>[] = [
  { title: '门店编号', cell: (row) => row.shopNo },
  { title: '门店名称', width: 36, cell: (row) => row.name },
  { title: '类型', cell: (row) => ShopType.label(row.shopType) },
  { title: '等级', cell: (row) => (row.grade ? ShopGrade.label(row.grade) : '') },
  { title: '所属经销商', width: 30, cell: (row) => row.agentName },
  { title: '业务员', cell: (row) => row.picName },
  { title: '渠道', cell: (row) => row.channelName },
  { title: '联系人', cell: (row) => row.contact },
  { title: '联系电话', cell: (row) => row.phone },
  { title: '所在地区', width: 28, cell: (row) => row.regionName },
  { title: '详细地址', width: 36, cell: (row) => row.address },
  { title: '绑定活动', cell: (row) => row.actCount },
  { title: '核销数', cell: (row) => row.verCnt },
  { title: '抵扣余额（元）', cell: (row) => fenToYuan(row.dedBalance) },
  { title: '审核状态', cell: (row) => Review.label(row.audit) },
  { title: '状态', cell: (row) => Enabled.label(row.status) },
  { title: '最近活跃', width: 20, cell: (row) => row.lastActiveAt },
  { title: '所属企业', width: 36, cell: (row) => row.firmName },
  { title: '创建时间', width: 20, cell: (row) => row.createTime },
];
