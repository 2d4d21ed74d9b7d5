import { homeMenuId, publicMenuIds, sensitiveMenuIds } from '@zhuiyuan/contract/access/fixed-rows';
import { everybodyMay } from '@zhuiyuan/contract/access/public-permission';
import type { May } from '@zhuiyuan/contract/kit/endpoint';
import { idsAbove } from '@zhuiyuan/contract/kit/tree';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { fitsPassword } from '../../access/hash-password.ts';
import { tellUntold } from './untold-password.ts';
import { isInPreset, rolePresets } from './role-presets.ts';
import { menuSeeds, seedAccess } from './seed-access.ts';

let app: TestApp;
let firstPassword: string | undefined;

const seed = () =>
  app.db.transaction().execute((db) => seedAccess({ config: { masterKey: app.config.masterKey }, db }));
const told = async (): Promise<string | undefined> => {
  let password: string | undefined;
  await tellUntold(app.db, app.config.masterKey, (given) => (password = given));
  return password;
};

beforeAll(async () => {
  app = await openTestApp();
  await seed();
  firstPassword = await told();
});
afterAll(() => app.close());

const named = (may: May): string[] => {
  if (typeof may !== 'string') return 'any' in may ? may.any : may.all;
  return may === 'open' || may === 'signed-in' ? [] : [may];
};
const preset = (id: number) => rolePresets.find((role) => role.id === id)!;

describe('the menu tree', () => {
  it('has every id once, every parent, and every address once', () => {
    const ids = menuSeeds.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(menuSeeds.filter(({ pid }) => pid !== 0 && !ids.includes(pid))).toEqual([]);
    const addresses = menuSeeds.map(({ component }) => component).filter(Boolean);
    expect(new Set(addresses).size).toBe(addresses.length);
    for (const id of [...publicMenuIds, ...sensitiveMenuIds, homeMenuId]) expect(ids).toContain(id);
  });

  it('is four levels deep at most, buttons aside, and buttons begin at 1000', () => {
    for (const { id, menuType } of menuSeeds) {
      if (menuType === 'A') expect(id).toBeGreaterThanOrEqual(1000);
      else expect(idsAbove(menuSeeds, id).length).toBeLessThan(4);
    }
  });

  it('names every permission that a call asks for, and every public one', () => {
    const known = new Set(menuSeeds.map(({ perms }) => perms));
    const asked = new Set([...app.endpoints.flatMap(({ may }) => named(may)), ...everybodyMay]);
    expect([...asked].filter((permission) => !known.has(permission))).toEqual([]);
  });
});

describe('role presets', () => {
  it('hold nothing of the reserved screens', () => {
    const reserved = menuSeeds.filter(({ id }) =>
      [id, ...idsAbove(menuSeeds, id)].some((one) => sensitiveMenuIds.includes(one as never)),
    );
    for (const role of rolePresets) expect(reserved.filter(({ perms }) => isInPreset(role, perms))).toEqual([]);
  });

  it('give each its work', () => {
    expect(isInPreset(preset(2), 'admin:identity:firm:list')).toBe(true);
    expect(isInPreset(preset(2), 'admin:identity:firm:quota')).toBe(false);
    expect(isInPreset(preset(5), 'admin:identity:batch:use')).toBe(true);
    expect(isInPreset(preset(5), 'admin:identity:batch:delete')).toBe(false);
    expect(isInPreset(preset(10), 'admin:identity:product:list')).toBe(true);
    expect(isInPreset(preset(10), 'admin:identity:product:save')).toBe(false);
    expect(isInPreset(preset(10), 'admin:identity:task:pwd')).toBe(false);
  });
});

describe('seeding', () => {
  it('invents a first password, once', async () => {
    expect(firstPassword).toMatch(/^[A-Za-z2-9]{12}$/);
    const { passwordHash, mustChangePassword } = await app.db
      .selectFrom('admin')
      .select(['passwordHash', 'mustChangePassword'])
      .where('account', '=', 'admin')
      .executeTakeFirstOrThrow();
    expect(mustChangePassword).toBe(true);
    expect(await fitsPassword(passwordHash, firstPassword!)).toBe(true);
    await seed();
    expect(await told()).toBeUndefined();
  });

  it('again changes nothing: neither what was edited nor what was deleted', async () => {
    await app.db.updateTable('menu').set({ name: '改过', sort: 1 }).where('id', '=', 511).execute();
    await app.db.deleteFrom('menu').where('id', '=', 421).execute();
    await app.db.deleteFrom('role').where('id', '=', 9).execute();
    await app.db.deleteFrom('roleMenu').where('roleId', '=', 6).execute();
    await seed();
    expect(await app.db.selectFrom('menu').select(['name', 'sort']).where('id', '=', 511).executeTakeFirst()).toEqual({
      name: '改过',
      sort: 1,
    });
    expect(await app.db.selectFrom('menu').select('id').where('id', '=', 421).executeTakeFirst()).toBeUndefined();
    expect(await app.db.selectFrom('role').select('id').where('id', '=', 9).executeTakeFirst()).toBeUndefined();
    expect(await app.db.selectFrom('roleMenu').select('menuId').where('roleId', '=', 6).execute()).toEqual([]);
  });

  it('of a later version adds what is new, and grants it to the roles it is meant for', async () => {
    await app.db.deleteFrom('menu').where('id', '=', 51101).execute();
    await app.db.deleteFrom('menu').where('id', '=', 53101).execute();
    await app.db.deleteFrom('seeded').where('what', '=', 'menu').where('rowId', 'in', [51101, 53101]).execute();
    await seed();
    const grants = await app.db
      .selectFrom('roleMenu')
      .select('roleId')
      .where('menuId', '=', 53101)
      .orderBy('roleId')
      .execute();
    expect(grants.map(({ roleId }) => roleId)).toEqual([2, 5]);
    expect(await app.db.selectFrom('menu').select('perms').where('id', '=', 51101).executeTakeFirst()).toEqual({
      perms: 'admin:identity:firm:save',
    });
  });

  it('leaves room: rows made by hand begin far behind', async () => {
    const menu = await app.db
      .insertInto('menu')
      .values({ name: '新', menuType: 'M' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const role = await app.db.insertInto('role').values({ roleName: '新' }).returning('id').executeTakeFirstOrThrow();
    expect(menu.id).toBeGreaterThan(1_000_000);
    expect(role.id).toBeGreaterThan(100);
  });
});
