import type { CodeProfile } from '@zhuiyuan/contract/stats/scans/scan-detail';
import type { Keyring } from '../../codes/cipher/keyring.ts';
import { drawNoText } from '../../campaign/draw-no.ts';
import { codeFacts, findCode } from '../../codes/lookup/code-facts.ts';
import { codeTimeline } from '../../codes/lookup/code-timeline.ts';
import type { Db } from '../../kit/db/database.ts';
import { maskConsumer } from '../../member/mask-consumer.ts';
import { wonWords } from './won-words.ts';

/** All that is known of one code of the operator's: refused where it is none (61001, 61002). */
export const readProfile = async (db: Db, keyring: Keyring, code: string): Promise<CodeProfile> => {
  const found = await findCode(db, keyring, code);
  const { seg, serial } = found.unit;
  const [facts, timeline, draws] = await Promise.all([
    codeFacts(db, keyring, found),
    codeTimeline(db, keyring, found.unit),
    db
      .selectFrom('codeUse')
      .innerJoin('draw', 'draw.id', 'codeUse.drawId')
      .innerJoin('activity', 'activity.id', 'draw.activityId')
      .leftJoin('tier', 'tier.id', 'draw.tierId')
      .leftJoin('member', 'member.id', 'draw.uid')
      .where('codeUse.seg', '=', seg)
      .where('codeUse.serial', '=', serial)
      .select([
        drawNoText('draw').as('drawNo'),
        'draw.drawnAt',
        'draw.activityId',
        'activity.actName',
        'codeUse.audience',
        'draw.uid',
        'member.nickName',
        'draw.prizeType',
        'draw.amount',
        'draw.points',
        'tier.prizeName',
      ])
      .orderBy('draw.id', 'desc')
      .execute(),
  ]);
  return {
    facts,
    timeline,
    draws: draws.map(({ uid, nickName, audience, prizeType, amount, points, prizeName, ...draw }) => ({
      ...draw,
      audience: audience as CodeProfile['draws'][number]['audience'],
      consumer: uid === null ? '' : maskConsumer({ nickName: nickName ?? '', uid }),
      result: wonWords({ prizeType, amount, points, prizeName }),
    })),
  };
};
