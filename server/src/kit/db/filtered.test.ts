import { ChannelType } from '@zhuiyuan/contract/parties/channel/channel';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { makeFirm } from '../../../test/factories/parties.ts';
import { depth } from '../../../test/depth.ts';
import { among, at, contains, eq, filtered, within } from './filtered.ts';
import { live } from './live.ts';

let app: TestApp;
let firmId: number;

beforeAll(async () => {
  app = await openTestApp();
  firmId = await makeFirm(app);
  await app.db
    .insertInto('channel')
    .values([
      {
        firmId,
        channelNo: 'C1',
        name: '华东 50% 渠道',
        channelType: ChannelType.offline,
        manager: 'Anna',
        createdAt: '2026-01-01 12:00:00+08',
      },
      {
        firmId,
        channelNo: 'C2',
        name: '华东 500 渠道',
        channelType: ChannelType.supermarket,
        manager: '华东经理',
        createdAt: '2026-02-01 12:00:00+08',
      },
      { firmId, channelNo: 'C3', name: '已删', channelType: ChannelType.offline, manager: '', isDel: 1 },
    ])
    .execute();
});
afterAll(() => app.close());

interface Filters {
  page?: number;
  ids?: number[];
  name?: string;
  keywords?: string;
  channelType?: number;
  status?: number;
  dateLimit?: string;
  many?: boolean;
}
const find = async (filters: Filters): Promise<string[]> => {
  const rows = await filtered(live(app.db, 'channel'), 'channel', filters, {
    ids: at(among, 'id'),
    name: contains,
    keywords: at(contains, 'name', 'manager'),
    channelType: eq,
    status: eq,
    dateLimit: at(within, 'createdAt'),
    many: (many, row) => row('channel.channelType', many ? '>' : '<=', 1),
  })
    .select('channelNo')
    .where('firmId', '=', firmId)
    .orderBy('channelNo')
    .execute();
  return rows.map(({ channelNo }) => channelNo);
};

describe('filters', () => {
  it('ask nothing when absent or blank, but do when they are 0 or false', async () => {
    expect(await find({ page: 7, name: '', channelType: undefined })).toEqual(['C1', 'C2']);
    expect(await find({ status: 0 })).toEqual(['C1', 'C2']);
    expect(await find({ many: false })).toEqual(['C1']);
  });

  it('hold for the column of their name, for one of several, or for an expression', async () => {
    expect(await find({ name: '50%' })).toEqual(['C1']);
    expect(await find({ keywords: 'anna' })).toEqual(['C1']);
    expect(await find({ keywords: '华东' })).toEqual(['C1', 'C2']);
    expect(await find({ many: true })).toEqual(['C2']);
    expect(await find({ dateLimit: '2026-01-01,2026-01-01' })).toEqual(['C1']);
    const [first] = await app.db.selectFrom('channel').select('id').where('channelNo', '=', 'C1').execute();
    expect(await find({ ids: [first!.id] })).toEqual(['C1']);
  });

  it('find a text wherever it stands, whatever its signs and however long', async () => {
    const letters = fc.string({
      unit: fc.constantFrom('华', '东', 'a', 'A', '%', '_', '\\', ' ', '5', '😀'),
      maxLength: 8,
    });
    const word = letters.filter((text) => text.length > 0 && text.length < 5);
    await fc.assert(
      fc.asyncProperty(letters, word, async (text, part) => {
        const { rows } = await sql<{ isFound: boolean }>`
          select ${contains.holds('one.text', ...contains.given(part)!)} as is_found from (values (${text}::text)) one(text)`.execute(
          app.db,
        );
        expect(rows[0]!.isFound).toBe(text.toLowerCase().includes(part.toLowerCase()));
      }),
      { numRuns: depth(300) },
    );
  });

  it('hold all together', async () => {
    expect(await find({ name: '华东', channelType: 2 })).toEqual(['C2']);
    expect(await find({ name: '50%', channelType: 2 })).toEqual([]);
  });
});

describe('living rows', () => {
  it('are found under another name, and from inside another query', async () => {
    const named = await live(app.db, 'channel', 'own')
      .select('own.channelNo')
      .where('own.firmId', '=', firmId)
      .execute();
    expect(named).toHaveLength(2);
    const counted = await app.db
      .selectFrom('firm')
      .select((row) =>
        live(row, 'channel', 'own')
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .whereRef('own.firmId', '=', 'firm.id')
          .$asScalar()
          .as('channels'),
      )
      .where('firm.id', '=', firmId)
      .execute();
    expect(counted).toEqual([{ channels: 2 }]);
  });
});
