import { needOrderApi, type NeedOrderRow } from '@zhuiyuan/contract/movement/replenish/need-order';
import { nothingToPay, OrderStatus, PayState } from '@zhuiyuan/contract/movement/replenish/need-enums';
import { z } from 'zod';
import { below, mountExporter, offerExport, type Exporter } from '../../jobs/exporter.ts';
import type { App } from '../../kit/http/app-context.ts';
import type { Db } from '../../kit/db/database.ts';
import { findPage } from '../../kit/db/paging.ts';
import { serve } from '../../kit/http/serve.ts';
import { ownedBy } from '../../kit/owned-by.ts';
import { requireFirmId } from '../../kit/operator.ts';
import { forbidden } from '../../kit/refusal.ts';
import { staffActor } from '../actor.ts';
import { onceFor } from './once-for.ts';
import { cancelOrder, closeOrder } from './end-order.ts';
import { asOrderRows, matchingOrders, type OrderFilters } from './find-orders.ts';
import { listOpenOrders } from './list-open-orders.ts';
import { listOrderDelivers } from './list-order-delivers.ts';
import { insertOrder, storedOrder, updateOrder } from './order-writes.ts';
import { deductOrder, payOrder } from './pay-order.ts';
import { readOrder } from './read-order.ts';
import { printOrder } from './print-order.ts';

/** Orders of dealers: what is to be shipped to them, and what they paid. */
export const mountNeedOrder = (app: App): void => {
  mountExporter(app, exporter);
  serve(app, needOrderApi, {
    list: ({ input, db, operator }) => findPage(db, input, matchingOrders(db, ownedBy(input, operator)), asOrderRows),
    info: ({ input, db }) => readOrder(db, input.id),
    open: ({ input, db }) => listOpenOrders(db, input),

    save: async ({ input: { deductAmount, ...draft }, db, operator }) => {
      if (deductAmount > 0 && !operator.may(needOrderApi.deduct.may)) throw forbidden();
      const firmId = requireFirmId(operator, draft.firmId);
      const { id, version } = await insertOrder(db, draft, { firmId, actor: staffActor(operator) });
      if (deductAmount === 0) return { id, version };
      await deductOrder(db, id, { amount: deductAmount, remark: '', field: 'deductAmount' }, operator.id);
      return { id, version: version + 1 };
    },

    update: {
      stored: ({ row, db }) => storedOrder(db, row),
      change: ({ input: { id, version, ...draft }, db }) => updateOrder(db, id, draft, version),
    },

    cancel: ({ input, db, operator }) =>
      actOnce(db, 'cancel', input, () => cancelOrder(db, input.id, input.reason, operator.id)),
    close: ({ input, db, operator }) => actOnce(db, 'close', input, () => closeOrder(db, input.id, operator.id)),
    pay: ({ input, db, operator }) =>
      actOnce(db, 'pay', input, () => {
        const { amount, voucher, remark } = input;
        return payOrder(db, input.id, { amount, voucher, remark }, operator.id);
      }),
    deduct: ({ input, db, operator }) =>
      actOnce(db, 'deduct', input, () => deductOrder(db, input.id, input, operator.id)),

    deliverList: ({ input, db }) => listOrderDelivers(db, input),
    print: ({ input, db, operator }) => printOrder(db, input.id, operator),
    export: ({ input, db, operator }) => offerExport(app, { db, operator }, exporter, ownedBy(input, operator)),
  });
};

/** Acts on an order once under the sender's key. */
const actOnce = async <T extends object>(
  db: Db,
  act: string,
  input: { id: number; idemKey?: string | undefined },
  work: () => Promise<T>,
): Promise<T> => {
  const order = await db.selectFrom('needOrder').select('firmId').where('id', '=', input.id).executeTakeFirst();
  return onceFor(db, order, `needOrder/${act}`, input, work);
};

const exporter: Exporter<NeedOrderRow, OrderFilters> = {
  biz: 'needOrder',
  title: '要货订单',
  may: needOrderApi.export.may,
  columns: [
    { title: '订单号', width: 22, cell: (row) => row.orderNo },
    { title: '申请单号', width: 22, cell: (row) => row.applyNo },
    { title: '经销商', width: 26, cell: (row) => row.agentName },
    { title: '供货方', width: 26, cell: (row) => row.supplierName },
    { title: '产品', width: 30, cell: (row) => row.productText },
    { title: '订货件数', cell: (row) => row.totalQty },
    { title: '已发件数', cell: (row) => row.shipQty },
    { title: '已签收件数', cell: (row) => row.signQty },
    { title: '金额（元）', fen: true, cell: (row) => row.totalAmount },
    { title: '抵扣（元）', fen: true, cell: (row) => row.deductAmount },
    { title: '已付款（元）', fen: true, cell: (row) => row.payAmount },
    { title: '付款状态', cell: (row) => (row.totalAmount > 0 ? PayState.label(row.payState) : nothingToPay) },
    { title: '状态', cell: (row) => OrderStatus.label(row.status) },
    { title: '已完结', cell: (row) => (row.isClosed ? '是' : '') },
    { title: '期望到货', width: 14, cell: (row) => row.expectDate ?? '' },
    { title: '创建时间', width: 20, cell: (row) => row.createTime },
  ],
  filters: needOrderApi.export.input.extend({ mine: z.number().optional() }),
  page: (db, filters, after, limit) =>
    asOrderRows(matchingOrders(db, filters)).where('needOrder.id', '<', below(after)).limit(limit).execute(),
};
