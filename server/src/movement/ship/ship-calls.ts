import { BizType, DeliverAct, LineMode } from '@zhuiyuan/contract/movement/move-enums';
import { moveRefusals } from '@zhuiyuan/contract/movement/move-refusals';
import type { DeliverHead } from '@zhuiyuan/contract/movement/ship/ship-draft';
import type { Keyring } from '../../codes/cipher/keyring.ts';
import type { Db } from '../../kit/db/database.ts';
import { retried } from '../../kit/http/serve.ts';
import { requireFirmId, type Operator } from '../../kit/operator.ts';
import { forbidden, invalid, notFound } from '../../kit/refusal.ts';
import { staffActor } from '../actor.ts';
import { logRefused } from '../document/log-moves.ts';
import { shipGoods, type ShipDone, type ShipDraft } from './ship-goods.ts';

/** What a shipment is called for: a new document's head, or the number of one. */
export interface Called {
  head?: DeliverHead;
  deliverId?: number;
}

/** A call's document with the firm it is of. */
export const readCalled = async (db: Db, operator: Operator, { head, deliverId }: Called) => {
  if (deliverId === undefined) {
    const { firmId, ...rest } = head!;
    return { firmId: requireFirmId(operator, firmId), head: rest, bizType: rest.bizType, doc: rest };
  }
  const doc = await db
    .selectFrom('deliver')
    .where('id', '=', deliverId)
    .select(['id', 'firmId', 'bizType', 'fromKind', 'fromId', 'toKind', 'toId', 'orderId'])
    .executeTakeFirst();
  if (!doc) throw notFound();
  return { firmId: doc.firmId, deliverId, bizType: doc.bizType, doc };
};

const act = (operator: Operator, name: string): void => {
  if (!operator.may(`admin:identity:deliver:${name}`)) throw forbidden();
};

/** Each kind of line, and goods that go back, take a permission of their own. */
export const checkMayShip = (operator: Operator, bizType: number, lines: readonly { mode: number }[]): void => {
  if (bizType === BizType.takeBack) return act(operator, 'return');
  if (lines.some(({ mode }) => mode === LineMode.range)) act(operator, 'batch');
  if (lines.some(({ mode }) => mode === LineMode.item)) act(operator, 'alone');
  if (lines.some(({ mode }) => mode === LineMode.box)) act(operator, 'box');
};

/** Ships what a call names in a transaction of its own, and logs what is refused outside of it. */
export const shipCalled = async (
  db: Db,
  keyring: Keyring,
  operator: Operator,
  called: Called,
  draft: Omit<ShipDraft, 'firmId' | 'head' | 'deliverId'>,
): Promise<ShipDone> => {
  const { firmId, bizType, doc, ...where } = await readCalled(db, operator, called);
  const actor = staffActor(operator);
  const logged = { doc, draftKey: draft.draftKey };
  const what = bizType === BizType.takeBack ? DeliverAct.takeBack : DeliverAct.ship;
  return logRefused(db, firmId, actor, what, logged, () =>
    retried(() =>
      db
        .transaction()
        .execute((transaction) => shipGoods(transaction as Db, keyring, actor, { ...draft, ...where, firmId })),
    ),
  );
};

/** The document of a shipment that left nothing behind. */
export const requireDoc = ({ doc }: ShipDone) => {
  if (!doc) throw invalid('lines', moveRefusals.notShipped[1]);
  return doc;
};
