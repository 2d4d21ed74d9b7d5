import { ClaimStatus } from '@zhuiyuan/contract/campaign/campaign-states';
import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import type { DrawAnswer } from '@zhuiyuan/contract/campaign/draw/public-draw';
import type { Db } from '../../kit/db/database.ts';
import { drawNoText } from '../draw-no.ts';

/** What a draw brought, as its shopper is told: from facts that no longer change, so that it is the same each time. */
export const answerDraw = async (db: Db, drawId: number, isRepeat: boolean): Promise<DrawAnswer> => {
  const row = await db
    .selectFrom('draw')
    .innerJoin('tier', 'tier.id', 'draw.tierId')
    .innerJoin('seedEpoch', 'seedEpoch.id', 'draw.epochId')
    .leftJoin('claim', 'claim.drawId', 'draw.id')
    .where('draw.id', '=', drawId)
    .select([
      drawNoText('draw').as('drawNo'),
      'tier.slotNo',
      'tier.tierName',
      'tier.prizeName',
      'tier.image',
      'draw.prizeType',
      'draw.amount',
      'draw.points',
      'draw.hold',
      'draw.clientSeed',
      'seedEpoch.epochNo',
      'seedEpoch.seedHash',
      'claim.claimNo',
      'claim.claimMode',
      'claim.expireAt',
    ])
    .executeTakeFirstOrThrow();
  return {
    drawNo: row.drawNo,
    repeat: isRepeat,
    slotNo: row.slotNo,
    tierName: row.tierName,
    prize: {
      type: row.prizeType as DrawAnswer['prize']['type'],
      name: row.prizeType === PrizeType.none ? row.tierName : row.prizeName,
      image: row.image,
      amount: row.amount,
      points: row.points,
    },
    claim:
      row.claimNo === null
        ? null
        : {
            claimNo: row.claimNo,
            status: row.prizeType === PrizeType.points && !row.hold ? ClaimStatus.claimed : ClaimStatus.open,
            claimMode: row.claimMode!,
            expireAt: row.expireAt!,
          },
    hold: row.hold,
    fair: { epochNo: row.epochNo, seedHash: row.seedHash, clientSeed: row.clientSeed },
  };
};
