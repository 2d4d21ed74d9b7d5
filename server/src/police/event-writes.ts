import { activityApi } from '@zhuiyuan/contract/campaign/activity/activity';
import { codeOpApi } from '@zhuiyuan/contract/codes/ops/code-op';
import type { InputOf, May } from '@zhuiyuan/contract/kit/endpoint';
import type { Saved } from '@zhuiyuan/contract/kit/standard';
import { HitVerdict } from '@zhuiyuan/contract/diversion/cross-hit';
import { PoliceOutcome, type policeEventApi } from '@zhuiyuan/contract/police/police-event';
import { policeRefusals } from '@zhuiyuan/contract/police/police-refusals';
import { BanKind, BanScope } from '@zhuiyuan/contract/risk/risk-enums';
import { riskRefusals } from '@zhuiyuan/contract/risk/risk-rule';
import { RiskStatus, RiskType } from '@zhuiyuan/contract/codes/state/warning-states';
import { GeoSource } from '@zhuiyuan/contract/codes/state/code-enums';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { pauseActivity } from '../campaign/activity/publish-activity.ts';
import type { Keyring } from '../codes/cipher/keyring.ts';
import { runOp } from '../codes/ops/run-op.ts';
import { freezing } from '../codes/ops/freezing.ts';
import { merged, toRun } from '../codes/state/ranges.ts';
import { decideHits, judgeHits } from '../diversion/link-hits.ts';
import { staffOfFirms } from '../fund/pool/pool-writes.ts';
import type { Db } from '../kit/db/database.ts';
import type { Operator } from '../kit/operator.ts';
import { forbidden, invalid, notFound, Refusal, refuse, stale } from '../kit/refusal.ts';
import { listSomebody } from '../risk/list-writes.ts';
import { findTargets } from './find-targets.ts';

/** Whom is put on the list stays there for so long. */
const bannedDays = 30;

/** An event that is locked until the transaction ends; 404 where there is none, 409 where it was changed since. */
const lockEvent = async (db: Db, id: number, version?: number) => {
  const event = await db
    .selectFrom('policeEvent')
    .where('id', '=', id)
    .select(['id', 'firmId', 'eventNo', 'policeType', 'status', 'assigneeId', 'activityId', 'version'])
    .forUpdate()
    .executeTakeFirst();
  if (!event) throw notFound();
  if (version !== undefined && version !== event.version && event.status <= RiskStatus.doing) throw stale();
  return event;
};

/** 62507 with who has it, and since when. */
const taken = async (db: Db, id: number): Promise<Refusal> => {
  const { rows } = await sql<{ assigneeName: string; at: string | null }>`
    select coalesce(nullif(a.real_name, ''), a.account, '') as assignee_name, coalesce(e.handled_at, e.accepted_at) as at
    from police_event e left join admin a on a.id = coalesce(e.handled_by, e.assignee_id) and a.firm_id is not null
    where e.firm_id is not null and e.id = ${id}`.execute(db);
  return refuse(policeRefusals.taken, {}, rows[0] ?? null);
};

/** Takes an event that nobody has; 62507 with whoever was faster. */
export const acceptEvent = async (db: Db, id: number, operatorId: number): Promise<Saved> => {
  const saved = await db
    .updateTable('policeEvent')
    .set((row) => ({
      status: RiskStatus.doing,
      assigneeId: operatorId,
      acceptedAt: sql`now()`,
      version: row('version', '+', 1),
      updatedAt: sql`now()`,
    }))
    .where('id', '=', id)
    .where('status', '=', sql.lit(RiskStatus.waiting))
    .returning(['id', 'version'])
    .executeTakeFirst();
  if (saved) return saved;
  await lockEvent(db, id);
  throw await taken(db, id);
};

/** Gives an open event to a member of the firm's staff. */
export const assignEvent = async (
  db: Db,
  { id, assigneeId, version }: InputOf<typeof policeEventApi.assign>,
): Promise<Saved> => {
  const event = await lockEvent(db, id, version);
  if (event.status > RiskStatus.doing) throw await taken(db, id);
  const staff = await staffOfFirms(db)
    .where('admin.firmId', '=', event.firmId)
    .where('admin.id', '=', assigneeId)
    .executeTakeFirst();
  if (!staff) throw invalid('assigneeId', '请选择本企业的管理员');
  return db
    .updateTable('policeEvent')
    .set((row) => ({
      status: RiskStatus.doing,
      assigneeId,
      acceptedAt: sql`now()`,
      version: row('version', '+', 1),
      updatedAt: sql`now()`,
    }))
    .where('id', '=', id)
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow();
};

/** Ends an event; another's is left to him (62507), and one that has ended stays as it is. */
const endEvent = async (
  db: Db,
  event: Awaited<ReturnType<typeof lockEvent>>,
  operatorId: number,
  end: { status: number; outcome: number | null; result: string },
): Promise<Saved> => {
  const isOthers = event.status === RiskStatus.doing && event.assigneeId !== operatorId;
  if (event.status > RiskStatus.doing || isOthers) throw await taken(db, event.id);
  return db
    .updateTable('policeEvent')
    .set((row) => ({
      ...end,
      assigneeId: sql`coalesce(assignee_id, ${operatorId})`,
      acceptedAt: sql`coalesce(accepted_at, now())`,
      handledBy: operatorId,
      handledAt: sql`now()`,
      version: row('version', '+', 1),
      updatedAt: sql`now()`,
    }))
    .where('id', '=', event.id)
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow();
};

export const ignoreEvent = async (
  db: Db,
  { id, version, reason }: { id: number; version?: number | undefined; reason: string },
  operatorId: number,
): Promise<Saved> =>
  endEvent(db, await lockEvent(db, id, version), operatorId, {
    status: RiskStatus.ignored,
    outcome: null,
    result: reason,
  });

/** What handling may do besides, and what one must be allowed for it. */
export const furtherMay: Readonly<Record<'black' | 'freeze' | 'pause', Exclude<May, 'open'>>> = {
  black: 'admin:lottery:black:save',
  freeze: codeOpApi.freeze.may,
  pause: activityApi.pause.may,
};

/**
 * Ends an event with its result, in the transaction of `db`: scans of a diversion that nobody has decided are decided, people listed,
 * codes frozen, the activity paused as asked. Each needs its own permission (403), and finds something to do it to (62654).
 */
export const handleEvent = async (
  db: Db,
  keyring: Keyring,
  input: InputOf<typeof policeEventApi.handle>,
  operator: Operator,
): Promise<Saved> => {
  const { id, version, outcome, result } = input;
  for (const act of ['black', 'freeze', 'pause'] as const)
    if (input[act] && !operator.may(furtherMay[act])) throw forbidden();
  const event = await lockEvent(db, id, version);
  const saved = await endEvent(db, event, operator.id, { status: RiskStatus.done, outcome, result });
  const { firmId } = event;
  const nothing = (act: string) => refuse(policeRefusals.nothingToDo, { act });
  // Found before hits are excluded as a whole: what was ticked is done to those that were shown.
  const targets = await findTargets(db, { id, firmId });
  if (event.policeType === RiskType.diversion)
    await decideHits(db, { firmId, eventId: id, isProven: outcome === PoliceOutcome.proven });
  if (input.black) {
    if (targets.people.length === 0) throw nothing('拉黑');
    for (const uid of targets.people) await ban(db, firmId, uid, event.eventNo, operator.id);
  }
  if (input.freeze) {
    if (targets.codes.length === 0) throw nothing('冻结');
    const reason = `预警${event.eventNo}`;
    const runs = merged(targets.codes.map(toRun));
    await runOp(db, keyring, operator, freezing(reason), {
      picked: { runs, unknown: [] },
      skipsConflicts: true,
      idemKey: randomUUID(),
      request: { police: id, runs },
      reason,
    });
  }
  if (input.pause) {
    if (event.activityId === null) throw nothing('暂停');
    await pauseActivity(db, event.activityId);
  }
  return saved;
};

/** Lists a person of the event; who stands there already is left as he is. */
const ban = async (db: Db, firmId: number, uid: number, eventNo: string, operatorId: number): Promise<void> => {
  try {
    await listSomebody(
      db,
      {
        kind: BanKind.person,
        value: String(uid),
        isWhite: false,
        scope: BanScope.all,
        reason: `预警${eventNo}`,
        days: bannedDays,
      },
      { firmId, operatorId },
    );
  } catch (error) {
    if (!(error instanceof Refusal && error.code === riskRefusals.listed[0])) throw error;
  }
};

/** Decides single scans of open events, or takes that back; 62651 of a scan placed by address alone. */
export const judgeScans = async (
  db: Db,
  { ids, confirmed }: { ids: readonly number[]; confirmed: number },
): Promise<void> => {
  const hits = await db
    .selectFrom('crossHit')
    .where('id', 'in', ids)
    .where('eventId', 'is not', null)
    .select(['id', 'firmId', 'geoSource', 'eventId'])
    .execute();
  if (hits.length < new Set(ids).size) throw notFound();
  if (confirmed === HitVerdict.confirmed && hits.some(({ geoSource }) => geoSource !== GeoSource.gps))
    throw refuse(policeRefusals.ipOnly);
  for (const eventId of [...new Set(hits.map((hit) => hit.eventId!))].sort((a, b) => a - b)) {
    const event = await lockEvent(db, eventId);
    if (event.status > RiskStatus.doing) throw await taken(db, eventId);
    const own = hits.filter((hit) => hit.eventId === eventId).map((hit) => hit.id);
    await judgeHits(db, { firmId: event.firmId, ids: own, confirmed });
  }
};
