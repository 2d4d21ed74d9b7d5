import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { YesNo } from '@zhuiyuan/contract/kit/enumeration';
import { RedPayKind } from '@zhuiyuan/contract/campaign/prize-terms';
import { PayChannel, PayoutStatus, PaySource } from '@zhuiyuan/contract/payout/payout-enums';
import { redInfoApi, type RedInfoRow } from '@zhuiyuan/contract/payout/red-info';
import type { DoneToMany } from '@zhuiyuan/contract/kit/standard';
import { below, mountExporter, offerExport, type Exporter } from '../../jobs/exporter.ts';
import type { App } from '../../kit/http/app-context.ts';
import type { Db } from '../../kit/db/database.ts';
import { findPage } from '../../kit/db/paging.ts';
import { retried, serve } from '../../kit/http/serve.ts';
import { Refusal } from '../../kit/refusal.ts';
import { cancelPayout, closePayout, resendPayout, syncPayout } from '../payout-acts.ts';
import type { Merchants } from '../pay-merchants.ts';
import { countDays, countPayouts } from './count-payouts.ts';
import {
  asPayoutRows,
  matchingPayouts,
  payoutStatus,
  toPayoutFilters,
  toPayoutRow,
  type PayoutFilters,
} from './find-payouts.ts';
import { readPayout } from './read-payout.ts';

/** 红包发放记录: every payout, how far it is, and what a person may do about it. */
export const mountRedInfo = (app: App, merchants: Merchants): void => {
  mountExporter(app, exporter);
  const partsOf = (db: Db) => ({ db, log: app.log, merchants });
  /** Its own transaction for each row: one that is refused leaves the others done. */
  const alone = (db: Db, act: (where: Db, id: number) => Promise<void>) => (id: number) =>
    retried(() => db.transaction().execute((transaction) => act(transaction as Db, id)));
  serve(app, redInfoApi, {
    list: async ({ input: { page, limit, ...asked }, db }) => {
      const found = await findPage(db, { page, limit }, matchingPayouts(db, toPayoutFilters(asked)), asPayoutRows);
      return { ...found, list: found.list.map(toPayoutRow) };
    },
    board: async ({ input, db }) => ({ counted: await countPayouts(db, toPayoutFilters(input)) }),
    days: ({ input, db }) => countDays(db, toPayoutFilters(input)),
    info: ({ input, db }) => readPayout(db, input.id),
    resend: ({ input, db }) => actOn(db, input, alone(db, resendPayout)),
    cancel: ({ input, db }) => actOn(db, input, (id) => cancelPayout(partsOf(db), id)),
    close: ({ input, db }) => actOn(db, input, alone(db, closePayout)),
    sync: ({ input, db }) => actOn(db, input, (id) => syncPayout(partsOf(db), id)),
    export: ({ input, db, operator }) => offerExport(app, { db, operator }, exporter, input),
  });
};

/** Rows acted on side by side: most of the time goes by waiting for WeChat Pay. */
const together = 8;

/** Does something to one row, whose refusal is the call's, or to several. */
const actOn = async (
  db: Db,
  { id, ids = [] }: InputOf<typeof redInfoApi.sync>,
  act: (id: number) => Promise<unknown>,
): Promise<DoneToMany & { rows: { id: number; status: PayoutStatus }[] }> => {
  const chosen = id === undefined ? [...new Set(ids)] : [id];
  const fail: DoneToMany['fail'] = [];
  if (id !== undefined) await act(id);
  else
    for (let from = 0; from < chosen.length; from += together)
      await Promise.all(
        chosen.slice(from, from + together).map((one) =>
          act(one).catch((error: unknown) => {
            if (!(error instanceof Refusal)) throw error;
            fail.push({ id: one, message: error.message });
          }),
        ),
      );
  const rows = await db
    .selectFrom('redInfo')
    .select(['id', payoutStatus.as('status')])
    .where('id', 'in', chosen)
    .execute();
  return { ok: chosen.length - fail.length, fail, rows };
};

type Exported = InputOf<typeof redInfoApi.export>;

const exporter: Exporter<RedInfoRow, Exported> = {
  biz: 'red_info',
  title: '红包发放记录',
  may: redInfoApi.export.may,
  columns: [
    { title: '发放单号', width: 20, cell: (row) => row.billNo },
    { title: '商户单号', width: 24, cell: (row) => row.outBillNo },
    { title: '来源', cell: (row) => PaySource.label(row.source) },
    { title: '活动', width: 24, cell: (row) => row.actName },
    { title: '红包活动', width: 24, cell: (row) => row.redActiveName },
    { title: '消费者', width: 16, cell: (row) => row.consumer },
    { title: 'OpenID', cell: (row) => `****${row.openid}` },
    { title: '支付方式', cell: (row) => RedPayKind.label(row.payKind) },
    { title: '发放渠道', cell: (row) => PayChannel.label(row.channel) },
    { title: '金额（元）', fen: true, cell: (row) => row.amount },
    { title: '状态', width: 14, cell: (row) => PayoutStatus.label(row.status) },
    { title: '失败原因', width: 28, cell: (row) => row.reason },
    { title: '次数', cell: (row) => row.attemptNo },
    { title: '冻结', cell: (row) => YesNo.label(Number(row.hold)) },
    { title: '已关闭', cell: (row) => YesNo.label(Number(row.isClosed)) },
    { title: '创建时间', width: 20, cell: (row) => row.createTime },
    { title: '发放时间', width: 20, cell: (row) => row.sentAt ?? '' },
    { title: '领取时间', width: 20, cell: (row) => row.receivedAt ?? '' },
    { title: '退款时间', width: 20, cell: (row) => row.refundAt ?? '' },
    { title: '退款（元）', fen: true, cell: (row) => row.refundAmount },
  ],
  filters: redInfoApi.export.input,
  page: async (db, filters, after, limit) => {
    const { columns: _shown, ...asked } = filters;
    const found: PayoutFilters = toPayoutFilters(asked);
    const rows = await asPayoutRows(matchingPayouts(db, found))
      .where('redInfo.id', '<', below(after))
      .limit(limit)
      .execute();
    return rows.map(toPayoutRow);
  },
};
