import { BanKind, HitState, RiskAction } from '@zhuiyuan/contract/risk/risk-enums';
import { scoreHit, type RiskHit } from '@zhuiyuan/contract/risk/risk-hit';
import { RiskLevel, RiskType } from '@zhuiyuan/contract/codes/state/warning-states';
import { sql } from 'kysely';
import type { Db } from '../kit/db/database.ts';
import { raiseRisk } from '../scan/log/raise-risk.ts';
import { banByRule, unpaidHits, type Standing } from './bans.ts';
import { kilometresBetween, longestRun, strangeness } from './measures.ts';
import { readRules, type Measured } from './read-rules.ts';
import { judgeScore } from './score.ts';
import { dimsOf, forgetTraces, keepTraces, type Dims, type Visit } from './traces.ts';

/** What is made of somebody: he goes on, reads a picture first, or is refused; `hold`: what he wins is looked at first. */
export interface Verdict {
  outcome: 'go' | 'challenge' | 'block';
  hold: boolean;
  hits: RiskHit[];
}

interface Hit {
  rule: Measured;
  value: number;
  /** By what it was counted. */
  dim: string;
}

/** Kilometres an hour since the last draw, 0 where that was not as far away as the rule asks. */
const speedOf = ({ also, lng, lat, seconds }: Measured, { point }: Visit): number => {
  if (!point || lng === null || lat === null || seconds === null) return 0;
  const far = kilometresBetween(point, { lng, lat });
  return far > (also ?? 0) ? Math.min(1_000_000, Math.round(far / (Math.max(seconds, 1) / 3600))) : 0;
};

/** What a rule counts for a visit and by what. */
const valueOf = (
  rule: Measured,
  visit: Visit,
  { person, address, device, cell }: Dims,
): [value: number, dim: string] => {
  const value = rule.value ?? 0;
  switch (rule.code) {
    case 'R03':
    case 'R04':
      return [value, address];
    case 'R05':
      return [value, device];
    case 'R06':
      return [(rule.codesThere ?? 0) > (rule.also ?? 0) ? value : 0, cell];
    case 'R07':
      return [speedOf(rule, visit), person];
    case 'R08':
      return [visit.code ? value : 0, visit.code ? `C${visit.code.id}` : ''];
    case 'R09':
      return [
        longestRun((rule.ownCodes ?? []).flatMap((what) => (what.startsWith('C') ? [Number(what.slice(1))] : []))),
        person,
      ];
    case 'R12':
      return [strangeness(visit.userAgent), visit.device];
    default:
      return [value, person];
  }
};

/** Keeps what was hit, once an hour for the same person and dimension, and how often it came to no ticket. What was handled opens again. */
const keepHits = async (
  db: Db,
  { firmId, uid, activityId, code }: Visit,
  hits: readonly Hit[],
  isRefused: boolean,
): Promise<void> => {
  if (hits.length === 0) return;
  await db
    .insertInto('riskHit')
    .values(
      hits.map(({ rule, value, dim }) => ({
        firmId,
        code: rule.code,
        name: rule.name,
        uid,
        dim,
        activityId,
        seg: code?.seg ?? null,
        serial: code?.serial ?? null,
        value,
        threshold: rule.threshold,
        action: rule.action,
        refused: Number(isRefused),
      })),
    )
    .onConflict((key) =>
      key.columns(['firmId', 'code', 'dim', 'uid', 'hour']).doUpdateSet((row) => ({
        times: row('riskHit.times', '+', 1),
        refused: row('riskHit.refused', '+', row.ref('excluded.refused')),
        value: sql<number>`greatest(risk_hit.value, excluded.value)`,
        action: row.ref('excluded.action'),
        lastAt: sql<string>`now()`,
        handled: HitState.open,
        handledBy: null,
        handledAt: null,
        remark: '',
      })),
    )
    .execute();
};

/** Puts whom a rule of that kind is about on the list; an address is put there by hand alone. */
const banOf = ({ firmId, uid }: Visit, { device }: Dims, { code, name, banHours }: Measured) => {
  const of = { firmId, hours: banHours, reason: `${code} ${name}` };
  if ((code === 'R05' || code === 'R12') && device !== '') return { ...of, kind: BanKind.device, value: device };
  return { ...of, kind: BanKind.person, value: String(uid) };
};

const warnOfCode = (db: Db, firmId: number, { id, text }: NonNullable<Visit['code']>, times: number) =>
  raiseRisk(db, {
    firmId,
    type: RiskType.oddCode,
    level: RiskLevel.usual,
    key: `draw ${id}`,
    title: `码${text}在抽奖前已被${times}台设备扫描`,
    detail: { code: text, devices: times },
  });

const outcomeOf = (strongest: number): Verdict['outcome'] => {
  if (strongest >= RiskAction.block) return 'block';
  return strongest === RiskAction.challenge ? 'challenge' : 'go';
};

/**
 * Judges somebody before he gets a ticket, by the rules of his firm: the strongest of what is hit is done, and every hit is kept. Counted
 * are tickets that were given; whoever is refused, or has to read a picture first, is counted when he comes again. `what` names what he
 * would draw with, the same again counts once. `passes` uses up what says that he read a picture; it is asked only where that is needed.
 */
export const assessVisit = async (
  db: Db,
  visit: Visit,
  { what, standing, passes }: { what: string; standing: Standing; passes: () => Promise<boolean> },
): Promise<Verdict> => {
  const { firmId } = visit;
  const dims = dimsOf(visit);
  const kept = await keepTraces(db, firmId, dims, what);
  const rules = await readRules.run(db, {
    ...dims,
    firmId,
    uid: visit.uid,
    seg: visit.code?.seg ?? -1,
    serial: visit.code?.serial ?? -1,
  });
  const hits = rules.flatMap((rule): Hit[] => {
    const [value, dim] = valueOf(rule, visit, dims);
    return dim !== '' && value > rule.threshold ? [{ rule, value, dim }] : [];
  });
  const strongest = hits.toSorted((a, b) => b.rule.action - a.rule.action)[0]?.rule;
  const byScore = judgeScore(
    standing,
    hits.map(({ rule: { code, action } }) => ({ code, action })),
  );
  const outcome = byScore === 'block' ? byScore : outcomeOf(strongest?.action ?? RiskAction.note);
  const isRefused = !standing.isWhite && outcome !== 'go' && !(outcome === 'challenge' && (await passes()));
  await keepHits(db, visit, hits, isRefused);
  const ofCode = hits.find(({ rule }) => rule.code === 'R08');
  if (ofCode && visit.code) await warnOfCode(db, firmId, visit.code, ofCode.value);
  const told = [
    ...unpaidHits(standing),
    ...hits.map(({ rule: { code, name, threshold }, value }) => ({ code, name, value, threshold })),
  ];
  if (standing.isWhite) return { outcome: 'go', hold: standing.isUnpaid, hits: told };
  if (isRefused) {
    await forgetTraces(db, firmId, kept);
    if (strongest?.action === RiskAction.ban) await banByRule(db, banOf(visit, dims, strongest));
    return { outcome, hold: false, hits: told };
  }
  return {
    outcome: 'go',
    hold: standing.isUnpaid || byScore === 'hold' || strongest?.action === RiskAction.hold,
    hits: byScore === 'hold' ? [...told, scoreHit] : told,
  };
};
