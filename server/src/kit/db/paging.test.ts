import { ChannelType } from '@zhuiyuan/contract/parties/channel/channel';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { makeFirm } from '../../../test/factories/parties.ts';
import type { Db } from './database.ts';
import { among, at, by, contains, eq, matchingBy, type Matching } from './filtered.ts';
import { live } from './live.ts';
import { findComputedPage, findPage } from './paging.ts';

let app: TestApp;
let firms: [number, number];

beforeAll(async () => {
  app = await openTestApp();
  firms = [await makeFirm(app), await makeFirm(app)];
  for (const firmId of firms)
    await app.db
      .insertInto('channel')
      .values(
        Array.from({ length: 60 }, (_, nth) => ({
          firmId,
          channelNo: `C${nth}`,
          name: `渠道${firmId} ${nth}%`,
          channelType: nth % 2 ? ChannelType.offline : ChannelType.supermarket,
          sort: nth % 3,
          isDel: nth === 59 ? 1 : 0,
        })),
      )
      .execute();
});
afterAll(() => app.close());

interface Filters {
  firmId?: number;
  ids?: number[];
  name?: string;
  channelType?: number;
  above?: number;
  odd?: boolean;
}
const matching: Matching<'channel', Filters> = matchingBy('channel', (db) => live(db, 'channel'), {
  firmId: eq,
  ids: at(among, 'id'),
  name: contains,
  channelType: eq,
  above: by(
    (sort: number) => [sort + 1],
    (row, from) => row('channel.sort', '>=', from),
  ),
  odd: (odd, row) => row('channel.sort', odd ? '=' : '<>', 1),
});
const asRows = (query: ReturnType<typeof matching>) =>
  query
    .innerJoin('firm', 'firm.id', 'channel.firmId')
    .select(['channel.id', 'channel.name', 'channel.sort', 'firm.id as owner'])
    .orderBy('channel.sort', 'desc')
    .orderBy('channel.id');

const questions = (): Filters[] => {
  const [one, other] = firms;
  return [
    {},
    { firmId: one },
    { firmId: other },
    { name: `${one} 1` },
    { name: '1%' },
    { channelType: 1 },
    { firmId: one, ids: [3, 4, 5, 6, 1000] },
    { firmId: other, above: 1 },
    { above: 0, channelType: 2 },
    { firmId: one, odd: true },
    { odd: false },
    { firmId: one, name: '没有' },
  ];
};

test('a page by ids has the rows, order and total that one statement finds', async () => {
  for (const db of [app.db, app.dbOfFirm(firms[0]), app.dbOfFirm(firms[1])] as Db[])
    for (const filters of questions())
      for (const input of [
        { page: 1, limit: 7 },
        { page: 3, limit: 20 },
        { page: 9, limit: 20 },
      ]) {
        const found = await findPage(db, input, matching(db, filters), asRows);
        expect(found).toEqual(await findComputedPage(db, input, matching(db, filters), asRows));
      }
});

test('a row that is deleted softly between the two statements is not shown', async () => {
  const [firmId] = firms;
  const before = await findPage(app.db, { page: 1, limit: 5 }, matching(app.db, { firmId }), asRows);
  const gone = before.list[1]!.id;
  let isDeleted = false;
  const torn = app.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (!isDeleted)
        await app.database.backgroundDb.updateTable('channel').set({ isDel: 1 }).where('id', '=', gone).execute();
      isDeleted = true;
      return result;
    },
  });
  const page = await findPage(torn, { page: 1, limit: 5 }, matching(torn, { firmId }), asRows);
  expect(page.list.map(({ id }) => id)).toEqual(before.list.map(({ id }) => id).filter((id) => id !== gone));
  await app.db.updateTable('channel').set({ isDel: 0 }).where('id', '=', gone).execute();
});

test('a page beyond every row is empty, however far', async () => {
  const input = { page: 1_000_000, limit: 9_999 };
  expect((await findPage(app.db, input, matching(app.db, {}), asRows)).list).toEqual([]);
});

test('firms that ask with the same statement see their own rows', async () => {
  for (const firmId of firms) {
    const { list, total } = await findPage(
      app.dbOfFirm(firmId),
      { page: 1, limit: 100 },
      matching(app.dbOfFirm(firmId), {}),
      asRows,
    );
    expect(total).toBe(59);
    expect(new Set(list.map(({ owner }) => owner))).toEqual(new Set([firmId]));
  }
});

test('what is ordered by another table’s column is refused', async () => {
  const byFirm = (query: ReturnType<typeof matching>) =>
    query.innerJoin('firm', 'firm.id', 'channel.firmId').select('channel.id').orderBy('firm.name');
  await expect(findPage(app.db, { page: 1, limit: 5 }, matching(app.db, {}), byFirm)).rejects.toThrow('no column');
});

test('a list known to have many rows is counted again as soon as it ends', async () => {
  const firmId = await makeFirm(app);
  await sql`insert into channel (firm_id, channel_no, name, channel_type)
    select ${firmId}::bigint, 'M' || n, 'M' || n, ${ChannelType.offline} from generate_series(1, 20050) n`.execute(
    app.db,
  );
  const ask = (page: number) => findPage(app.db, { page, limit: 20 }, matching(app.db, { firmId }), asRows);
  const first = await ask(1);
  expect(first).toMatchObject({ total: 10_000, more: true, totalPage: 500 });
  expect(await ask(1)).toEqual(first);
  expect((await ask(1003)).list).toHaveLength(10);
  expect(await ask(1)).toEqual(first);
  await app.db
    .deleteFrom('channel')
    .where('firmId', '=', firmId)
    .where('sort', '=', 0)
    .where('id', '>', first.list[14]!.id)
    .execute();
  expect(await ask(1)).toMatchObject({ total: 15, totalPage: 1 });
  expect((await ask(2)).list).toEqual([]);
});
