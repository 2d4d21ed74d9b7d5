import { RiskLevel } from '@zhuiyuan/contract/codes/state/warning-states';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { raiseRisk } from './raise-risk.ts';

/** Share of invented codes among all queries of five minutes that says somebody guesses, and the least number it is told from. */
const invalidShare = 0.2;
const leastQueries = 50;
/** 异常码扫码 among the types of warnings. */
const manyMisses = 9;

/** Warns when too many of the queries of the last five minutes, of whomever, were for codes that do not exist. */
export const watchInvalidShare = async (db: Db): Promise<void> => {
  const { rows } = await sql<{ all: number; misses: number }>`
    select count(*) as all, count(*) filter (where verdict = 'INVALID') as misses
    from scan_log where at > now() - interval '5 minutes'`.execute(db);
  const { all, misses } = rows[0]!;
  if (all < leastQueries || misses / all <= invalidShare) return;
  await raiseRisk(db, {
    firmId: 0,
    type: manyMisses,
    level: RiskLevel.severe,
    key: 'invalid share',
    title: `近5分钟${all}次查询中，不存在的编码占${Math.round((misses / all) * 100)}%`,
    detail: { all, misses },
  });
};
