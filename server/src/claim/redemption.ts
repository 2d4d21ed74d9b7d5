import { plainPermission } from '@zhuiyuan/contract/claim/claim-list';
import { redemptionApi, type RedemptionRow } from '@zhuiyuan/contract/claim/redemption';
import { RedemptionStatus } from '@zhuiyuan/contract/claim/redemption-states';
import { below, mountExporter, offerExport, type Exporter, type FoundBy } from '../jobs/exporter.ts';
import { mountImporter } from '../jobs/importer.ts';
import { startImport } from '../jobs/start-import.ts';
import { findPage } from '../kit/db/paging.ts';
import { eachRow } from '../kit/each-row.ts';
import type { App } from '../kit/http/app-context.ts';
import { serve } from '../kit/http/serve.ts';
import { forbidden, notFound } from '../kit/refusal.ts';
import type { Column } from '../kit/sheets/xlsx.ts';
import {
  asRedemptionRows,
  maskedRedemptions,
  matchingRedemptions,
  plainRedemptions,
  type RedemptionFilters,
} from './find-redemptions.ts';
import { auditRedemption, closeRedemption, finishRedemption, shipRedemption } from './redemption-writes.ts';
import { shipImporter } from './ship-import.ts';

/** Prizes that are sent by post, as staff deal with them. */
export const mountRedemption = (app: App): void => {
  mountExporter(app, exporter);
  mountExporter(app, plainExporter);
  mountImporter(app, shipImporter);
  serve(app, redemptionApi, {
    async list({ input, db }) {
      const page = await findPage(db, input, matchingRedemptions(db, input), asRedemptionRows);
      return { ...page, list: await maskedRedemptions(db, page.list) };
    },

    async receiving({ input, db }) {
      const [row] = await plainRedemptions(
        db,
        await asRedemptionRows(matchingRedemptions(db, { ids: [input.id] })).execute(),
      );
      if (!row) throw notFound();
      return row;
    },

    async export({ input: { plain, ...input }, db, operator }) {
      if (plain && !operator.may(plainPermission)) throw forbidden();
      return offerExport(app, { db, operator }, plain ? plainExporter : exporter, input);
    },

    // In one order, so that two who audit the same ones do not wait for each other.
    audit: ({ input: { ids, pass, remark }, db, operator }) =>
      eachRow(
        ids.toSorted((a, b) => a - b),
        (id) => auditRedemption(db, { id, pass, remark: pass ? '' : remark, operatorId: operator.id }),
      ),

    async ship({ input, db, operator }) {
      await shipRedemption(db, { ...input, operatorId: operator.id });
      return null;
    },

    async finish({ input, db }) {
      await finishRedemption(db, input.id);
      return null;
    },

    async close({ input, db, operator }) {
      await closeRedemption(db, { ...input, operatorId: operator.id });
      return null;
    },

    importShips: { before: ({ input, db, operator }) => startImport(app, { db, operator }, 'redeem_ship', input) },
  });
};

const columns: Column<RedemptionRow>[] = [
  { title: '兑换单号', width: 22, cell: (row) => row.redeemNo },
  { title: '领取单号', width: 22, cell: (row) => row.claimNo },
  { title: '活动', width: 28, cell: (row) => row.activityName },
  { title: '奖级', cell: (row) => row.tierName },
  { title: '奖品', width: 24, cell: (row) => row.prizeName },
  { title: '消费者', cell: (row) => row.consumer },
  { title: '收货人', cell: (row) => row.receiver },
  { title: '手机号', width: 16, cell: (row) => row.phone },
  { title: '所在地区', width: 26, cell: (row) => row.regionName },
  { title: '详细地址', width: 40, cell: (row) => row.address },
  { title: '状态', cell: (row) => RedemptionStatus.label(row.status) },
  { title: '物流公司', width: 14, cell: (row) => row.shipCompany },
  { title: '物流单号', width: 22, cell: (row) => row.shipNo },
  { title: '发货时间', width: 20, cell: (row) => row.shippedAt ?? '' },
  { title: '完成时间', width: 20, cell: (row) => row.finishedAt ?? '' },
  { title: '驳回或关闭原因', width: 30, cell: (row) => row.closeReason || row.auditRemark },
  { title: '审核人', cell: (row) => row.auditName },
  { title: '所属企业', width: 36, cell: (row) => row.firmName },
  { title: '提交时间', width: 20, cell: (row) => row.createTime },
];

const filters = redemptionApi.export.input.omit({ plain: true });

const exporter: Exporter<RedemptionRow, RedemptionFilters, FoundBy<typeof asRedemptionRows>> = {
  biz: 'redeem',
  title: '兑换单',
  may: redemptionApi.export.may,
  columns,
  filters,
  page: (db, asked, after, limit) =>
    asRedemptionRows(matchingRedemptions(db, asked)).where('redemption.id', '<', below(after)).limit(limit).execute(),
  complete: maskedRedemptions,
};

/** The same with receivers in full, for who ships them. */
const plainExporter: typeof exporter = {
  ...exporter,
  biz: 'redeem_plain',
  title: '兑换单收货信息',
  may: { all: [redemptionApi.export.may, plainPermission] },
  complete: plainRedemptions,
};
