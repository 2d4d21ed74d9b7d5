import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { makeStaff } from '../../../test/factories/access.ts';
import { hashPassword } from '../../access/hash-password.ts';
import { keepUntold, tellUntold } from './untold-password.ts';

let app: TestApp;
let adminId: number;
const password = 'Kx7Rm2Pq9Tz4';
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const setPassword = async (text: string) =>
  app.db
    .updateTable('admin')
    .set({ passwordHash: await hashPassword(text) })
    .where('id', '=', adminId)
    .execute();
beforeEach(async () => {
  ({ id: adminId } = await makeStaff(app, { permissions: [] }));
  await setPassword(password);
  await keepUntold(app.db, app.config.masterKey, { adminId, password });
});

const told: (string | undefined)[] = [];
const tell = (given: string | undefined): void => void told.push(given);
beforeEach(() => told.splice(0));

test('a password is told once, whichever of several processes comes first', async () => {
  await Promise.all(Array.from({ length: 8 }, () => tellUntold(app.db, app.config.masterKey, tell)));
  expect(told.filter((given) => given !== undefined)).toEqual([password]);
  expect(told).toHaveLength(8);
});

test('one that could not be told is kept for the next time', async () => {
  const broken = tellUntold(app.db, app.config.masterKey, () => {
    throw new Error('the terminal is gone');
  });
  await expect(broken).rejects.toThrow('the terminal is gone');
  await tellUntold(app.db, app.config.masterKey, tell);
  expect(told).toEqual([password]);
});

test('one that was changed before it was told is not told any more', async () => {
  await setPassword('Another-One-55');
  await tellUntold(app.db, app.config.masterKey, tell);
  await tellUntold(app.db, app.config.masterKey, tell);
  expect(told).toEqual([undefined, undefined]);
});

test('it lies in the database under the master key alone', async () => {
  const { sealed } = await app.db.selectFrom('untoldPassword').select('sealed').executeTakeFirstOrThrow();
  expect(sealed.includes(password)).toBe(false);
  await expect(tellUntold(app.db, Buffer.alloc(32, 1), tell)).rejects.toThrow();
  await tellUntold(app.db, app.config.masterKey, tell);
  expect(told).toEqual([password]);
});
