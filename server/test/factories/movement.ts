import { packingApi } from '@zhuiyuan/contract/packing/packing';
import { shipApi } from '@zhuiyuan/contract/movement/ship/ship';
import { signApi } from '@zhuiyuan/contract/movement/sign/sign';
import { sql } from 'kysely';
import type { TestApp } from '../app.ts';
import { makeStaff } from './access.ts';
import { codePermissions, makeCodeWorld, opsOf, packPermissions, range } from './codes.ts';
import { makeAgent, makeShop } from './parties.ts';

export const shipPermissions = [
  'list',
  'alone',
  'box',
  'batch',
  'sign',
  'cancel',
  'return',
  'logistics',
  'print',
  'export',
  'log',
].map((act) => `admin:identity:deliver:${act}`);

/** A code and what it needs to be a line of a shipment. */
interface LineSent {
  code: string;
  lastCode?: string;
  mode?: number;
  cut?: { serialFrom: number; serialTo: number }[];
}

/**
 * A firm with goods to ship: 400 items (the first 300 activated), 40 small boxes that hold six and 8 cases that hold four, joined or
 * not, with a dealer, one below him, one beside, and a shop of the first.
 */
export const makeMoveWorld = async (app: TestApp, { assocMode = 0 }: { assocMode?: 0 | 1 } = {}) => {
  const world = await makeCodeWorld(app);
  const ops = opsOf(app, world);
  const { firmId } = world;
  const { token, id: staffId } = await makeStaff(app, {
    firmId,
    permissions: [...codePermissions, ...packPermissions, ...shipPermissions],
  });
  const sizes =
    assocMode === 1 ? { caseCount: 8, boxCount: 32, itemCount: 192 } : { caseCount: 8, boxCount: 40, itemCount: 400 };
  const { segments } = await world.issue({ ...sizes, assocMode });
  const segOf = (level: number) => segments.find((segment) => segment.level === level)!.seg;
  const [items, boxes, cases] = [segOf(0), segOf(1), segOf(2)];
  await ops.use(range(items, 1, assocMode === 1 ? 192 : 300));
  if (assocMode === 1) {
    await ops.use(range(boxes, 1, 32));
    await ops.use(range(cases, 1, 8));
  }
  const agent = await makeAgent(app, firmId);
  const below = await makeAgent(app, firmId, { pid: agent });
  const beside = await makeAgent(app, firmId);
  const shop = await makeShop(app, firmId, agent);
  const codesOf = (seg: number, from: number, to: number) =>
    ops.textsOf(seg, ...Array.from({ length: to - from + 1 }, (_, at) => from + at));
  const item = (serial: number) => ops.codeOf(items, serial);
  const box = (serial: number) => ops.codeOf(boxes, serial);
  const bigBox = (serial: number) => ops.codeOf(cases, serial);
  const line = async (seg: number, from: number, to = from): Promise<LineSent> =>
    from === to
      ? { code: await ops.codeOf(seg, from) }
      : { code: await ops.codeOf(seg, from), lastCode: await ops.codeOf(seg, to) };
  const to = (toId = agent, more: object = {}) => ({ toKind: 1, toId, ...more });
  const ship = (lines: LineSent[], head: object = to(), more: object = {}) =>
    app.call(token, shipApi.scanSave, { head, lines, ...more } as never);
  const check = (lines: LineSent[], head: object = to()) =>
    app.data(token, shipApi.scanCheck, { head, lines } as never);
  const sign = (id: number, more: object = {}) => app.call(token, signApi.sign, { id, mode: 'all', ...more } as never);
  const cancel = (id: number, more: object = {}) =>
    app.call(token, shipApi.cancel, { id, reason: '发错货', ...more } as never);
  const pack = async (serial: number, first: number, last: number) =>
    app.data(token, packingApi.alone, { parentCode: await box(serial), children: await codesOf(items, first, last) });
  const settle = (settings: object) =>
    app.db
      .updateTable('firm')
      .set({ settings: sql`settings || ${JSON.stringify(settings)}::jsonb` })
      .where('id', '=', firmId)
      .execute();
  const docOf = (id: number) => app.db.selectFrom('deliver').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const linesOf = async (id: number) => {
    const { rows } = await sql<{
      id: number;
      mode: number;
      level: number;
      from: number;
      to: number;
      itemQty: number;
      status: number;
    }>`
      select id, mode, level, lower(span) as "from", upper(span) - 1 as "to", item_qty, status from deliver_line where deliver_id = ${id} order by seg, span`.execute(
      app.db,
    );
    return rows;
  };
  const stockOf = (holderId: number, holderKind = 1) =>
    app.db
      .selectFrom('stock')
      .where('firmId', '=', firmId)
      .where('holderKind', '=', holderKind)
      .where('holderId', '=', holderId)
      .select(['productId', 'lotId', 'transitQty', 'handQty', 'inQty', 'outQty'])
      .orderBy('lotId')
      .execute();
  const logOf = (deliverId: number) =>
    app.db.selectFrom('deliverLog').selectAll().where('deliverId', '=', deliverId).orderBy('id').execute();
  return {
    ...world,
    ops,
    token,
    staffId,
    items,
    boxes,
    cases,
    agent,
    below,
    beside,
    shop,
    codesOf,
    item,
    box,
    bigBox,
    line,
    to,
    ship,
    check,
    sign,
    cancel,
    pack,
    settle,
    docOf,
    linesOf,
    stockOf,
    logOf,
  };
};
