import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { Level } from '@zhuiyuan/contract/codes/state/code-enums';
import { SettleState } from '@zhuiyuan/contract/parties/deductible/shop-settlement';
import { VerStatus } from '@zhuiyuan/contract/redeem/redeem-states';
import { Cross } from '@zhuiyuan/contract/scan/log/scan-log';
import {
  TraceEvent,
  type TraceAbnormal,
  type TraceDeliver,
  type TraceHappening,
  type TraceSale,
  type TraceTab,
  type TraceUnpack,
  type TraceVer,
} from '@zhuiyuan/contract/settlement/store/store-trace';
import type { Column } from '../../kit/sheets/xlsx.ts';

interface OfGoods {
  productName: string;
  lotNo: string;
}
const goods: Column<OfGoods>[] = [
  { title: '产品', width: 32, cell: (row) => row.productName },
  { title: '批号', width: 18, cell: (row) => row.lotNo },
];

const deliver: Column<TraceDeliver>[] = [
  { title: '发货单', width: 24, cell: (row) => row.deliverNo },
  { title: '发货方', width: 28, cell: (row) => row.fromName },
  ...goods,
  { title: '箱数', cell: (row) => row.boxQty },
  { title: '件数', cell: (row) => row.itemQty },
  { title: '签收时间', width: 20, cell: (row) => row.signAt },
];

const sale: Column<TraceSale>[] = [
  { title: '编码', width: 26, cell: (row) => row.code },
  ...goods,
  { title: '首扫时间', width: 20, cell: (row) => row.firstScanAt },
  { title: '地区', width: 28, cell: (row) => row.region },
  { title: '距门店（公里）', width: 16, cell: (row) => row.distanceKm },
  { title: '签收时间', width: 20, cell: (row) => row.signAt },
  { title: '动销天数', cell: (row) => row.days },
  { title: '消费者', width: 14, cell: (row) => row.consumer },
];

const abnormal: Column<TraceAbnormal>[] = [
  { title: '编码', width: 26, cell: (row) => row.code },
  ...goods,
  { title: '扫码时间', width: 20, cell: (row) => row.scanAt },
  { title: '地区', width: 28, cell: (row) => row.region },
  { title: '距门店（公里）', width: 16, cell: (row) => row.distanceKm },
  { title: '窜货', width: 14, cell: (row) => Cross.label(row.cross) },
  { title: '签收时间', width: 20, cell: (row) => row.signAt },
];

const unpack: Column<TraceUnpack>[] = [
  { title: '箱码', width: 26, cell: (row) => row.code },
  { title: '层级', cell: (row) => (row.level === null ? '' : Level.label(row.level)) },
  ...goods,
  { title: '开箱时间', width: 20, cell: (row) => row.unpackAt },
  { title: '活动', width: 28, cell: (row) => row.actName },
  { title: '奖品', width: 24, cell: (row) => (row.prizeType === PrizeType.none ? '谢谢参与' : row.prizeName) },
  { title: '金额（元）', fen: true, cell: (row) => row.amount },
  { title: '积分', cell: (row) => row.points },
];

const ver: Column<TraceVer>[] = [
  { title: '核销单号', width: 24, cell: (row) => row.verNo },
  { title: '核销时间', width: 20, cell: (row) => row.verAt },
  { title: '奖品', width: 24, cell: (row) => row.prizeName },
  { title: '活动', width: 28, cell: (row) => row.actName },
  { title: '消费者', cell: (row) => row.consumer },
  { title: '抵扣金额（元）', width: 16, fen: true, cell: (row) => row.deductAmount },
  { title: '状态', cell: (row) => VerStatus.label(row.status) },
  { title: '结算', cell: (row) => (row.status === VerStatus.reversed ? '' : SettleState.label(row.settleState)) },
];

const timeline: Column<TraceHappening>[] = [
  { title: '时间', width: 20, cell: (row) => row.at },
  { title: '事件', cell: (row) => TraceEvent.label(row.kind) },
  { title: '单号', width: 26, cell: (row) => row.no },
  { title: '内容', width: 36, cell: (row) => row.name },
  { title: '件数', cell: (row) => row.itemQty || null },
  { title: '金额（元）', fen: true, cell: (row) => (row.amount === 0 ? null : row.amount) },
];

/** The columns of the file of each tab. */
export const traceColumns: Record<TraceTab, readonly Column<never>[]> = {
  deliver,
  sale,
  unpack,
  ver,
  abnormal,
  timeline,
};
