import { Holder } from '@zhuiyuan/contract/codes/state/code-enums';
import { OpSource } from '@zhuiyuan/contract/kit/op-source';
import { LogResult } from '@zhuiyuan/contract/kit/log-result';
import { BizType, DeliverAct, DeliverStatus } from '@zhuiyuan/contract/movement/move-enums';
import { deliverApi, type DeliverRow } from '@zhuiyuan/contract/movement/document/deliver';
import { deliverLogApi } from '@zhuiyuan/contract/movement/document/deliver-log';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Keyring } from '../../codes/cipher/keyring.ts';
import { below, type Exporter, type FoundBy } from '../../jobs/exporter.ts';
import {
  asDeliverRows,
  completeDelivers,
  matchingDelivers,
  type DeliverFilters,
  type FoundDeliver,
} from './matching-delivers.ts';
import { asLogRows, matchingLog, type LogFilters } from './matching-log.ts';

/** Documents as a file, the last shipped first. */
export const deliverExporter = (
  keyring: Keyring,
): Exporter<DeliverRow, DeliverFilters, FoundDeliver & { exactTime: string }> => ({
  biz: 'deliver',
  title: '发货单',
  may: deliverApi.export.may,
  columns: [
    { title: '发货单号', width: 22, cell: (row) => row.deliverNo },
    { title: '类型', cell: (row) => BizType.label(row.bizType) },
    { title: '状态', cell: (row) => DeliverStatus.label(row.status) },
    { title: '有差异', cell: (row) => (row.hasDiff ? '是' : '否') },
    { title: '发货方', width: 28, cell: (row) => row.fromName },
    { title: '收货方类型', cell: (row) => Holder.label(row.toKind) },
    { title: '收货方', width: 28, cell: (row) => row.toName },
    { title: '产品', width: 32, cell: (row) => row.productText },
    { title: '大箱', cell: (row) => row.caseQty },
    { title: '小箱', cell: (row) => row.boxQty },
    { title: '件数', cell: (row) => row.itemQty },
    { title: '已签收', cell: (row) => row.signQty },
    { title: '要货订单', width: 22, cell: (row) => row.orderNo },
    { title: '外部单号', width: 22, cell: (row) => row.extNo },
    { title: '物流公司', width: 18, cell: (row) => row.logisticsName },
    { title: '物流单号', width: 22, cell: (row) => row.logisticsNo },
    { title: '发货时间', width: 20, cell: (row) => row.shipAt },
    { title: '签收时间', width: 20, cell: (row) => row.signAt ?? '' },
    { title: '操作人', cell: (row) => row.operatorName },
    { title: '来源', cell: (row) => OpSource.label(row.opSrc) },
    { title: '所属企业', width: 32, cell: (row) => row.firmName },
  ],
  filters: deliverApi.export.input.extend({ mine: z.number().optional() }),
  async page(db, filters, after, limit) {
    let matching = await matchingDelivers(db, keyring, filters);
    if (after)
      matching = matching.where(
        sql<boolean>`(deliver.ship_at, deliver.id) < (${after.exactTime}::timestamptz, ${after.id})`,
      );
    return asDeliverRows(matching)
      .select(sql<string>`deliver.ship_at::text`.as('exactTime'))
      .limit(limit)
      .execute();
  },
  complete: completeDelivers,
});

/** The log of shipping as a file, the latest first. */
export const deliverLogExporter = (
  keyring: Keyring,
): Exporter<FoundBy<typeof asLogRows>, LogFilters, FoundBy<typeof asLogRows>> => ({
  biz: 'deliver_log',
  title: '发货日志',
  may: deliverLogApi.export.may,
  columns: [
    { title: '时间', width: 20, cell: (row) => row.at },
    { title: '操作', cell: (row) => DeliverAct.label(row.act) },
    { title: '发货单号', width: 22, cell: (row) => row.deliverNo },
    { title: '编码', width: 40, cell: (row) => row.codeText },
    { title: '件数', cell: (row) => row.itemQty },
    { title: '发货方', width: 28, cell: (row) => row.fromName },
    { title: '收货方', width: 28, cell: (row) => row.toName },
    { title: '操作人', cell: (row) => row.operatorName },
    { title: '来源', cell: (row) => OpSource.label(row.opSrc) },
    { title: '结果', cell: (row) => LogResult.label(row.result) },
    { title: '原因', width: 36, cell: (row) => row.errMsg },
    { title: '说明', width: 28, cell: (row) => row.note },
    { title: '地点', width: 24, cell: (row) => row.place },
    { title: '所属企业', width: 32, cell: (row) => row.firmName },
  ],
  filters: deliverLogApi.export.input,
  page: async (db, filters, after, limit) =>
    asLogRows(await matchingLog(db, keyring, filters))
      .where('deliverLog.id', '<', below(after))
      .limit(limit)
      .execute(),
});
