import { ActivityStatus, ActScene, ClaimBusy, ClaimStatus } from '@zhuiyuan/contract/campaign/campaign-states';
import { BanKind, BanScope, RiskAction } from '@zhuiyuan/contract/risk/risk-enums';
import { sql } from 'kysely';
import type { Db } from '../../../kit/db/database.ts';
import { live } from '../../../kit/db/live.ts';
import { unpaidHits } from '../../../risk/bans.ts';
import { listSomebody } from '../../../risk/list-writes.ts';

/** What a browser that nobody looks at says of itself. */
const tool =
  'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/124.0.0.0 Safari/537.36';
const toolRule = { code: 'R12', name: '自动化工具或非微信环境', value: 2, threshold: 1 };
/** Which of the newest draws of an activity a tool made, after somebody read the picture for it. */
const byTools = [3, 4, 9];

/** What stood against a few of the shoppers of running activities, and whom the firm put on its list. */
export const seedRisk = async (db: Db): Promise<void> => {
  const activities = await live(db, 'activity')
    .where('status', '=', ActivityStatus.running)
    .where('actScene', '=', ActScene.scan)
    .orderBy('id')
    .select(['id', 'firmId', 'createdBy', 'publishedAt'])
    .execute();
  for (const activity of activities) {
    await seedTools(db, activity);
    await seedLists(db, activity);
  }
};

interface Running {
  id: number;
  firmId: number;
  createdBy: number | null;
  publishedAt: string | null;
}

const seedTools = async (db: Db, { id: activityId, firmId }: Running): Promise<void> => {
  const newest = await db
    .selectFrom('draw')
    .where('firmId', '=', firmId)
    .where('activityId', '=', activityId)
    .orderBy('id', 'desc')
    .limit(byTools.at(-1)! + 1)
    .select(['id', 'uid', 'device', 'seg', 'serial', 'scanId', 'drawnAt'])
    .execute();
  for (const { id, uid, device, seg, serial, scanId, drawnAt } of byTools.flatMap((nth) => newest[nth] ?? [])) {
    const at = sql<string>`${drawnAt}::timestamptz - interval '20 seconds'`;
    await db.updateTable('scanLog').set({ userAgent: tool }).where('id', '=', scanId).execute();
    await db
      .updateTable('draw')
      .set({ risk: JSON.stringify([toolRule]) })
      .where('id', '=', id)
      .execute();
    await db
      .insertInto('riskHit')
      .values({
        ...toolRule,
        firmId,
        activityId,
        uid,
        seg,
        serial,
        dim: device,
        action: RiskAction.challenge,
        // Refused once, and once more with the picture read.
        times: 2,
        refused: 1,
        hour: sql<string>`date_trunc('hour', ${at})`,
        createdAt: at,
        lastAt: sql<string>`${drawnAt}::timestamptz - interval '4 seconds'`,
      })
      .execute();
  }
};

const seedLists = async (db: Db, { id: activityId, firmId, createdBy, publishedAt }: Running): Promise<void> => {
  const listedAt = sql<string>`${publishedAt}::timestamptz + interval '95 minutes'`;
  const list = async (
    draft: Pick<Parameters<typeof listSomebody>[1], 'kind' | 'value' | 'reason' | 'isWhite' | 'scope'>,
  ) => {
    const id = await listSomebody(
      db,
      { ...draft, days: draft.kind === BanKind.network ? 30 : null },
      { firmId, operatorId: createdBy },
    );
    await db.updateTable('blacklist').set({ createdAt: listedAt, updatedAt: listedAt }).where('id', '=', id).execute();
  };
  await list({
    kind: BanKind.network,
    value: '45.148.10.0/24',
    isWhite: false,
    scope: BanScope.draws,
    reason: '机房网段，上一期活动批量刷码',
  });
  // Nobody has tapped for it yet: now it waits for a person.
  const held = await db
    .selectFrom('claim')
    .innerJoin('draw', 'draw.id', 'claim.drawId')
    .where('claim.firmId', '=', firmId)
    .where('claim.activityId', '=', activityId)
    .where('claim.status', '=', ClaimStatus.open)
    .where('claim.busy', '=', ClaimBusy.free)
    .where('draw.drawnAt', '>', listedAt)
    // What a tool drew keeps what stood against it.
    .where('draw.risk', '=', '[]')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('redInfo')
            .whereRef('redInfo.sourceId', '=', 'claim.drawId')
            .where('redInfo.firmId', '=', firmId)
            .select('redInfo.id'),
        ),
      ),
    )
    // Whoever comes again would be held again.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('draw as other')
            .whereRef('other.device', '=', 'draw.device')
            .whereRef('other.id', '!=', 'draw.id')
            .where('other.firmId', '=', firmId)
            .select('other.id'),
        ),
      ),
    )
    .orderBy('claim.drawId', 'desc')
    .limit(1)
    .select(['claim.drawId', 'draw.device'])
    .executeTakeFirst();
  if (!held) return;
  await list({
    kind: BanKind.device,
    value: held.device,
    isWhite: false,
    scope: BanScope.payouts,
    reason: '上一期活动中同一手机用多个账号领奖',
  });
  const risk = JSON.stringify(unpaidHits({ isUnpaid: true }));
  await db.updateTable('draw').set({ hold: true, risk }).where('id', '=', held.drawId).execute();
  await db.updateTable('claim').set({ hold: true }).where('drawId', '=', held.drawId).execute();
};
