import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { Verdict } from '@zhuiyuan/contract/codes/state/verdict';
import type { PathStep } from '@zhuiyuan/contract/police/police-event';
import { sql } from 'kysely';
import type { Keyring } from '../codes/cipher/keyring.ts';
import { codeTimeline } from '../codes/lookup/code-timeline.ts';
import { readUnits } from '../codes/state/read-unit.ts';
import type { Db } from '../kit/db/database.ts';
import { notFound } from '../kit/refusal.ts';
import { maskConsumer } from '../member/mask-consumer.ts';
import { findHitPlace } from './event-hits.ts';

/** What was drawn with a code, newest first. */
const findDraws = async (db: Db, { firmId, seg, serial }: { firmId: number; seg: number; serial: number }) => {
  const { rows } = await sql<{
    at: string;
    uid: number;
    nickName: string | null;
    actName: string;
    what: string;
    prizeType: number;
  }>`
    select d.drawn_at as at, d.uid, (select m.nick_name from member m where m.firm_id = d.firm_id and m.id = d.uid) as nick_name, a.act_name,
      coalesce((select t.tier_name || ' ' || t.prize_name from tier t where t.firm_id = d.firm_id and t.id = d.tier_id), '') as what, d.prize_type
    from draw d join activity a on a.firm_id = d.firm_id and a.id = d.activity_id
    where d.firm_id = ${firmId} and d.seg = ${seg} and d.serial = ${serial} order by d.id desc limit 10`.execute(db);
  return rows;
};

/** What happened to the code of a hit, newest first: its making, its way, its scans and draws, with the scan that is the hit. */
export const pathOfHit = async (
  db: Db,
  keyring: Keyring,
  asked: { id: number; hitId: number },
): Promise<{ code: string; events: PathStep[] }> => {
  const { seg, serial, at } = await findHitPlace(db, asked);
  const [unit] = await readUnits(db, [{ seg, serial }]);
  if (!unit) throw notFound();
  const steps = (await codeTimeline(db, keyring, unit)).map((step): PathStep => ({
    ...step,
    title: step.kind === 'scan' && step.verdict === Verdict.FIRST ? '首次扫码' : step.title,
    isOutside: step.kind === 'scan' && step.at === at,
  }));
  const draws = (await findDraws(db, unit)).map(
    ({ at: drawnAt, uid, nickName, actName, what, prizeType }): PathStep => ({
      kind: 'draw',
      at: drawnAt,
      title: '抽奖',
      facts: [
        actName,
        prizeType === PrizeType.none ? '未中奖' : what,
        maskConsumer({ uid, nickName: nickName ?? '' }),
      ].filter(Boolean),
      verdict: null,
      doc: null,
      isOutside: false,
    }),
  );
  // Of what happened in one moment the draw is the later.
  const events = [...draws, ...steps].toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
  return { code: await keyring.readText(db, unit, serial), events };
};
