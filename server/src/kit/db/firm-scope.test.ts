import { CategoryType } from '@zhuiyuan/contract/category/category';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { depth } from '../../../test/depth.ts';
import type { Db } from './database.ts';
import { FirmScope, readFirmTables } from './firm-scope.ts';

let database: TestDatabase;
let all: Db;
let own: Db;
const [ours, theirs] = [1, 2];

beforeAll(async () => {
  database = await openTestDatabase();
  all = database.db;
  own = all.withPlugin(new FirmScope(ours, await readFirmTables(all)));
  for (const name of ['甲', '乙'])
    await all.insertInto('firm').values({ name, firmNo: name, creditCode: name }).execute();
});
afterAll(() => database.close());

const staff = (account: string, firmId: number) => ({ account, firmId, passwordHash: '-', realName: account });
const accounts = async (db: Db = all) =>
  (await db.selectFrom('admin').select('account').orderBy('account').execute()).map((row) => row.account);
const picture = (name: string, firmId: number) => ({
  name,
  firmId,
  attDir: '/x',
  sattDir: '/x',
  attType: 'png',
  attSize: 1,
});

beforeEach(async () => {
  await all.deleteFrom('admin').execute();
  await all.deleteFrom('category').execute();
  await all
    .insertInto('admin')
    .values([staff('our', ours), staff('their', theirs), staff('root', 0)])
    .execute();
});

describe('reading', () => {
  it('finds the rows of the firm alone', async () => {
    expect(await accounts(own)).toEqual(['our']);
    expect(await own.selectFrom('admin as a').select('a.account').where('a.account', '=', 'their').execute()).toEqual(
      [],
    );
  });

  it('is not widened by an or', async () => {
    const found = await own
      .selectFrom('admin')
      .select('account')
      .where(({ or, eb }) => or([eb('account', '=', 'our'), eb('account', '=', 'their'), eb('firmId', '=', theirs)]))
      .execute();
    expect(found).toEqual([{ account: 'our' }]);
  });

  it('limits every table of a join, and a left join keeps its left rows', async () => {
    const inner = await own
      .selectFrom('firm')
      .innerJoin('admin', 'admin.firmId', 'firm.id')
      .select(['firm.name', 'admin.account'])
      .execute();
    expect(inner).toEqual([{ name: '甲', account: 'our' }]);
    await all
      .insertInto('session')
      .values([
        {
          tokenHash: Buffer.from('t'),
          adminId: (await all.selectFrom('admin').select('id').where('account', '=', 'their').executeTakeFirstOrThrow())
            .id,
          expiresAt: '2030-01-01',
        },
      ])
      .execute();
    const left = await own
      .selectFrom('session')
      .leftJoin('admin', 'admin.id', 'session.adminId')
      .select('admin.account')
      .execute();
    expect(left).toEqual([{ account: null }]);
  });

  it('limits subqueries, wherever they stand', async () => {
    const from = await own
      .selectFrom(own.selectFrom('admin').select('account').as('inner'))
      .select('account')
      .execute();
    const where = await own
      .selectFrom('role')
      .select('id')
      .where(({ exists }) => exists(own.selectFrom('admin').select('id').where('account', '=', 'their')))
      .execute();
    const within = await own
      .selectFrom('firm')
      .select(({ selectFrom }) =>
        selectFrom('admin')
          .select(({ fn }) => fn.countAll().as('n'))
          .as('staff'),
      )
      .execute();
    const withTable = await own
      .with('a', (db) => db.selectFrom('admin').select('account'))
      .selectFrom('a')
      .selectAll()
      .execute();
    const union = await own
      .selectFrom('admin')
      .select('account')
      .unionAll(own.selectFrom('admin').select('account'))
      .execute();
    expect(from).toEqual([{ account: 'our' }]);
    expect(where).toEqual([]);
    expect(within).toEqual([{ staff: 1 }]);
    expect(withTable).toEqual([{ account: 'our' }]);
    expect(union).toEqual([{ account: 'our' }, { account: 'our' }]);
  });

  it('limits a query inside raw SQL', async () => {
    const { rows } = await sql<{
      n: number;
    }>`select count(*) as n from ${own.selectFrom('admin').select('id')} as a`.execute(own);
    expect(rows).toEqual([{ n: 1 }]);
  });

  it('shows the rows of the platform too where a table shares them', async () => {
    await all
      .insertInto('category')
      .values(
        [0, ours, theirs].map((firmId) => ({ name: `c${firmId}`, firmId, path: '/0/', type: CategoryType.attachment })),
      )
      .execute();
    const seen = await own.selectFrom('category').select('name').orderBy('name').execute();
    expect(seen.map(({ name }) => name)).toEqual(['c0', 'c1']);
    await own.updateTable('category').set({ sort: 9 }).execute();
    await own.deleteFrom('category').execute();
    const left = await all.selectFrom('category').select(['name', 'sort']).orderBy('name').execute();
    expect(left.map(({ name }) => name)).toEqual(['c0', 'c2']);
    expect(left.every(({ sort }) => sort !== 9)).toBe(true);
  });

  it('leaves tables without firms alone', async () => {
    await all.insertInto('role').values({ roleName: '任意' }).execute();
    expect(await own.selectFrom('role').select('roleName').execute()).toEqual([{ roleName: '任意' }]);
  });
});

describe('writing', () => {
  it('stamps new rows, whatever they say', async () => {
    await own
      .insertInto('admin')
      .values([{ account: 'a', passwordHash: '-', realName: 'a' }, staff('b', theirs)])
      .execute();
    await own
      .insertInto('admin')
      .values({ account: 'c', passwordHash: '-', realName: sql<string>`'c'` })
      .execute();
    const rows = await all
      .selectFrom('admin')
      .select(['account', 'firmId'])
      .where('account', 'in', ['a', 'b', 'c'])
      .orderBy('account')
      .execute();
    expect(rows).toEqual(['a', 'b', 'c'].map((account) => ({ account, firmId: ours })));
  });

  it('changes and deletes the rows of the firm alone', async () => {
    await own.updateTable('admin').set({ realName: '改' }).execute();
    expect(await all.selectFrom('admin').select('account').where('realName', '=', '改').execute()).toEqual([
      { account: 'our' },
    ]);
    await own.deleteFrom('admin').execute();
    expect(await accounts()).toEqual(['root', 'their']);
  });

  it('never moves a row to another firm', async () => {
    await own.updateTable('admin').set({ firmId: theirs, realName: '搬' }).execute();
    expect(await all.selectFrom('admin').select('firmId').where('account', '=', 'our').executeTakeFirst()).toEqual({
      firmId: ours,
    });
  });

  it('joins other tables into a change only with the rows of the firm', async () => {
    const changed = await own
      .updateTable('admin')
      .from('firm')
      .set({ realName: '联' })
      .whereRef('firm.id', '=', 'admin.firmId')
      .returning('admin.account')
      .execute();
    expect(changed).toEqual([{ account: 'our' }]);
  });

  it('does not change another firm’s row that a new one collides with', async () => {
    await own
      .insertInto('admin')
      .values({ ...staff('their', ours), realName: '夺' })
      .onConflict((conflict) =>
        conflict
          .expression(sql`lower(account)`)
          .where(sql<boolean>`not is_del`)
          .doUpdateSet({ realName: '夺', firmId: ours }),
      )
      .execute();
    const row = await all
      .selectFrom('admin')
      .select(['realName', 'firmId'])
      .where('account', '=', 'their')
      .executeTakeFirst();
    expect(row).toEqual({ realName: 'their', firmId: theirs });
  });
});

describe('shapes it cannot limit are refused', () => {
  it('an insert from a query, a join without a condition, a merge', async () => {
    await expect(
      own
        .insertInto('admin')
        .columns(['account', 'passwordHash', 'realName'])
        .expression(own.selectFrom('admin').select(['account', 'passwordHash', 'realName']))
        .execute(),
    ).rejects.toThrow('firm scope');
    await expect(own.selectFrom('firm').crossJoin('admin').select('admin.account').execute()).rejects.toThrow(
      'firm scope',
    );
    await expect(
      own.mergeInto('admin').using('firm', 'firm.id', 'admin.firmId').whenMatched().thenDelete().execute(),
    ).rejects.toThrow('firm scope');
  });

  it('raw SQL that names a table of firms without saying firm_id', async () => {
    await expect(sql`select * from admin`.execute(own)).rejects.toThrow('firm scope');
    await expect(sql`delete from ${sql.table('admin')}`.execute(own)).rejects.toThrow('firm scope');
    await expect(sql`select 1 from role join "admin" on true`.execute(own)).rejects.toThrow('firm scope');
    await expect(
      own
        .selectFrom('role')
        .select(sql`(select count(*) from admin)`.as('n'))
        .execute(),
    ).rejects.toThrow('firm scope');
    expect((await sql`select account from admin where firm_id = ${ours}`.execute(own)).rows).toEqual([
      { account: 'our' },
    ]);
    expect(
      (await sql`select 1 as one from role where extract(epoch from role.created_at) < 0`.execute(own)).rows,
    ).toEqual([]);
  });
});

it('shows no row of another firm, whatever is asked', async () => {
  const rows = Array.from({ length: 30 }, (_, at) => picture(`p${at}`, at % 3));
  await all.insertInto('attachment').values(rows).execute();
  const columns = ['name', 'attType', 'attDir'] as const;
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          column: fc.constantFrom(...columns),
          sign: fc.constantFrom('=' as const, '<>' as const, 'like' as const),
          value: fc.constantFrom('p3', 'p4', 'p%', 'png'),
        }),
        { maxLength: 4 },
      ),
      fc.boolean(),
      fc.boolean(),
      async (terms, isAny, isJoined) => {
        let query = own.selectFrom('attachment').select('attachment.firmId');
        if (isJoined) query = query.leftJoin('firm', 'firm.id', 'attachment.firmId');
        if (terms.length > 0)
          query = query.where(({ eb, or, and }) =>
            (isAny ? or : and)(terms.map(({ column, sign, value }) => eb(`attachment.${column}`, sign, value))),
          );
        expect((await query.execute()).every(({ firmId }) => firmId === ours || firmId === 0)).toBe(true);
      },
    ),
    { numRuns: depth(60) },
  );
});
