import { claimApi, type ClaimRow } from '@zhuiyuan/contract/claim/claim-list';
import { ClaimStatus, CollectField } from '@zhuiyuan/contract/campaign/campaign-states';
import { ClaimMode, PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { Delivery } from '@zhuiyuan/contract/payout/payout-enums';
import { openCollected } from '../campaign/draw/collect-claim.ts';
import { openKeyring } from '../codes/cipher/keyring.ts';
import { below, mountExporter, offerExport, type Exporter, type FoundBy } from '../jobs/exporter.ts';
import { findPage } from '../kit/db/paging.ts';
import type { App } from '../kit/http/app-context.ts';
import { serve } from '../kit/http/serve.ts';
import { notFound } from '../kit/refusal.ts';
import type { Column } from '../kit/sheets/xlsx.ts';
import { closeByHand, extendByHand } from './claim-acts.ts';
import { asClaimRows, matchingClaims, sumClaims, toClaimFilters, toClaimRows } from './find-claims.ts';

/** 领取明细: every prize that was won, and what staff do about one. */
export const mountClaimList = (app: App): void => {
  const { masterKey } = app.config;
  const keyring = openKeyring(app);
  const shown = { keyring, masterKey };

  const exporter: Exporter<ClaimRow, InputOf<typeof claimApi.export>, FoundBy<typeof asClaimRows>> = {
    biz: 'claim',
    title: '领取明细',
    may: claimApi.export.may,
    columns,
    filters: claimApi.export.input,
    page: async (db, { columns: _columns, ...filters }, after, limit) =>
      asClaimRows(matchingClaims(db, await toClaimFilters(db, keyring, filters)))
        .where('claim.drawId', '<', below(after))
        .limit(limit)
        .execute(),
    complete: (db, rows) => toClaimRows(db, shown, rows),
  };
  mountExporter(app, exporter);

  serve(app, claimApi, {
    async list({ input: { page, limit, ...asked }, db }) {
      const filters = await toClaimFilters(db, keyring, asked);
      const found = await findPage(db, { page, limit }, matchingClaims(db, filters), asClaimRows, { drawId: 'bigint' });
      return { ...found, list: await toClaimRows(db, shown, found.list) };
    },

    sums: async ({ input, db }) => sumClaims(db, await toClaimFilters(db, keyring, input)),

    async collected({ input, db }) {
      const claim = await db
        .selectFrom('claim')
        .where('drawId', '=', input.id)
        .select(['drawId', 'collected'])
        .executeTakeFirst();
      if (!claim) throw notFound();
      const collected = openCollected(masterKey, claim);
      return CollectField.options.flatMap(({ value: key, label }) =>
        collected[key] ? [{ key, label, value: collected[key] }] : [],
      );
    },

    extend: ({ input, db }) => extendByHand(db, input),
    close: ({ input, db, operator }) => closeByHand(db, { ...input, operatorId: operator.id }),
    export: ({ input, db, operator }) => offerExport(app, { db, operator }, exporter, input),
  });
};

const columns: Column<ClaimRow>[] = [
  { title: '领取单号', width: 22, cell: (row) => row.claimNo },
  { title: '抽奖单号', width: 22, cell: (row) => row.drawNo },
  { title: '码', width: 24, cell: (row) => row.codeText },
  { title: '活动', width: 28, cell: (row) => row.activityName },
  { title: '奖级', cell: (row) => row.tierName },
  { title: '奖品', width: 24, cell: (row) => row.prizeName },
  { title: '奖品类型', cell: (row) => PrizeType.label(row.prizeType) },
  { title: '金额（元）', fen: true, cell: (row) => (row.prizeType === PrizeType.cash ? row.amount : null) },
  { title: '积分', cell: (row) => (row.prizeType === PrizeType.points ? row.points : '') },
  { title: '消费者', cell: (row) => row.consumer },
  { title: '收集信息', width: 40, cell: (row) => row.collectText },
  { title: '领取方式', cell: (row) => ClaimMode.label(row.claimMode) },
  { title: '状态', cell: (row) => ClaimStatus.label(row.status) },
  { title: '红包状态', width: 16, cell: (row) => (row.delivery ? Delivery.label(row.delivery) : '') },
  { title: '核销码后四位', cell: (row) => row.verTail },
  { title: '核销门店', width: 28, cell: (row) => row.shopName },
  { title: '兑换单号', width: 22, cell: (row) => row.redeemNo },
  { title: '地区', width: 16, cell: (row) => row.region },
  { title: '中奖时间', width: 20, cell: (row) => row.drawnAt },
  { title: '领取时间', width: 20, cell: (row) => row.claimedAt ?? '' },
  { title: '有效期', width: 20, cell: (row) => row.expireAt },
  { title: '关闭原因', width: 24, cell: (row) => row.closeText },
  { title: '所属企业', width: 36, cell: (row) => row.firmName },
];
