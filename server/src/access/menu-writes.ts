import { accessRefusals } from '@zhuiyuan/contract/access/access-refusals';
import { publicMenuIds, rootAccount, sensitiveMenuIds } from '@zhuiyuan/contract/access/fixed-rows';
import type { MenuDraft } from '@zhuiyuan/contract/access/menu';
import { idsAbove, idsBelow, mayHangBelow } from '@zhuiyuan/contract/kit/tree';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../kit/db/database.ts';
import type { Operator } from '../kit/operator.ts';
import { invalid, notFound, refuse, stale } from '../kit/refusal.ts';
import { announceSessionChange } from '../kit/http/session.ts';

type Draft = z.output<typeof MenuDraft>;

const deepest = 4;
/** The locks of the permission tree hang on these nodes. */
const fixedIds = new Set<number>([...publicMenuIds, ...sensitiveMenuIds]);

/** The whole tree, locked against other changes until the commit. Throws 63641 for everybody but the account `admin`. */
const lockTree = async (db: Db, operator: Operator) => {
  if (operator.account !== rootAccount) throw refuse(accessRefusals.rootOnly);
  await sql`lock table menu in share row exclusive mode`.execute(db);
  return db.selectFrom('menu').selectAll().execute();
};
type Tree = Awaited<ReturnType<typeof lockTree>>;

const requireMenu = (tree: Tree, id: number) => {
  const menu = tree.find((row) => row.id === id);
  if (!menu) throw notFound('系统菜单不存在');
  return menu;
};

/** Adds a node below `pid`. Throws 63642, 63644, 404, 400. */
export const addMenu = async (db: Db, draft: Draft, operator: Operator): Promise<void> => {
  const tree = await lockTree(db, operator);
  checkPlace(tree, draft);
  await db.insertInto('menu').values(draft).execute();
};

/** A node as a change of it is written, locked. Throws 63641, 404. */
export const storedMenu = async (db: Db, id: number, operator: Operator) => {
  const { pid, menuType, name, icon, sort, component, perms, isShow } = requireMenu(await lockTree(db, operator), id);
  return { pid, menuType, name, icon, sort, component, perms, isShow };
};

/** Changes a node; of the fixed ones only name, icon, order and whether it shows. Throws 63642–63645, 404, 409, 400. */
export const updateMenu = async (
  db: Db,
  id: number,
  version: number | undefined,
  draft: Draft,
  operator: Operator,
): Promise<void> => {
  const tree = await lockTree(db, operator);
  const before = requireMenu(tree, id);
  if (version !== undefined && version !== before.version) throw stale();
  const isMoved =
    draft.pid !== before.pid ||
    draft.menuType !== before.menuType ||
    draft.perms !== before.perms ||
    draft.component !== before.component;
  if (isMoved && fixedIds.has(id)) throw refuse(accessRefusals.menuFixed, { name: before.name });
  checkPlace(tree, draft, id);
  await change(db, id, draft);
};

/** Shows a hidden node in the sidebar, hides a shown one. */
export const flipMenu = async (db: Db, id: number, operator: Operator): Promise<void> => {
  const { isShow } = requireMenu(await lockTree(db, operator), id);
  await change(db, id, { isShow: !isShow });
};

/** Deletes a node and all below it, and with them what roles were granted of them. Throws 63645, 404. */
export const removeMenu = async (db: Db, id: number, operator: Operator): Promise<void> => {
  const tree = await lockTree(db, operator);
  const doomed = [requireMenu(tree, id).id, ...idsBelow(tree, id)];
  const fixed = tree.find((menu) => doomed.includes(menu.id) && fixedIds.has(menu.id));
  if (fixed) throw refuse(accessRefusals.menuFixed, { name: fixed.name });
  await db.deleteFrom('menu').where('id', 'in', doomed).execute();
  await announceSessionChange(db, '*');
};

const change = async (db: Db, id: number, columns: Partial<Draft>): Promise<void> => {
  await db
    .updateTable('menu')
    .set(columns)
    .set((row) => ({ version: row('version', '+', 1), updatedAt: row.fn('now') }))
    .where('id', '=', id)
    .execute();
  await announceSessionChange(db, '*');
};

/** Whether a node may stand there: below something that is no button nor part of itself, four levels deep at most. */
const checkPlace = (tree: Tree, { pid, menuType, component }: Draft, id?: number): void => {
  if (pid !== 0) {
    if (requireMenu(tree, pid).menuType === 'A') throw refuse(accessRefusals.menuUnderButton);
    if (id !== undefined && !mayHangBelow(tree, id, pid)) throw refuse(accessRefusals.menuInItself);
  }
  const toDepth = (at: number) => idsAbove(tree, at).length + 1;
  const level = pid === 0 ? 1 : toDepth(pid) + 1;
  const shownMenus = tree.filter((menu) => menu.menuType !== 'A');
  const below = id === undefined ? [] : [...idsBelow(shownMenus, id)].map((one) => toDepth(one) - toDepth(id));
  if (menuType !== 'A' && level + Math.max(0, ...below) > deepest) throw refuse(accessRefusals.menuTooDeep);
  const isTaken = component !== '' && tree.some((menu) => menu.component === component && menu.id !== id);
  if (isTaken) throw invalid('component', '组件路径已存在');
};
