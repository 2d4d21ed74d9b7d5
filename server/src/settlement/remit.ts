import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { Review } from '@zhuiyuan/contract/kit/review';
import { PayeeChannel } from '@zhuiyuan/contract/parties/payee';
import { passwordAbove, remitApi, type RemitRow } from '@zhuiyuan/contract/settlement/remit';
import { PayeeKind, RemitSource, RemitStatus } from '@zhuiyuan/contract/settlement/settlement-enums';
import { requirePassword } from '../access/require-password.ts';
import { below, mountExporter, offerExport, type Exporter } from '../jobs/exporter.ts';
import { mountImporter } from '../jobs/importer.ts';
import { startImport } from '../jobs/start-import.ts';
import type { App } from '../kit/http/app-context.ts';
import { findPage } from '../kit/db/paging.ts';
import { eachRow } from '../kit/each-row.ts';
import { serve } from '../kit/http/serve.ts';
import { requireFirmId, type Operator } from '../kit/operator.ts';
import { notFound } from '../kit/refusal.ts';
import { once } from '../movement/once.ts';
import { offerBankFile, offerBankFileAgain } from './bank-file.ts';
import { asBankFileRows, matchingBankFiles } from './find-bank-files.ts';
import { asItemRows, asRemitRows, matchingItems, matchingRemits, type RemitFilters } from './find-remits.ts';
import { generateRemits } from './generate-remits.ts';
import { giveUpWeixin, payByWeixin, retryWeixin, sumOfRemits } from './pay-remit.ts';
import { previewRemits } from './preview-remits.ts';
import { mayDoRemits, passRemit, payByHand, rejectRemit, requireKind } from './remit-acts.ts';
import { resultImporter } from './result-import.ts';
import { sumRemits } from './sum-remits.ts';

/** 打款单: what shops and dealers are paid. */
export const mountRemit = (app: App): void => {
  mountExporter(app, exporter);
  mountImporter(app, resultImporter);
  serve(app, remitApi, {
    list: ({ input, db, operator }) => {
      requireKind(operator, input.payeeKind, 'list');
      return findPage(db, input, matchingRemits(db, input), asRemitRows(operator.id));
    },

    info: async ({ input, db, operator }) => {
      const row = await asRemitRows(operator.id)(
        db.selectFrom('remit').where('remit.id', '=', input.id),
      ).executeTakeFirst();
      if (!row) throw notFound();
      requireKind(operator, row.payeeKind, 'list');
      return row;
    },

    items: async ({ input, db, operator }) => {
      const remit = await db
        .selectFrom('remit')
        .select(['payeeKind', 'amount'])
        .where('id', '=', input.id)
        .executeTakeFirst();
      if (!remit) throw notFound();
      requireKind(operator, remit.payeeKind as PayeeKind, 'list');
      return { ...(await findPage(db, input, matchingItems(db, input.id), asItemRows)), sum: remit.amount };
    },

    summary: ({ input, db, operator }) => {
      requireKind(operator, input.payeeKind, 'list');
      return sumRemits(db, input.payeeKind, operator.firmId ?? input.firmId);
    },

    preview: ({ input, db, operator }) => {
      requireKind(operator, input.payeeKind, 'save');
      return previewRemits(db, { ...input, ...dueOf(input, operator) }, input);
    },

    generate: ({ input: { idemKey, ...input }, db, operator }) => {
      requireKind(operator, input.payeeKind, 'save');
      const due = dueOf(input, operator);
      return once(db, { firmId: due.firmId, idemKey, request: { call: 'remit/generate', ...input } }, async () => {
        const { count, amount } = await generateRemits(db, {
          ...due,
          payeeIds: input.payeeIds,
          source: input.payeeIds ? RemitSource.hand : RemitSource.period,
          operatorId: operator.id,
          seen: { count: input.count, amount: input.amount },
        });
        return { count, amount };
      });
    },

    audit: ({ input: { ids, versions = [], audit, remark, notTaken }, db, operator }) => {
      const seen = new Map(ids.map((id, at) => [id, versions[at]]));
      return eachRow(inOrder(ids), (id) =>
        audit === Review.passed
          ? passRemit(db, { id, version: seen.get(id) }, operator)
          : rejectRemit(db, { id, reason: remark, notTaken }, operator),
      );
    },

    pay: {
      before: async ({ input, db, operator, request }) => {
        if ((await sumOfRemits(db, input.ids)) > passwordAbove)
          await requirePassword(app, operator, input.password, request);
        return ({ db: transaction }) => payByWeixin(transaction, input.ids, operator);
      },
    },

    retry: {
      before: async ({ input, db, operator, request }) => {
        if ((await sumOfRemits(db, [input.id])) > passwordAbove)
          await requirePassword(app, operator, input.password, request);
        return async ({ db: transaction }) => {
          await retryWeixin(transaction, input.id, operator);
          return null;
        };
      },
    },

    giveUp: async ({ input, db, operator }) => {
      await giveUpWeixin(db, input.id, operator);
      return null;
    },

    voucher: ({ input: { voucher, fee, notTaken, ...row }, db, operator }) =>
      payByHand(db, row, { voucher, fee, notTaken }, operator),

    bankFile: ({ input, db, operator }) => {
      requireKind(operator, input.payeeKind, 'pay');
      return offerBankFile(app, { db, operator }, input);
    },

    bankFiles: ({ input, db, operator }) => {
      requireKind(operator, input.payeeKind, 'pay');
      return findPage(db, input, matchingBankFiles(db, input), asBankFileRows);
    },

    bankFileAgain: ({ input, db, operator }) => offerBankFileAgain(app, { db, operator }, input.id),

    resultImport: { before: ({ input, db, operator }) => startImport(app, { db, operator }, 'remit_result', input) },

    export: ({ input, db, operator }) => {
      requireKind(operator, input.payeeKind, 'export');
      return offerExport(app, { db, operator }, exporter, input);
    },
  });
};

/** Rows are locked in one order by all. */
const inOrder = (ids: readonly number[]): number[] => ids.toSorted((one, other) => one - other);

const dueOf = (
  input: Pick<
    InputOf<typeof remitApi.generate>,
    'firmId' | 'payeeKind' | 'periodFrom' | 'periodTo' | 'minAmount' | 'agentIds'
  >,
  operator: Operator,
) => ({
  firmId: requireFirmId(operator, input.firmId),
  payeeKind: input.payeeKind,
  period: { from: input.periodFrom, to: input.periodTo },
  minAmount: input.minAmount,
  agentIds: input.agentIds,
});

const exporter: Exporter<RemitRow, Omit<RemitFilters, 'reader'>> = {
  biz: 'remit',
  title: '打款单',
  may: remitApi.export.may,
  allows: (operator, { payeeKind }) => mayDoRemits(operator, payeeKind as PayeeKind, 'export'),
  columns: [
    { title: '打款单号', width: 18, cell: (row) => row.remitNo },
    { title: '收款方', width: 32, cell: (row) => (row.payeeKind === PayeeKind.shop ? row.shopName : row.agentName) },
    { title: '经销商', width: 30, cell: (row) => row.agentName },
    { title: '金额（元）', fen: true, cell: (row) => row.amount },
    { title: '手续费（元）', fen: true, cell: (row) => row.fee },
    { title: '抵扣金额（元）', fen: true, cell: (row) => row.ductAmount },
    { title: '抵扣货款（元）', fen: true, cell: (row) => row.offset },
    { title: '奖励（元）', fen: true, cell: (row) => row.rewardAmount },
    { title: '明细数', cell: (row) => row.itemCnt },
    { title: '核销数', cell: (row) => row.verCnt },
    { title: '涉及门店', cell: (row) => row.shopCnt },
    { title: '来源', cell: (row) => RemitSource.label(row.source) },
    { title: '收款渠道', cell: (row) => (row.channel ? PayeeChannel.label(row.channel) : '') },
    { title: '收款账号', width: 22, cell: (row) => row.account },
    { title: '户名', cell: (row) => row.accountName },
    { title: '结算周期', width: 26, cell: (row) => `${row.periodFrom} 至 ${row.periodTo}` },
    { title: '状态', cell: (row) => RemitStatus.label(row.status) },
    { title: '审核人', cell: (row) => row.auditName },
    { title: '审核时间', width: 20, cell: (row) => row.auditAt },
    { title: '驳回原因', width: 24, cell: (row) => row.rejectReason },
    { title: '打款人', cell: (row) => row.paidName },
    { title: '打款时间', width: 20, cell: (row) => row.paidAt },
    { title: '失败原因', width: 24, cell: (row) => row.failReason },
    { title: '所属企业', width: 32, cell: (row) => row.firmName },
    { title: '创建时间', width: 20, cell: (row) => row.createTime },
  ],
  filters: remitApi.export.input,
  page: (db, filters, after, limit) =>
    asRemitRows()(matchingRemits(db, filters)).where('remit.id', '<', below(after)).limit(limit).execute(),
};
