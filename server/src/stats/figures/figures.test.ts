import { GeoSource } from '@zhuiyuan/contract/codes/state/code-enums';
import { ClaimStatus } from '@zhuiyuan/contract/campaign/campaign-states';
import { VerStatus } from '@zhuiyuan/contract/redeem/redeem-states';
import fc from 'fast-check';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { makeMembers, type MadeActivity } from '../../../test/factories/lottery.ts';
import { makeAgent, makeFirm, makeShop } from '../../../test/factories/parties.ts';
import { makeGoodsActivity, winGoods } from '../../../test/factories/redeem.ts';
import { depth } from '../../../test/depth.ts';
import { advanceFigures } from './advance-figures.ts';
import { checkDay, closeDays, findFigureFaults, rebuildDay } from './check-figures.ts';
import { Dim, Reach } from './dims.ts';

let app: TestApp;
let firmId: number;
let people: number[];
let activity: MadeActivity;
let shop: number;
beforeAll(async () => {
  app = await openTestApp();
  firmId = await makeFirm(app);
  people = await makeMembers(app, firmId, 4);
  activity = await makeGoodsActivity(app, firmId);
  shop = await makeShop(app, firmId, await makeAgent(app, firmId));
});
afterAll(() => app.close());

beforeEach(async () => {
  await sql`truncate stat_day, stat_person, stat_reach, consumer_count, stat_cursor, stat_change, scan_log, part_log, prize_ver, claim, code_use, draw cascade`.execute(
    app.db,
  );
});

let serial = 0;
const scan = async (at: string, more: Record<string, unknown> = {}) => {
  const row = await app.db
    .insertInto('scanLog')
    .values({ firmId, codeText: 'A', seg: 1, serial: (serial += 1), verdict: 'FIRST', isCounted: true, at, ...more })
    .returning(['id', 'at'])
    .executeTakeFirstOrThrow();
  return row;
};
const day = (count: number): string => `2026-0${count < 10 ? 5 : 6}-${String((count % 10) + 1).padStart(2, '0')}`;

const cell = async (at: string, dim: number, id = 0) =>
  app.db
    .selectFrom('statDay')
    .selectAll()
    .where('firmId', '=', firmId)
    .where('grain', '=', 0)
    .where('day', '=', at)
    .where('dim', '=', dim)
    .where('id', '=', id)
    .where('dim2', '=', 0)
    .executeTakeFirst();

/** People from one day to another, as figures tell them. */
const peopleOf = async (kind: number, dim: number, id: number, from: string, to: string): Promise<number> => {
  const row = await app.db
    .selectFrom('statReach')
    .where('firmId', '=', firmId)
    .where('kind', '=', kind)
    .where('dim', '=', dim)
    .where('id', '=', id)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .where('prevDay', '<', from)
    .select(sql<number>`coalesce(sum(n), 0)::bigint`.as('n'))
    .executeTakeFirstOrThrow();
  return row.n;
};

/** All that is kept, without what came to nothing. */
const dump = async () => {
  const { rows } = await sql<{ line: string }>`
    select line from (
      select concat_ws(' ', grain, day, dim, id, dim2, id2, measured) as line, measured is not null as is_some
      from stat_day cross join lateral (
        select jsonb_object_agg(key, value) as measured
        from jsonb_each_text(to_jsonb(stat_day) - array['firm_id','grain','day','dim','id','dim2','id2']) where value <> '0'
      ) sums
      where firm_id = ${firmId}
      union all select concat_ws(' ', kind, dim, id, day, prev_day, n), true from stat_reach where firm_id = ${firmId} and n > 0
      union all select concat_ws(' ', kind, dim, id, uid, last_day, prev_day), true from stat_person where firm_id = ${firmId}
      union all select to_jsonb(consumer_count)::text, true from consumer_count where firm_id = ${firmId}
    ) lines where is_some order by line`.execute(app.db);
  return rows;
};

test('no scan is missed while the months of the log are being made', async () => {
  for (const month of [1, 2, 3]) await scan(`2025-0${month}-10 12:00:00`, { uid: people[0] });
  const other = new pg.Client({ connectionString: app.database.url });
  await other.connect();
  await other.query('begin');
  await other.query('select keep_scan_months()');
  const added = advanceFigures(app.db, 'now');
  const waiting = async () =>
    (await other.query<{ n: string }>('select count(*) as n from pg_locks where not granted')).rows[0]!.n;
  await expect.poll(waiting).not.toBe('0');
  await other.query('commit');
  await other.end();
  await added;
  for (const month of [1, 2, 3]) expect(await cell(`2025-0${month}-10`, Dim.firm)).toMatchObject({ scanPv: 1 });
  expect(await findFigureFaults(app.db)).toEqual([]);
});

test('a day ends at midnight in Shanghai, whatever the zone of the server', async () => {
  await scan('2026-05-01 23:59:59.9+08', { uid: people[0] });
  await scan('2026-05-01 16:00:00+00', { uid: people[0] });
  await scan('2026-04-30 16:00:00+00', { uid: people[1] });
  await advanceFigures(app.db);
  expect(await cell('2026-05-01', Dim.firm)).toMatchObject({ scanPv: 2, scanFirst: 2 });
  expect(await cell('2026-05-02', Dim.firm)).toMatchObject({ scanPv: 1 });
  expect(await cell('2026-05-01', Dim.hour, 23)).toMatchObject({ scanPv: 1 });
  expect(await cell('2026-05-02', Dim.hour, 0)).toMatchObject({ scanPv: 1 });
  expect(await findFigureFaults(app.db)).toEqual([]);
});

test('who asked and where is known after the scan: its day moves, people and all', async () => {
  const first = await scan('2026-05-01 10:00:00', { province: '浙江省', city: '杭州市' });
  const second = await scan('2026-05-03 10:00:00', { uid: people[0] });
  await advanceFigures(app.db);
  expect(await cell('2026-05-01', Dim.firm)).toMatchObject({ scanPv: 1, scanAnon: 1, scanFirstKnown: 0 });
  expect(await peopleOf(Reach.scan, Dim.firm, 0, '2026-05-01', '2026-05-01')).toBe(0);
  expect(await peopleOf(Reach.fresh, Dim.firm, 0, '2026-05-03', '2026-05-03')).toBe(1);
  // The earlier scan was the same person's: new then, not later.
  await app.db.updateTable('scanLog').set({ uid: people[0]! }).where('id', '=', first.id).execute();
  // Twice, and in between nothing is added.
  await app.db.updateTable('scanLog').set({ activityId: activity.id }).where('id', '=', first.id).execute();
  await app.db.updateTable('scanLog').set({ province: '北京市', city: '北京市' }).where('id', '=', second.id).execute();
  await advanceFigures(app.db);
  expect(await cell('2026-05-01', Dim.firm)).toMatchObject({ scanPv: 1, scanAnon: 0, scanFirstKnown: 1 });
  expect(await cell('2026-05-01', Dim.activity, activity.id)).toMatchObject({ scanPv: 1 });
  expect(await peopleOf(Reach.fresh, Dim.firm, 0, '2026-05-01', '2026-05-01')).toBe(1);
  expect(await peopleOf(Reach.fresh, Dim.firm, 0, '2026-05-02', '2026-05-03')).toBe(0);
  expect(await peopleOf(Reach.scan, Dim.firm, 0, '2026-05-01', '2026-05-03')).toBe(1);
  expect(await findFigureFaults(app.db)).toEqual([]);
});

test('a prize handed out and taken back moves the day of its draw', async () => {
  const [won] = await winGoods(app, activity, 1);
  await sql`update draw set drawn_at = '2026-05-01 10:00:00' where id = ${won!.drawId}`.execute(app.db);
  await advanceFigures(app.db, '2026-05-05 00:00:00');
  expect(await cell('2026-05-01', Dim.activity, activity.id)).toMatchObject({ physWinCnt: 1, winCnt: 1 });
  const ver = await app.db
    .insertInto('prizeVer')
    .values({
      firmId,
      verNo: `HX${won!.drawId}`,
      drawId: won!.drawId,
      activityId: activity.id,
      tierId: activity.tierIds[0]!,
      prizeId: sql`(select prize_id from claim where draw_id = ${won!.drawId})`,
      uid: won!.uid,
      shopId: shop,
      deductAmount: 2600,
      geoSource: GeoSource.none,
      verAt: '2026-05-05 09:00:00',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`update claim set status = ${ClaimStatus.claimed}, claimed_at = '2026-05-05 09:00:00' where draw_id = ${won!.drawId}`.execute(
    app.db,
  );
  await advanceFigures(app.db, '2026-05-06 00:00:00');
  expect(await cell('2026-05-01', Dim.activity, activity.id)).toMatchObject({ claimCnt: 1, wonVerCnt: 1 });
  expect(await cell('2026-05-05', Dim.shop, shop)).toMatchObject({ verCnt: 1, verAmount: 2600 });
  await sql`update claim set status = ${ClaimStatus.open}, claimed_at = null where draw_id = ${won!.drawId}`.execute(
    app.db,
  );
  await sql`update prize_ver set status = ${VerStatus.reversed}, reversed_at = '2026-05-06 08:00:00' where id = ${ver.id}`.execute(
    app.db,
  );
  expect(await findFigureFaults(app.db)).toEqual([]);
  await advanceFigures(app.db);
  expect(await cell('2026-05-01', Dim.activity, activity.id)).toMatchObject({ claimCnt: 0, wonVerCnt: 0 });
  expect(await cell('2026-05-05', Dim.shop, shop)).toMatchObject({ verCnt: 0, verAmount: 0 });
  expect(await findFigureFaults(app.db)).toEqual([]);
});

test('what is committed late is found when its day is closed', async () => {
  const yesterday = (await sql<{ day: string }>`select (current_date - 1)::text as day`.execute(app.db)).rows[0]!.day;
  const other = new pg.Client({ connectionString: app.database.url });
  await other.connect();
  await other.query('begin');
  await other.query(
    `insert into scan_log (firm_id, code_text, seg, serial, verdict, is_counted, at, uid) values ($1, 'L', 1, 99, 'FIRST', true, $2, $3)`,
    [firmId, `${yesterday} 10:00:00`, people[0]],
  );
  await scan(`${yesterday} 11:00:00`, { uid: people[1] });
  await advanceFigures(app.db);
  await other.query('commit');
  await other.end();
  await advanceFigures(app.db);
  expect(await cell(yesterday, Dim.firm)).toMatchObject({ scanPv: 1 });
  expect(await checkDay(app.db, yesterday)).not.toEqual([]);
  await closeDays(app.db);
  expect(await cell(yesterday, Dim.firm)).toMatchObject({ scanPv: 2 });
  expect(await peopleOf(Reach.scan, Dim.firm, 0, yesterday, yesterday)).toBe(2);
  expect(await findFigureFaults(app.db)).toEqual([]);
});

test('a round that dies in the middle leaves nothing behind', async () => {
  await scan('2026-05-01 10:00:00', { uid: people[0] });
  await advanceFigures(app.db, '2026-05-02 00:00:00');
  await scan('2026-05-02 10:00:00', { uid: people[0] });
  const before = await dump();
  await sql`create function break_off() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$`.execute(
    app.db,
  );
  await sql`create trigger break_off before insert on consumer_count for each row execute function break_off()`.execute(
    app.db,
  );
  await expect(advanceFigures(app.db)).rejects.toThrow('killed');
  expect(await dump()).toEqual(before);
  await sql`drop trigger break_off on consumer_count`.execute(app.db);
  await Promise.all([advanceFigures(app.db), advanceFigures(app.db)]);
  expect(await peopleOf(Reach.scan, Dim.firm, 0, '2026-05-01', '2026-05-02')).toBe(1);
  expect(await peopleOf(Reach.scan, Dim.firm, 0, '2026-05-02', '2026-05-02')).toBe(1);
  expect(await findFigureFaults(app.db)).toEqual([]);
});

test('a scan of somebody who came on two days since turns out to be of somebody else', async () => {
  const first = await scan('2026-05-01 12:00:00', { uid: people[1] });
  await scan('2026-05-02 10:00:00', { uid: people[1] });
  await scan('2026-05-03 10:00:00', { uid: people[1] });
  await advanceFigures(app.db, '2026-05-04 00:00:00');
  await sql`update scan_log set uid = ${people[2]} where id = ${first.id}`.execute(app.db);
  await advanceFigures(app.db, '2026-05-04 00:00:00');
  expect(await peopleOf(Reach.scan, Dim.firm, 0, '2026-05-01', '2026-05-03')).toBe(2);
  expect(await peopleOf(Reach.fresh, Dim.firm, 0, '2026-05-02', '2026-05-02')).toBe(1);
  expect(await findFigureFaults(app.db)).toEqual([]);
});

test('a scan of somebody who came again since turns out to be of an activity: the activity has one who is new', async () => {
  await scan('2026-05-01 09:00:00', { uid: people[0] });
  const first = await scan('2026-05-01 10:00:00', { uid: people[0] });
  await scan('2026-05-02 10:00:00', { uid: people[0] });
  await advanceFigures(app.db, '2026-05-04 00:00:00');
  await sql`update scan_log set activity_id = ${activity.id} where id = ${first.id}`.execute(app.db);
  await advanceFigures(app.db, '2026-05-04 00:00:00');
  expect(await peopleOf(Reach.fresh, Dim.activity, activity.id, '2026-05-01', '2026-05-01')).toBe(1);
  expect(await findFigureFaults(app.db)).toEqual([]);
});

const places = [
  { province: '', city: '' },
  { province: '浙江省', city: '杭州市' },
  { province: '北京市', city: '北京市' },
  { province: '浙江省', city: '' },
] as const;
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('scan' as const),
      hours: fc.integer({ min: 0, max: 14 }),
      who: fc.option(fc.nat(3)),
      place: fc.nat(3),
      product: fc.option(fc.nat(2)),
      verdict: fc.constantFrom('FIRST', 'REPEAT', 'VOID', 'PIN_WRONG', 'LIMITED'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('change' as const),
      nth: fc.nat(40),
      who: fc.option(fc.nat(3)),
      place: fc.nat(3),
      plays: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('ticket' as const),
      hours: fc.integer({ min: 0, max: 14 }),
      who: fc.nat(3),
      granted: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('rebuild' as const), back: fc.nat(6) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('advance' as const) }) },
);

test('whatever happens in whatever order, what was added bit by bit is what is made anew (T9, I10), and people of any range are counted once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
      await sql`truncate stat_day, stat_person, stat_reach, consumer_count, stat_cursor, stat_change, scan_log, part_log`.execute(
        app.db,
      );
      let hour = 0;
      const time = () => sql<string>`('2026-05-01 00:00:00+08'::timestamptz + make_interval(hours => ${hour}::int))`;
      const now = async () =>
        (
          await sql<{ at: string; day: string }>`select ${time()}::text as at, ${time()}::date::text as day`.execute(
            app.db,
          )
        ).rows[0]!;
      const scans: number[] = [];
      for (const one of steps) {
        if (one.kind === 'scan') {
          hour += one.hours;
          const isCounted = one.verdict === 'FIRST' || one.verdict === 'REPEAT';
          scans.push(
            (
              await scan((await now()).at, {
                ...places[one.place],
                uid: one.who === null ? null : people[one.who],
                productId: one.product,
                verdict: one.verdict,
                isCounted,
              })
            ).id,
          );
        } else if (one.kind === 'change' && scans.length > 0)
          await app.db
            .updateTable('scanLog')
            .set({
              ...places[one.place],
              activityId: one.plays ? activity.id : null,
              ...(one.who === null ? {} : { uid: people[one.who]! }),
            })
            .where('id', '=', scans[one.nth % scans.length]!)
            .execute();
        else if (one.kind === 'ticket') {
          hour += one.hours;
          await app.db
            .insertInto('partLog')
            .values({
              firmId,
              activityId: activity.id,
              uid: people[one.who]!,
              at: (await now()).at,
              ip: '127.0.0.1',
              ...(one.granted ? { ticketId: '00000000-0000-4000-8000-000000000000' } : { reasonCode: 62231 }),
            })
            .execute();
        } else if (one.kind === 'rebuild') {
          const at = await sql<{ day: string }>`select (${time()}::date - ${one.back}::int)::text as day`.execute(
            app.db,
          );
          await rebuildDay(app.db, at.rows[0]!.day);
        } else await advanceFigures(app.db, (await now()).at);
      }
      expect(await findFigureFaults(app.db)).toEqual([]);
      await advanceFigures(app.db);
      expect(await findFigureFaults(app.db)).toEqual([]);
      const grown = await dump();
      const days = await sql<{ day: string }>`select distinct day::text from stat_day where grain = 0`.execute(app.db);
      for (const { day: each } of days.rows) await rebuildDay(app.db, each);
      expect(await dump()).toEqual(grown);
      const last = (await now()).day;
      for (const from of [day(0), day(1), last]) {
        const { rows } = await sql<{ n: number }>`
          select count(distinct uid) as n from scan_log where firm_id = ${firmId} and is_counted and at >= ${from}::timestamptz and at < (${last}::date + 1)::timestamptz`.execute(
          app.db,
        );
        expect(await peopleOf(Reach.scan, Dim.firm, 0, from, last)).toBe(rows[0]!.n);
      }
      for (const dim of [Dim.activity, Dim.product, Dim.province, Dim.city, Dim.hour]) {
        const { rows } = await sql<{ n: number }>`
          select count(*) as n from (select day, sum(scan_pv) filter (where dim = 0) as whole, sum(scan_pv) filter (where dim = ${dim}) as parts
            from stat_day where firm_id = ${firmId} and dim2 = 0 and grain = 0 group by day) sums where whole is distinct from coalesce(parts, whole)`.execute(
          app.db,
        );
        expect(rows[0]!.n).toBe(0);
      }
    }),
    { numRuns: depth(16) },
  );
}, 120_000);
