import { TraceKind } from '@zhuiyuan/contract/risk/risk-enums';
import { sql } from 'kysely';
import type { Db } from '../kit/db/database.ts';
import type { App } from '../kit/http/app-context.ts';

const { personCode, addressCode, addressPerson, devicePerson, cellPerson, cellCode } = TraceKind;
/** Which rules count traces of a kind. */
const countedBy = [
  ['R01', personCode],
  ['R02', personCode],
  ['R09', personCode],
  ['R03', addressCode],
  ['R04', addressPerson],
  ['R05', devicePerson],
  ['R06', cellPerson],
  ['R06', cellCode],
] as const;

/** Forgets what no rule counts any longer, also of rules that are off, and passes that are over. Answers how many traces went. */
export const purgeTraces = async (db: Db): Promise<number> => {
  const { numAffectedRows } = await sql`
    with span as (
      select r.firm_id, c.kind, max(r.window_sec) as secs
      from risk_rule r join unnest(${countedBy.map(([code]) => code)}::text[], ${countedBy.map(([, kind]) => kind)}::smallint[]) c (code, kind)
        on c.code = r.code
      group by r.firm_id, c.kind
    )
    delete from risk_trace t
    where not exists (
      select from span s where s.firm_id = t.firm_id and s.kind = t.kind and t.at > now() - make_interval(secs => s.secs))`.execute(
    db,
  );
  await db
    .deleteFrom('challengePass')
    .where('expiresAt', '<', sql<string>`now()`)
    .execute();
  return Number(numAffectedRows ?? 0);
};

/** Forgets traces every hour. */
export const mountPurgeTraces = (app: App): void => {
  app.jobs.work('riskPurge', async () => void (await purgeTraces(app.background.db)), {
    cron: '0 40 * * * *',
    expireInSeconds: 600,
  });
};
