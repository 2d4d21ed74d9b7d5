import { Holder, OpType } from '@zhuiyuan/contract/codes/state/code-enums';
import { addDays, shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import { BizType, DiffAct, DiffKind } from '@zhuiyuan/contract/movement/move-enums';
import { DeliverHead, LineDraft } from '@zhuiyuan/contract/movement/ship/ship-draft';
import { SignDraft } from '@zhuiyuan/contract/movement/sign/sign';
import { sql } from 'kysely';
import { Keyring } from '../../codes/cipher/keyring.ts';
import type { Run } from '../../codes/state/ranges.ts';
import type { Db } from '../../kit/db/database.ts';
import type { Actor } from '../../movement/actor.ts';
import { cancelDeliver } from '../../movement/ship/cancel-deliver.ts';
import { shipGoods } from '../../movement/ship/ship-goods.ts';
import { handleDiff } from '../../movement/sign/handle-diff.ts';
import { signDeliver } from '../../movement/sign/sign-deliver.ts';
import type { SeedParts } from '../first/seed-parts.ts';
import { moveDocument, moveOpsOf, numberByDay, orderLog, recountDays } from './backdate-documents.ts';
import { seedPacking } from './seed-packing.ts';
import { findGoods, findReceivers, type Goods, type Receivers } from './goods-to-ship.ts';
import { seedNeeds } from './seed-needs.ts';

const carriers = ['德邦物流', '安能物流', '顺丰快运', '中通快运'];
const warehouses = ['余杭仓 A 区', '成品仓 2 库'];
/** A week's document has so many runs, more before the holidays. */
const runsOf = (month: number): number => (month >= 9 || month <= 1 ? 5 : 3);

/** One firm of the demonstration, and how its goods are moved. */
export interface Mover {
  firmId: number;
  actor: Actor;
  goods: readonly Goods[];
  receivers: Receivers;
  ship(head: object, runs: readonly (Run & Pick<Goods, 'keyV'>)[], at: string | undefined): Promise<number>;
  sign(id: number, at: string | undefined, draft?: object): Promise<void>;
  textOf(goods: Pick<Goods, 'seg' | 'keyV'>, serial: number): Promise<string>;
}

const openMover = async (db: Db, keyring: Keyring, firmId: number): Promise<Mover> => {
  const staff = await db
    .selectFrom('admin')
    .where('firmId', '=', firmId)
    .select('id')
    .orderBy('id')
    .executeTakeFirstOrThrow();
  const actor: Actor = { operatorId: staff.id, opSrc: 0 };
  const textOf: Mover['textOf'] = ({ seg, keyV }, serial) => keyring.readText(db, { seg, keyV }, serial);
  return {
    firmId,
    actor,
    textOf,
    goods: await findGoods(db, firmId),
    receivers: await findReceivers(db, firmId),
    async ship(head, runs, at) {
      const lines = [];
      for (const run of runs)
        lines.push(
          LineDraft.parse({
            code: await textOf(run, run.from),
            ...(run.to > run.from ? { lastCode: await textOf(run, run.to) } : {}),
          }),
        );
      const { doc } = await shipGoods(db, keyring, actor, {
        firmId,
        head: DeliverHead.parse(head),
        lines,
        confirmOver: true,
        idemKey: `demo shipment ${firmId} ${runs[0]!.seg} ${runs[0]!.from} ${at ?? 'now'}`,
        happenedAt: at,
      });
      if (at) await moveDocument(db, doc!.id, { act: 'ship', at });
      return doc!.id;
    },
    async sign(id, at, draft = {}) {
      await signDeliver(db, keyring, actor, SignDraft.parse({ id, mode: 'all', ...draft }));
      if (at) await moveDocument(db, id, { act: 'sign', at });
    },
  };
};

const at = (day: string, hour: number, minute: number): string =>
  `${day} ${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}:00`;
const toAgent = (id: number, place: number) => ({
  toKind: Holder.agent,
  toId: id,
  warehouse: warehouses[place % warehouses.length],
  logisticsName: carriers[place % carriers.length],
  logisticsNo: `${['DPK', 'AN', 'SF', 'ZT'][place % 4]}${3_602_118_400 + place * 7919}`,
});

/** Soon after a lot was activated most of it goes out to dealers, who pass some on to their shops. */
const shipLots = async (mover: Mover): Promise<void> => {
  for (const [nth, goods] of mover.goods.entries())
    for (const [part, from] of [1, 4_001].entries()) {
      const day = addDays(goods.activatedDay, 1 + 2 * part);
      const dealer = mover.receivers.agentAt(day, nth * 4 + part);
      if (!dealer) continue;
      const run = { ...goods, from, to: from + 2_999 + 999 * (part % 2) };
      const id = await mover.ship(toAgent(dealer.id, nth + part), [run], at(day, 9 + part, 12 + nth));
      const signedDay = addDays(day, 2 + (part % 2));
      await mover.sign(id, at(signedDay, 15, 8 + nth));
      for (const [step, shop] of mover.receivers.shopsAt(dealer.id, signedDay).slice(0, 1).entries()) {
        const shopDay = addDays(signedDay, 1 + step);
        const head = { fromKind: Holder.agent, fromId: dealer.id, toKind: Holder.shop, toId: shop.id };
        const first = from + 200 * step;
        const onward = await mover.ship(head, [{ ...goods, from: first, to: first + 119 }], at(shopDay, 10, 20 + nth));
        await mover.sign(onward, at(addDays(shopDay, 1), 11, 40));
      }
    }
};

/** A document a week, every other week earlier in the year, of goods nobody had asked about: most arrived, some did not go as they should. */
const shipWeekly = async (db: Db, keyring: Keyring, mover: Mover): Promise<void> => {
  const { firmId, actor } = mover;
  for (let week = 48; week >= 0; week -= week > 10 ? 2 : 1) {
    const day = addDays(shanghaiToday(), -7 * week - 2);
    const goods = mover.goods.findLast(({ activatedDay, free }) => activatedDay < day && free.length > 6);
    const dealer = mover.receivers.agentAt(day, week * 5 + firmId);
    if (!goods || !dealer) continue;
    const runs = goods.free.splice(0, runsOf(Number(day.slice(5, 7)))).map((run) => ({ ...run, keyV: goods.keyV }));
    const head = { ...toAgent(dealer.id, week), remark: week % 9 === 0 ? '节前补货' : '' };
    const id = await mover.ship(head, runs, at(day, 9 + (week % 8), 5 + week));
    const arrival = at(addDays(day, 2 + (week % 4)), 14, 2 + week);
    const lineCode = await mover.textOf(goods, runs[0]!.from);
    const damaged = { code: lineCode, kind: DiffKind.damaged, note: '外箱破损，内盒压变形' };
    if (week <= 1) continue;
    if (week % 13 === 7) {
      await cancelDeliver(db, keyring, actor, { id, reason: '收货方临时改期，整单撤回' });
      await moveDocument(db, id, { act: 'cancel', at: at(day, 18, 30) });
    } else if (week === 3 || week === 18) {
      await mover.sign(id, arrival, { diffs: [damaged], remark: '破损1件，拒收' });
      if (week === 18) {
        const diff = await db
          .selectFrom('deliverDiff')
          .where('deliverId', '=', id)
          .select('id')
          .executeTakeFirstOrThrow();
        await handleDiff(db, keyring, actor, {
          id: diff.id,
          act: DiffAct.sign,
          remark: '重新包装后补签',
          idemKey: undefined,
        });
        await moveDocument(db, id, { act: 'sign', at: at(addDays(day, 6), 10, 15), onlyNew: true });
      }
    } else await mover.sign(id, arrival);
    if (week === 6) {
      const back = {
        bizType: BizType.takeBack,
        fromKind: Holder.agent,
        fromId: dealer.id,
        toKind: Holder.firm,
        toId: 0,
        reason: '内盒受潮，整件退回',
      };
      const returned = await mover.ship(back, [runs[1]!], at(addDays(day, 9), 9, 30));
      await mover.sign(returned, at(addDays(day, 12), 16, 0));
    }
    const other = mover.receivers.agentAt(day, week * 5 + firmId + 1);
    if (week === 10 && other && other.id !== dealer.id) {
      const moved = { bizType: BizType.transfer, fromKind: Holder.agent, fromId: dealer.id, ...toAgent(other.id, 2) };
      const transfer = await mover.ship(moved, [runs[1]!], at(addDays(day, 11), 9, 50));
      await mover.sign(transfer, at(addDays(day, 13), 15, 45));
    }
  }
};

/** Cases whose boxes and products were joined before printing leave today: some are on their way. */
const shipCases = async (mover: Mover): Promise<void> => {
  for (const set of mover.receivers.sets) {
    const dealers = [0, 1].map((place) => mover.receivers.agentAt(shanghaiToday(), 3 + place * 2));
    if (!dealers[0] || !dealers[1]) continue;
    const id = await mover.ship(toAgent(dealers[0].id, 1), [{ ...set, from: 1, to: 6 }], undefined);
    await mover.sign(id, undefined);
    await mover.ship(
      toAgent(dealers[1].id, 2),
      [
        { ...set, from: 7, to: 14 },
        { ...set, from: 20, to: 20 },
      ],
      undefined,
    );
  }
};

/** A year of goods on their way for each firm that has dealers: packed, shipped, signed, returned, cancelled, asked for. */
export const seedMovement = async ({ db, config }: Pick<SeedParts, 'db' | 'config'>): Promise<void> => {
  const keyring = new Keyring(config.masterKey);
  // Nothing of this transaction is known to the planner yet.
  await sql`analyze code_span, code_unit, code_op, code_op_item, unit_scan, agent, agent_region, shop, shop_ass, lot, product, segment`.execute(
    db,
  );
  const firms = await db.selectFrom('agent').select('firmId').distinct().orderBy('firmId').execute();
  for (const { firmId } of firms) {
    const mover = await openMover(db, keyring, firmId);
    await shipLots(mover);
    await shipWeekly(db, keyring, mover);
    await shipCases(mover);
    await seedNeeds(db, mover);
    await seedPacking({ db, config }, keyring, { firmId, operatorId: mover.actor.operatorId! });
  }
  await moveOpsOf(db, [OpType.ship, OpType.takeBack]);
  await numberByDay(db);
  await orderLog(db);
  await recountDays(db);
};
