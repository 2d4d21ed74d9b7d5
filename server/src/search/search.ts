import { Holder } from '@zhuiyuan/contract/codes/state/code-enums';
import { identityApi } from '@zhuiyuan/contract/codes/lookup/identity';
import {
  mostInGroup,
  mostRecent,
  searchApi,
  type Found,
  type RecentFind,
  type SearchGroup,
} from '@zhuiyuan/contract/search/search';
import { sql } from 'kysely';
import { codeFacts, findCode, type FoundCode } from '../codes/lookup/code-facts.ts';
import { findContainers } from '../codes/state/find-containers.ts';
import { openKeyring, type Keyring } from '../codes/cipher/keyring.ts';
import type { Db } from '../kit/db/database.ts';
import type { App } from '../kit/http/app-context.ts';
import { serve } from '../kit/http/serve.ts';
import type { Operator } from '../kit/operator.ts';
import { Refusal } from '../kit/refusal.ts';
import { findCalled, findersFor, findOne } from './finders.ts';

/** No name or number is longer. */
const longestWords = 60;

/** Finds a code with what it belongs to, or what is called so, among all that a person may see; and remembers what he opened. */
export const mountSearch = (app: App): void => {
  const keyring = openKeyring(app);
  const { masterKey } = app.config;
  serve(app, searchApi, {
    find: async ({ input: { words }, db, operator }) => {
      const found = operator.may(identityApi.info.may) ? await findOwnCode(db, keyring, words) : undefined;
      if (found)
        return {
          code: await describe(db, keyring, found),
          groups: await findAround(db, findersFor(masterKey, operator), found),
        };
      const groups: Found['groups'] = [];
      if (words.length <= longestWords)
        for (const [group, finder] of findersFor(masterKey, operator)) {
          const rows = await findCalled(db, finder, words);
          if (rows.length > 0)
            groups.push({ group, rows: rows.slice(0, mostInGroup), hasMore: rows.length > mostInGroup });
        }
      return { code: null, groups };
    },

    recent: async ({ db, operator }) => {
      const rows = await newest(db, operator).select(['kind', 'key', 'title']).execute();
      return rows.map((row) => ({ ...row, kind: row.kind as RecentFind['kind'] }));
    },

    remember: async ({ input, db, operator }) => {
      await db
        .insertInto('searchRecent')
        .values({ ...input, adminId: operator.id })
        .onConflict((conflict) =>
          conflict
            .columns(['adminId', 'kind', 'key'])
            .doUpdateSet({ title: input.title, at: sql<string>`clock_timestamp()` }),
        )
        .execute();
      await db
        .deleteFrom('searchRecent')
        .where('adminId', '=', operator.id)
        .where(({ eb, refTuple }) =>
          eb.not(
            eb(refTuple('kind', 'key'), 'in', newest(db, operator).select(['kind', 'key']).$asTuple('kind', 'key')),
          ),
        )
        .execute();
      return null;
    },

    forget: async ({ db, operator }) => {
      await db.deleteFrom('searchRecent').where('adminId', '=', operator.id).execute();
      return null;
    },
  });
};

const newest = (db: Db, operator: Operator) =>
  db.selectFrom('searchRecent').where('adminId', '=', operator.id).orderBy('at', 'desc').limit(mostRecent);

/** The operator's own code; nothing for what is none, and for what is none of his. */
const findOwnCode = async (db: Db, keyring: Keyring, words: string): Promise<FoundCode | undefined> => {
  try {
    return await findCode(db, keyring, words);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
};

const describe = async (db: Db, keyring: Keyring, found: FoundCode): Promise<Found['code']> => {
  const facts = await codeFacts(db, keyring, found);
  const lastScan =
    facts.scanCnt === 0
      ? undefined
      : await db
          .selectFrom('scanLog')
          .where('seg', '=', found.unit.seg)
          .where('serial', '=', found.unit.serial)
          .select(['at', 'province', 'city'])
          .orderBy('at', 'desc')
          .limit(1)
          .executeTakeFirst();
  return { ...facts, lastScan: lastScan ?? null };
};

/** The lot, task, product, latest document and holder of a code. */
const findAround = async (
  db: Db,
  finders: ReturnType<typeof findersFor>,
  { unit }: FoundCode,
): Promise<Found['groups']> => {
  const { custody } = await findContainers(db, unit);
  const around: Partial<Record<SearchGroup, [number | null, string]>> = {
    lot: [unit.lotId, '所属批次'],
    task: [unit.taskId, '生成它的任务'],
    deliver: [custody.deliverId, '最近发货'],
    agent: [custody.holderKind === Holder.agent ? custody.holderId : null, '归属'],
    shop: [custody.holderKind === Holder.shop ? custody.holderId : null, '归属'],
    product: [unit.productId, '所属产品'],
  };
  const groups: Found['groups'] = [];
  for (const [group, finder] of finders) {
    const [id, why] = around[group] ?? [null, ''];
    const rows = id === null || 'find' in finder ? [] : await findOne(db, finder, id, why);
    if (rows.length > 0) groups.push({ group, rows, hasMore: false });
  }
  return groups;
};
