import { Holder } from '@zhuiyuan/contract/codes/state/code-enums';
import { identityHomeApi, type ScanMap, type TopKind, type TopRow } from '@zhuiyuan/contract/stats/identity-home';
import type { DayRange } from '@zhuiyuan/contract/kit/date-limit';
import { sql } from 'kysely';
import type { App } from '../kit/http/app-context.ts';
import type { Db } from '../kit/db/database.ts';
import { serve } from '../kit/http/serve.ts';
import { toDays, identityCards, lifeFunnel, lifeTrend } from './identity-cards.ts';
import { identityTodo } from './identity-todo.ts';
import { namesOf } from './read/names.ts';
import { placedScans } from './read/placed-scans.ts';
import type { Firms } from './read/question.ts';
import { countedScans, scanVerdicts } from './scan-days.ts';
import { firmsOf } from './screens/ask.ts';

const topLength = 10;

/** Codes of regions begin with those of their province. */
const provinceDigits = (code: number) => Math.floor(code / 10_000);

/** 标识首页: what happened to codes, read from counters and days, never from the log as a whole. */
export const mountIdentityHome = (app: App): void =>
  serve(app, identityHomeApi, {
    cards: ({ db, input }) => identityCards(db, toDays(input.dateLimit)),
    funnel: ({ db }) => lifeFunnel(db),
    trend: ({ db, input }) => lifeTrend(db, input.dateLimit),
    map: ({ operator, input: { dateLimit, level, parent = '' } }) =>
      scanMap(app.db, firmsOf(operator, undefined), toDays(dateLimit), { level, parent }),
    top: ({ db, input }) => findTop(db, input.kind, toDays(input.dateLimit)),
    todo: ({ db, operator }) => identityTodo(db, operator),
  });

/** Where counted scans were made; of a province, what its cities do not come to is of a city nobody knows. */
const scanMap = async (
  db: Db,
  firms: Firms,
  range: DayRange,
  { level, parent }: { level: 'province' | 'city'; parent: string },
): Promise<ScanMap> => {
  const placed = await placedScans(db, firms, range);
  const province =
    level === 'city'
      ? await db.selectFrom('city').where('level', '=', 0).where('name', '=', parent).select('id').executeTakeFirst()
      : undefined;
  if (level === 'city' && !province) return { rows: [], unknown: 0 };
  const known = [...placed[level]].filter(
    ([id, value]) => id !== 0 && value > 0 && (!province || provinceDigits(id) === provinceDigits(province.id)),
  );
  const nameOf = await namesOf(
    db,
    level,
    known.map(([id]) => id),
  );
  const all = province ? (placed.province.get(province.id) ?? 0) : undefined;
  return {
    rows: known
      .map(([id, value]) => ({ name: nameOf(id), value }))
      .toSorted((a, b) => b.value - a.value || (a.name < b.name ? -1 : 1)),
    unknown: all === undefined ? (placed.province.get(0) ?? 0) : all - known.reduce((sum, [, value]) => sum + value, 0),
  };
};

const findTop = async (db: Db, kind: TopKind, range: DayRange): Promise<TopRow[]> => {
  if (kind === 'product')
    return db
      .selectFrom(countedScans(db, range).as('counted'))
      .innerJoin('product', 'product.id', 'counted.productId')
      .select(['product.id', 'product.storeName as name', sql<number>`sum(scans)::bigint`.as('value')])
      .groupBy('product.id')
      .orderBy('value', 'desc')
      .orderBy('product.id')
      .limit(topLength)
      .execute();
  if (kind === 'agent')
    return db
      .selectFrom('moveDay')
      .innerJoin('agent', 'agent.id', 'moveDay.holderId')
      .where('moveDay.holderKind', '=', Holder.agent)
      .where('moveDay.day', '>=', range.start)
      .where('moveDay.day', '<=', range.end)
      .select(['agent.id', 'agent.name', sql<number>`sum(ship_qty)::bigint`.as('value')])
      .groupBy('agent.id')
      .having(sql<boolean>`sum(ship_qty) > 0`)
      .orderBy('value', 'desc')
      .orderBy('agent.id')
      .limit(topLength)
      .execute();
  return db
    .selectFrom(scanVerdicts(db, range).as('seen'))
    .select([sql<number>`0`.as('id'), 'verdict as name', sql<number>`sum(scans)::bigint`.as('value')])
    .groupBy('name')
    .orderBy('value', 'desc')
    .orderBy('name')
    .limit(topLength)
    .execute();
};
