import { toMs } from '@zhuiyuan/contract/kit/clock';
import { prolongSession } from '../../access/load-session.ts';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts';
import type { Operator } from '../operator.ts';
import { announceSessionChange, hashToken, sessionHours, Sessions, type LoadedSession } from './session.ts';

let database: TestDatabase;
const opened: Sessions[] = [];
const hour = 3_600_000;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterEach(async () => {
  for (const sessions of opened.splice(0)) await sessions.close();
});
afterAll(() => database.close());

const operator = (id: number, realName: string): Operator => ({
  id,
  account: 'a',
  realName,
  firmId: null,
  isSuper: false,
  hasGivenPassword: false,
  isAdmin: false,
  roles: [],
  permissions: new Set(),
  withheld: new Set(),
  may: () => true,
});

/** A process: what its database answers, how often it was asked, and its sessions. */
const open = async (answer: () => Promise<LoadedSession | undefined>, isListening = true) => {
  let asked = 0;
  let fences = 0;
  const load: ConstructorParameters<typeof Sessions>[0]['load'] = async (hash) => {
    if (hash.equals(hashToken('fence'))) {
      fences += 1;
      return { operator: operator(2, '栏'), expiresAt: inHours(1) };
    }
    asked += 1;
    return answer();
  };
  const sessions = new Sessions(
    { load, prolong: (hash, expiresAt) => prolongSession(database.db, hash, expiresAt) },
    pino({ level: 'silent' }),
  );
  opened.push(sessions);
  if (isListening) await sessions.listen(database.url);
  /** Waits until everything announced so far was heard: announcements come in their order. */
  const heard = async () => {
    await sessions.findOperator('fence');
    const before = fences;
    await announceSessionChange(database.db, [2]);
    const readAgain = async () => {
      await sessions.findOperator('fence');
      return fences;
    };
    await expect.poll(readAgain).toBeGreaterThan(before);
  };
  return { sessions, asked: () => asked, heard };
};
const inHours = (hours: number) => new Date(Date.now() + hours * hour);
const ofOne =
  (name = '甲', hours: number = sessionHours) =>
  async () => ({ operator: operator(1, name), expiresAt: inHours(hours) });

describe('sessions', () => {
  it('are read once, then remembered', async () => {
    const { sessions, asked } = await open(ofOne());
    for (let at = 0; at < 3; at += 1) expect((await sessions.findOperator('t'))?.realName).toBe('甲');
    expect(asked()).toBe(1);
  });

  it('are not remembered while announcements cannot be heard', async () => {
    const { sessions, asked } = await open(ofOne(), false);
    await sessions.findOperator('t');
    await sessions.findOperator('t');
    expect(asked()).toBe(2);
  });

  it('are forgotten in every process when their person is announced, and only then', async () => {
    const first = await open(ofOne());
    const second = await open(ofOne());
    await first.sessions.findOperator('t');
    await second.sessions.findOperator('t');
    await announceSessionChange(database.db, [2, 3]);
    await announceSessionChange(database.db, [1]);
    for (const { sessions, asked } of [first, second])
      await expect
        .poll(async () => {
          await sessions.findOperator('t');
          return asked();
        })
        .toBe(2);
  });

  it('are all forgotten by *', async () => {
    const { sessions, asked } = await open(ofOne());
    await sessions.findOperator('t');
    await announceSessionChange(database.db, '*');
    await expect
      .poll(async () => {
        await sessions.findOperator('t');
        return asked();
      })
      .toBe(2);
  });

  it('are announced when the change commits, not before, and never when it is rolled back', async () => {
    const { sessions, asked, heard } = await open(ofOne());
    await sessions.findOperator('t');
    const change = database.db.transaction().execute(async (transaction) => {
      await announceSessionChange(transaction, [1]);
      throw new Error('no');
    });
    await expect(change).rejects.toThrow('no');
    await heard();
    await sessions.findOperator('t');
    expect(asked()).toBe(1);
  });

  it('read while a change is announced are not remembered', async () => {
    let finish = (_session: LoadedSession) => {};
    const slow = new Promise<LoadedSession>((done) => {
      finish = done;
    });
    let isFirst = true;
    const { sessions, asked, heard } = await open(() => {
      const answer = isFirst ? slow : ofOne('新')();
      isFirst = false;
      return answer;
    });
    const early = sessions.findOperator('t');
    await announceSessionChange(database.db, [1]);
    await heard();
    finish({ operator: operator(1, '旧'), expiresAt: inHours(1) });
    expect((await early)?.realName).toBe('旧');
    expect((await sessions.findOperator('t'))?.realName).toBe('新');
    expect(asked()).toBe(2);
  });

  it('end when they expire, and are unknown without a row', async () => {
    const over = await open(ofOne('甲', -1));
    expect(await over.sessions.findOperator('t')).toBeUndefined();
    const none = await open(async () => undefined);
    expect(await none.sessions.findOperator('t')).toBeUndefined();
  });

  it('slide: a use moves the end when more than twenty minutes are gone', async () => {
    const { db } = database;
    await db.insertInto('admin').values({ account: 'slide', passwordHash: '-', realName: 's' }).execute();
    const { id } = await db.selectFrom('admin').select('id').where('account', '=', 'slide').executeTakeFirstOrThrow();
    const put = (token: string, hours: number) =>
      db
        .insertInto('session')
        .values({ tokenHash: hashToken(token), adminId: id, expiresAt: inHours(hours) })
        .execute();
    const left = async (token: string) => {
      const { at } = await db
        .selectFrom('session')
        .select('expiresAt as at')
        .where('tokenHash', '=', hashToken(token))
        .executeTakeFirstOrThrow();
      return (toMs(at) - Date.now()) / hour;
    };
    for (const [token, hours] of [
      ['fresh', sessionHours - 0.2],
      ['old', 3],
    ] as const) {
      await put(token, hours);
      const { sessions } = await open(ofOne('甲', hours));
      await sessions.findOperator(token);
    }
    expect(await left('fresh')).toBeCloseTo(sessionHours - 0.2, 1);
    expect(await left('old')).toBeCloseTo(sessionHours, 1);
  });
});
