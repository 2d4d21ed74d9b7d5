import { Holder } from '@zhuiyuan/contract/codes/state/code-enums';
import { identityHomeApi, type ScanMap, type TopKind, type TopRow } from '@zhuiyuan/contract/stats/identity-home';
import type { DayRange } from '@zhuiyuan/contract/kit/date-limit';
import { sql } from 'kysely';
import type { App } from '../kit/http/app-context.ts';
import type { Db } from '../kit/db/database.ts';
import { serve } from '../kit/http/serve.ts';
import { toDays, identityCards, lifeFunnel, lifeTrend } from './identity-cards.ts';
import { identityTodo } from './identity-todo.ts';
import { countedScans, scannedPlaces, scanVerdicts } from './scan-days.ts';

const topLength = 10;

/** 标识首页: what happened to codes, read from counters and days, never from the log as a whole. */
export const mountIdentityHome = (app: App): void =>
  serve(app, identityHomeApi, {
    cards: ({ db, input }) => identityCards(db, toDays(input.dateLimit)),
    funnel: ({ db }) => lifeFunnel(db),
    trend: ({ db, input }) => lifeTrend(db, input.dateLimit),
    map: ({ db, input }) => scanMap(db, toDays(input.dateLimit), input.level, input.parent ?? ''),
    top: ({ db, input }) => findTop(db, input.kind, toDays(input.dateLimit)),
    todo: ({ db, operator }) => identityTodo(db, operator),
  });

const scanMap = async (db: Db, range: DayRange, level: 'province' | 'city', parent: string): Promise<ScanMap> => {
  const rows = await db
    .selectFrom(scannedPlaces(db, range).as('seen'))
    .$if(level === 'city', (query) => query.where('province', '=', parent))
    .select([`${level} as name`, sql<number>`sum(scans)::bigint`.as('value')])
    .groupBy('name')
    .orderBy('value', 'desc')
    .orderBy('name')
    .execute();
  return {
    rows: rows.filter(({ name }) => name !== ''),
    unknown: rows.find(({ name }) => name === '')?.value ?? 0,
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
