import { ChannelType } from '@zhuiyuan/contract/parties/channel/channel';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { invalid } from '../refusal.ts';
import { ask, emit, hearOn, type Hearers } from './events.ts';

let one: TestDatabase;
let other: TestDatabase;

beforeAll(async () => {
  one = await openTestDatabase();
  other = await openTestDatabase();
});
afterAll(async () => {
  await one.close();
  await other.close();
});

const hearers = (events: Partial<Hearers['events']>, questions: Partial<Hearers['questions']> = {}): Hearers => ({
  events: {
    'trace.changed': [],
    'codes.changed': [],
    'firm.created': [],
    'agent.removed': [],
    'category.removing': [],
    'lot.recalling': [],
    'merchant.moving': [],
    'payout.turned': [],
    'prizes.won': [],
    'prize.verified': [],
    'redemption.turned': [],
    'cash.won': [],
    'deductible.cleared': [],
    'payee.changed': [],
    'budget.allocating': [],
    'prize.withdrawing': [],
    'scope.withdrawing': [],
    'redType.removing': [],
    'scan.attached': [],
    ...events,
  },
  questions: questions as Hearers['questions'],
});
const names = async ({ db }: TestDatabase) =>
  (await db.selectFrom('channel').select('name').orderBy('id').execute()).map(({ name }) => name);

it('is heard by all in their order, in the transaction it is told in', async () => {
  const { db } = one;
  const { id } = await db
    .insertInto('firm')
    .values({ name: '企业', firmNo: 'F1', creditCode: '91330000MA27XXXX0X' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const noting =
    (name: string): Hearers['events']['firm.created'][number] =>
    async (within, { firmId }) => {
      await within
        .insertInto('channel')
        .values({ firmId, name, channelNo: name, channelType: ChannelType.offline })
        .execute();
    };
  hearOn(db, hearers({ 'firm.created': [noting('first'), noting('second')] }));
  await db.transaction().execute((within) => emit(within, 'firm.created', { firmId: id }));
  expect(await names(one)).toEqual(['first', 'second']);

  const refusing = async () => {
    throw invalid('name', '不行');
  };
  hearOn(db, hearers({ 'firm.created': [noting('third'), refusing] }));
  await expect(db.transaction().execute((within) => emit(within, 'firm.created', { firmId: id }))).rejects.toThrow(
    '不行',
  );
  expect(await names(one)).toEqual(['first', 'second']);

  hearOn(db, hearers({}));
  await emit(db, 'firm.created', { firmId: id });
  expect(await names(one)).toEqual(['first', 'second']);
});

it('answers a question, or refuses it', async () => {
  const answers: Hearers['questions']['codes.issuing'] = async (_db, { total }) => {
    if (total > 5) throw invalid('total', '额度不足');
    return { reviewOver: total, domain: null };
  };
  hearOn(one.db, hearers({}, { 'codes.issuing': answers }));
  expect(await ask(one.db, 'codes.issuing', { firmId: 1, total: 3 })).toEqual({ reviewOver: 3, domain: null });
  await expect(ask(one.db, 'codes.issuing', { firmId: 1, total: 6 })).rejects.toMatchObject({ message: '额度不足' });
});

it('is a matter of each database, and a fault where nobody was named to hear', async () => {
  hearOn(one.db, hearers({}));
  await expect(emit(other.db, 'firm.created', { firmId: 1 })).rejects.toThrow('nobody hears');
  await expect(ask(other.db, 'codes.issuing', { firmId: 1, total: 1 })).rejects.toThrow('nobody hears');
});
