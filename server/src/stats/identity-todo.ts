import type { IdentityTodo } from '@zhuiyuan/contract/stats/identity-home';
import { sql } from 'kysely';
import type { Db } from '../kit/db/database.ts';
import { live } from '../kit/db/live.ts';
import type { Operator } from '../kit/operator.ts';
import { lotsOfLiveProducts } from '../trace/lot/lots-of-live-products.ts';

const mostShown = 10;
/** Phases of a task in which it is at work: 排队, 生成中, 打包中. */
const atWork = [1, 2, 3];
const [importing, running] = [2, 1];
/** 待处理 and 处理中. */
const openRisk = [0, 1];
const soonDays = 30;

/** What goes on and what waits, ten of each at most; nothing of what the person may not look into. */
export const identityTodo = async (db: Db, operator: Operator): Promise<IdentityTodo> => {
  const [tasks, imports, risks, lots] = await Promise.all([
    operator.may('admin:identity:task:list') ? runningTasks(db) : [],
    operator.may('admin:identity:importTask:list') ? runningImports(db) : [],
    operator.may('admin:identity:select:log') ? openRisks(db) : [],
    operator.may('admin:identity:lot:list') ? endingLots(db) : [],
  ]);
  return { tasks, imports, risks, lots };
};

const runningTasks = (db: Db) =>
  db
    .selectFrom('task')
    .where('phase', 'in', atWork)
    .select([
      'id',
      'taskNo',
      'name',
      'rowsDone as done',
      sql<number>`item_count + box_count + case_count`.as('total'),
      'phase',
      'createdAt as createTime',
    ])
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(mostShown)
    .execute();

const runningImports = (db: Db) =>
  live(db, 'fileJob')
    .where('kind', '=', importing)
    .where('status', '=', running)
    .select([
      'id',
      'taskNo',
      'fileName as name',
      'biz',
      'cursorRow as done',
      'total',
      'phase',
      'createdAt as createTime',
    ])
    .orderBy('id', 'desc')
    .limit(mostShown)
    .execute();

const openRisks = (db: Db) =>
  db
    .selectFrom('riskEvent')
    .where('status', 'in', openRisk)
    .select(['id', 'type', 'level', 'title', 'lastAt', 'status'])
    .orderBy('lastAt', 'desc')
    .orderBy('id', 'desc')
    .limit(mostShown)
    .execute();

const endingLots = (db: Db) =>
  lotsOfLiveProducts(db)
    .innerJoin('product', 'product.id', 'lot.productId')
    .where(sql<boolean>`lot.expire_date between current_date and current_date + ${sql.lit(soonDays)}::int`)
    .select([
      'lot.id',
      'lot.lotNo',
      'lot.productId',
      'product.storeName',
      sql<string>`lot.expire_date`.as('expireDate'),
    ])
    .orderBy('lot.expireDate')
    .orderBy('lot.id')
    .limit(mostShown)
    .execute();
