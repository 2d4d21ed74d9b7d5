import { drawLogApi, type DrawDetail } from '@zhuiyuan/contract/campaign/activity/draw-log';
import { CloseReason } from '@zhuiyuan/contract/campaign/campaign-states';
import { sql } from 'kysely';
import { openKeyring, type Keyring } from '../../codes/cipher/keyring.ts';
import { mountExporter, offerExport } from '../../jobs/exporter.ts';
import type { App } from '../../kit/http/app-context.ts';
import type { Db } from '../../kit/db/database.ts';
import { serve } from '../../kit/http/serve.ts';
import { notFound } from '../../kit/refusal.ts';
import { drawExporters } from './export-draws.ts';
import { requireScene } from './games-only.ts';
import { asDrawRows, listDraws, salesmanOfShop, toShown } from './list-draws.ts';
import { requireActivity } from './require-activity.ts';

/** 抽奖记录: each draw of an activity, and its files. */
export const mountDrawLog = (app: App): void => {
  const keyring = openKeyring(app);
  const { byUser, ofUsers, byShop, ofShops } = drawExporters(keyring);
  mountExporter(app, byUser);
  mountExporter(app, ofUsers);
  mountExporter(app, byShop);
  mountExporter(app, ofShops);
  serve(app, drawLogApi, {
    list: async ({ input, db, operator }) => {
      await requireActivity(db, input.activityId);
      await requireScene(db, operator, 'list', input.activityId);
      return listDraws(db, keyring, input);
    },
    info: async ({ input, db, operator }) => {
      const draw = await readDraw(db, keyring, input.id);
      await requireScene(db, operator, 'list', draw.activityId);
      return draw;
    },
    exportUser: ({ input, db, operator }) => offerExport(app, { db, operator }, byUser, input),
    exportUserList: ({ input, db, operator }) => offerExport(app, { db, operator }, ofUsers, input),
    exportShop: ({ input, db, operator }) => offerExport(app, { db, operator }, byShop, input),
    exportShopList: ({ input, db, operator }) => offerExport(app, { db, operator }, ofShops, input),
  });
};

/** A draw in full. */
const readDraw = async (db: Db, keyring: Keyring, id: number): Promise<DrawDetail> => {
  const found = await asDrawRows(db.selectFrom('draw').where('draw.id', '=', id))
    .innerJoin('activity', 'activity.id', 'draw.activityId')
    .innerJoin('tier as raw', 'raw.id', 'draw.rawTierId')
    .leftJoin('lot', 'lot.id', 'draw.lotId')
    .leftJoin('channel', 'channel.id', 'draw.channelId')
    .leftJoin('redInfo', (join) =>
      join
        .onRef('redInfo.sourceId', '=', 'draw.id')
        .onRef('redInfo.firmId', '=', 'draw.firmId')
        .on('redInfo.source', '=', ofDraw),
    )
    .select([
      'draw.activityId',
      'activity.actName',
      sql<string>`coalesce(lot.lot_no, '')`.as('lotNo'),
      sql<string>`coalesce(channel.name, '')`.as('channelName'),
      salesmanOfShop.as('salesmanName'),
      'raw.tierName as rawTierName',
      'draw.pointsCost',
      'claim.claimNo',
      'claim.claimMode',
      sql<string>`coalesce(right(claim.ver_code, 4), '')`.as('verCodeEnd'),
      'claim.expireAt',
      'claim.claimedAt',
      'claim.closedAt',
      'claim.closeReason',
      'claim.closeText',
      'redInfo.billNo',
      'redInfo.status as delivery',
      'redInfo.reason',
      'redInfo.attemptNo',
      'redInfo.sentAt',
      'redInfo.receivedAt',
      'redInfo.refundAt',
    ])
    .executeTakeFirst();
  if (!found) throw notFound();
  const [row] = await toShown(db, keyring, [found]);
  return {
    ...row!,
    claim:
      found.claimNo === null
        ? null
        : {
            claimNo: found.claimNo,
            claimMode: found.claimMode!,
            verCodeEnd: found.verCodeEnd,
            expireAt: found.expireAt!,
            claimedAt: found.claimedAt,
            closedAt: found.closedAt,
            closeReason: found.closeReason ? CloseReason.label(found.closeReason) : '',
            closeText: found.closeText ?? '',
          },
    payout:
      found.billNo === null
        ? null
        : {
            billNo: found.billNo,
            status: found.delivery!,
            reason: found.reason ?? '',
            attemptNo: found.attemptNo ?? 0,
            sentAt: found.sentAt,
            receivedAt: found.receivedAt,
            refundAt: found.refundAt,
          },
  };
};

/** What a payout is for, where it is a draw's: see PaySource. */
const ofDraw = 0;
