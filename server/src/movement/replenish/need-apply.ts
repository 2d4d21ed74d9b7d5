import { needApplyApi, type NeedApplyRow } from '@zhuiyuan/contract/movement/replenish/need-apply';
import { ApplyStatus } from '@zhuiyuan/contract/movement/replenish/need-enums';
import { z } from 'zod';
import { below, mountExporter, offerExport, type Exporter } from '../../jobs/exporter.ts';
import type { App } from '../../kit/http/app-context.ts';
import type { Db } from '../../kit/db/database.ts';
import { live } from '../../kit/db/live.ts';
import { eachRow } from '../../kit/each-row.ts';
import { serve } from '../../kit/http/serve.ts';
import { ownedBy } from '../../kit/owned-by.ts';
import { requireFirmId, type Operator } from '../../kit/operator.ts';
import { forbidden } from '../../kit/refusal.ts';
import { staffActor } from '../actor.ts';
import { onceFor } from './once-for.ts';
import { insertApply, removeApply, storedApply, submitApply, updateApply, withdrawApply } from './apply-writes.ts';
import { acceptApply, auditApply } from './audit-apply.ts';
import { asApplyRows, listApplies, matchingApplies, type ApplyFilters } from './find-applies.ts';
import { listGoods } from './list-goods.ts';
import { readApply } from './read-apply.ts';

/** Requests of dealers for goods. */
export const mountNeedApply = (app: App): void => {
  mountExporter(app, exporter);
  serve(app, needApplyApi, {
    list: ({ input, db, operator }) => listApplies(db, ownedBy(input, operator)),
    info: ({ input, db }) => readApply(db, input.id),
    goods: ({ input, db }) => listGoods(db, input),

    save: ({ input, db, operator }) => {
      refuseSubmitting(operator, input);
      return insertApply(db, input, requireFirmId(operator, input.firmId), staffActor(operator));
    },

    update: {
      stored: ({ row, db }) => storedApply(db, row),
      change: ({ input: { id, version, ...draft }, db, operator }) => {
        refuseSubmitting(operator, draft);
        return updateApply(db, id, draft, version);
      },
    },

    remove: async ({ input, db }) => {
      await removeApply(db, input.id);
      return null;
    },
    removeMany: ({ input, db }) => eachRow(input.ids, (id) => removeApply(db, id)),

    submit: ({ input, db }) => actOnce(db, 'submit', input, () => submitApply(db, input.id)),
    withdraw: ({ input, db }) => actOnce(db, 'withdraw', input, () => withdrawApply(db, input.id)),
    accept: ({ input, db, operator }) => actOnce(db, 'accept', input, () => acceptApply(db, input.id, operator.id)),
    audit: ({ input, db, operator }) =>
      actOnce(db, 'audit', input, () => auditApply(db, input.id, input, staffActor(operator))),

    export: ({ input, db, operator }) => offerExport(app, { db, operator }, exporter, ownedBy(input, operator)),
  });
};

const refuseSubmitting = (operator: Operator, { submits }: { submits: boolean }): void => {
  if (submits && !operator.may(needApplyApi.submit.may)) throw forbidden();
};

/** Acts on a request once under the sender's key. */
const actOnce = async <T extends object>(
  db: Db,
  act: string,
  input: { id: number; idemKey?: string | undefined },
  work: () => Promise<T>,
): Promise<T> => {
  const apply = await live(db, 'needApply').select('firmId').where('id', '=', input.id).executeTakeFirst();
  return onceFor(db, apply, `needApply/${act}`, input, work);
};

const exporter: Exporter<NeedApplyRow, ApplyFilters> = {
  biz: 'needApply',
  title: '要货申请',
  may: needApplyApi.export.may,
  columns: [
    { title: '申请单号', width: 22, cell: (row) => row.applyNo },
    { title: '申请经销商', width: 26, cell: (row) => row.agentName },
    { title: '供货方', width: 26, cell: (row) => row.toName },
    { title: '产品', width: 30, cell: (row) => row.productText },
    { title: '件数', cell: (row) => row.totalQty },
    { title: '金额（元）', fen: true, cell: (row) => row.totalAmount },
    { title: '期望到货', width: 14, cell: (row) => row.expectDate ?? '' },
    { title: '状态', cell: (row) => ApplyStatus.label(row.status) },
    { title: '审核人', cell: (row) => row.auditName },
    { title: '审核时间', width: 20, cell: (row) => row.auditAt ?? '' },
    { title: '审核意见', width: 30, cell: (row) => row.auditRemark },
    { title: '要货订单', width: 22, cell: (row) => row.orderNo },
    { title: '创建时间', width: 20, cell: (row) => row.createTime },
  ],
  filters: needApplyApi.export.input.extend({ mine: z.number().optional() }),
  page: (db, filters, after, limit) =>
    asApplyRows(matchingApplies(db, filters)).where('needApply.id', '<', below(after)).limit(limit).execute(),
};
