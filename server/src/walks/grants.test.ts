import type { MenuChoice } from '@zhuiyuan/contract/access/menu-choice';
import { permits } from '@zhuiyuan/contract/access/permission';
import { everybodyMay } from '@zhuiyuan/contract/access/public-permission';
import { roleApi } from '@zhuiyuan/contract/access/role';
import { permissionsOf, type Endpoint } from '@zhuiyuan/contract/kit/endpoint';
import { OpType } from '@zhuiyuan/contract/codes/state/code-enums';
import { importTaskApi } from '@zhuiyuan/contract/jobs/import-task';
import { PayeeKind } from '@zhuiyuan/contract/settlement/settlement-enums';
import { productApi } from '@zhuiyuan/contract/trace/product/product';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { makeStaff, openRoot } from '../../test/factories/access.ts';
import { makeFirm } from '../../test/factories/parties.ts';
import { makeForeignFirm, type Foreign } from '../../test/foreign.ts';
import { foreignInputs } from '../../test/foreign-inputs.ts';
import { toPermissions } from '../access/menu-choices.ts';

let app: TestApp;
let root: string;
let firmId: number;
let foreign: Foreign;
let tree: MenuChoice[];
/** Nodes of the tree that can be ticked and carry permissions. */
let nodes: { id: number; name: string; perms: string[] }[];

const flat = (choices: readonly MenuChoice[]): MenuChoice[] =>
  choices.flatMap((node) => [node, ...flat(node.childList)]);

beforeAll(async () => {
  app = await openTestApp();
  root = await openRoot(app);
  firmId = await makeFirm(app);
  const menus = await app.db.selectFrom('menu').select(['id', 'perms']).execute();
  const permsOf = new Map(menus.map(({ id, perms }) => [id, toPermissions(perms)]));
  tree = await app.data(root, roleApi.menuTree, {});
  nodes = flat(tree)
    .filter(({ locked }) => !locked)
    .map(({ id, name }) => ({ id, name, perms: permsOf.get(id) ?? [] }))
    .filter(({ perms }) => perms.length > 0);
  foreign = await makeForeignFirm(app);
});
afterAll(() => app.close());

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const toHeld = (perms: readonly string[]) => new Set<string>([...everybodyMay, ...perms]);
/** Calls that take a permission which not everybody has. */
const guarded = () => app.endpoints.filter(({ may }) => !permits(toHeld([]), may));

const opTypes: Record<string, number> = {
  'admin:identity:batch:update': OpType.rebind,
  'admin:identity:batch:delete': OpType.void,
  'admin:identity:batch:freeze': OpType.freeze,
  'admin:identity:channel:change': OpType.changeChannel,
};
/** What a call that does several things is asked for, so that it is the one of these permissions. */
const toOwn = ({ path }: Endpoint, perms: readonly string[]): object => {
  if (perms.some((one) => one.includes(':dealerRemit:'))) return { payeeKind: PayeeKind.agent };
  const opType = path.startsWith('/admin/identity/batch/check') ? opTypes[perms[0] ?? ''] : undefined;
  return opType ? { opType } : {};
};

let serial = 0;
/** Asks as somebody who holds a role of exactly these nodes: the platform's calls as its staff, all others as staff of a firm. */
const holderOf = async (rules: number[], perms: readonly string[], isAdmin = false) => {
  const role = await app.db
    .insertInto('role')
    .values({ roleName: `持有 ${(serial += 1)}`, isAdmin })
    .returning('id')
    .executeTakeFirstOrThrow();
  await app.db
    .insertInto('roleMenu')
    .values(rules.map((menuId) => ({ roleId: role.id, menuId })))
    .execute();
  const tokens = new Map<boolean, string>();
  return async (endpoint: Endpoint) => {
    const isPlatform = endpoint.platform === true;
    if (!tokens.has(isPlatform))
      tokens.set(isPlatform, (await makeStaff(app, { roleId: role.id, firmId: isPlatform ? 0 : firmId })).token);
    const bare = Object.fromEntries([...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => [name, '1']));
    const input = { ...(foreignInputs[endpoint.path]?.(foreign) ?? bare), ...toOwn(endpoint, perms) };
    return (await app.call(tokens.get(isPlatform)!, endpoint, input as never)).code;
  };
};

it('keeps every node of the tree that a role is given', async () => {
  const rules = flat(tree).map(({ id }) => id);
  await app.data(root, roleApi.save, { roleName: '全部', rules });
  const { id } = (await app.data(root, roleApi.list, { roleName: '全部' })).list[0]!;
  const { menuList } = await app.data(root, roleApi.info, { id });
  const kept = flat(menuList).filter(({ checked }) => checked);
  expect(kept.map(({ id: node }) => node)).toEqual(rules);
});

/** Also takes the permission of what the file is about, which a test of its own gives beside. */
const asksForBusiness: ReadonlySet<string> = new Set([importTaskApi.save.path]);

it('gives with each node alone every call that it names, and no other', async () => {
  const wrong: string[] = [];
  const waiting = guarded();
  for (const [at, { id, name, perms }] of nodes.entries()) {
    const held = toHeld(perms);
    const call = await holderOf([id], perms);
    const said = (endpoint: Endpoint, code: number) => `${id} ${name}: ${nameOf(endpoint)} answers ${code}`;
    for (const endpoint of guarded().filter(({ may }) => permits(held, may))) {
      if (asksForBusiness.has(endpoint.path)) continue;
      if (endpoint.needsAdmin && (await call(endpoint)) !== 403) wrong.push(said(endpoint, 200));
      const code = await (endpoint.needsAdmin ? await holderOf([id], perms, true) : call)(endpoint);
      if (code === 403 || code === 500) wrong.push(said(endpoint, code));
    }
    // Each call is refused to one node that does not name it: all pairs would take minutes.
    const share = Math.ceil(waiting.length / (nodes.length - at));
    for (const endpoint of waiting.filter(({ may }) => !permits(held, may)).slice(0, share)) {
      waiting.splice(waiting.indexOf(endpoint), 1);
      const code = await call(endpoint);
      if (code !== 403) wrong.push(said(endpoint, code));
    }
  }
  expect(wrong).toEqual([]);
  expect(waiting.map(nameOf)).toEqual([]);
}, 240_000);

it('gives what takes several nodes with all of them, and with none left out', async () => {
  const several = guarded().filter(({ may }) => typeof may === 'object' && 'all' in may);
  expect(several.length).toBeGreaterThan(1);
  for (const endpoint of several) {
    const ids = permissionsOf(endpoint.may)
      .filter((one) => !everybodyMay.includes(one as never))
      .map((one) => nodes.find(({ perms }) => perms.includes(one))!.id);
    const whole = await holderOf(ids, permissionsOf(endpoint.may));
    expect([nameOf(endpoint), await whole(endpoint)]).not.toEqual([nameOf(endpoint), 403]);
    for (const left of ids.length > 1 ? ids : []) {
      const call = await holderOf(
        ids.filter((id) => id !== left),
        [],
      );
      expect([nameOf(endpoint), left, await call(endpoint)]).toEqual([nameOf(endpoint), left, 403]);
    }
  }
});

it('gives an import with its own permission and that of what the file is about', async () => {
  const idOf = (one: string) => nodes.find(({ perms }) => perms.includes(one))!.id;
  const task = idOf(importTaskApi.save.may);
  expect(await (await holderOf([task], []))(importTaskApi.save)).toBe(403);
  expect(await (await holderOf([task, idOf(productApi.import.may)], []))(importTaskApi.save)).not.toBe(403);
});
