import { publicRedeemApi, type PostOrder } from '@zhuiyuan/contract/claim/public-redeem';
import { RedemptionStatus } from '@zhuiyuan/contract/claim/redemption-states';
import { maskPhone } from '@zhuiyuan/contract/kit/phone';
import { requireAccount } from '../account/account-session.ts';
import { keepCollected } from '../campaign/draw/collect-claim.ts';
import { regionChildren } from '../fieldwork/region-children.ts';
import type { Db } from '../kit/db/database.ts';
import type { App } from '../kit/http/app-context.ts';
import { retried, serve } from '../kit/http/serve.ts';
import { regionName, regionTree } from '../settings/region-names.ts';
import { fileRedemption, findOwnClaim, refusalOfPost } from './file-redemption.ts';
import { cancelRedemption } from './redemption-writes.ts';

/** A shopper's way from a prize to his door. */
export const mountPublicRedeem = (app: App): void => {
  const { shopperDb: db } = app;
  const { masterKey } = app.config;
  const inOne = <T>(work: (where: Db) => Promise<T>): Promise<T> =>
    retried(() => db.transaction().execute((transaction) => work(transaction as Db)));

  /** The last posting of a prize. */
  const readOrder = async (drawId: number): Promise<PostOrder | null> => {
    const row = await db
      .selectFrom('redemption')
      .where('drawId', '=', drawId)
      .orderBy('id', 'desc')
      .limit(1)
      .select([
        'redeemNo',
        'status',
        'receiver',
        'phone',
        'regionCode',
        'address',
        'shipCompany',
        'shipNo',
        'auditRemark',
        'closeReason',
        'createdAt',
        'shippedAt',
        'finishedAt',
      ])
      .executeTakeFirst();
    if (!row) return null;
    const { regionCode, auditRemark, closeReason, createdAt, ...order } = row;
    return {
      ...order,
      status: row.status as RedemptionStatus,
      phone: maskPhone(row.phone),
      regionName: await regionName(db, regionCode),
      reason: closeReason || auditRemark,
      createTime: createdAt,
      canCancel:
        row.shippedAt === null && (row.status === RedemptionStatus.waiting || row.status === RedemptionStatus.passed),
    };
  };

  serve(app, publicRedeemApi, {
    async posting({ input, request }) {
      const accountId = await requireAccount(db, request);
      const claim = await findOwnClaim(db, { ...input, accountId });
      return {
        claimNo: claim.claimNo,
        canPost: refusalOfPost(claim) === undefined,
        order: await readOrder(claim.drawId),
      };
    },

    async redeem({ input: { claimNo, collect, ...receiving }, request }) {
      const accountId = await requireAccount(db, request);
      return inOne(async (where) => {
        if (collect) await keepCollected(where, masterKey, { accountId, claimNo, collect });
        return fileRedemption(where, masterKey, { accountId, claimNo, ip: request.address, ...receiving });
      });
    },

    async cancel({ input, request }) {
      const accountId = await requireAccount(db, request);
      return inOne((where) => cancelRedemption(where, { accountId, ...input }));
    },

    regions: async ({ input }) => regionChildren(await regionTree(db), input.pid),
  });
};
