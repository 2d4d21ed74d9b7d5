import { Shipping } from '@zhuiyuan/contract/codes/state/code-enums';
import { sql } from 'kysely';
import { StopKind } from '../../src/codes/state/code-states.ts';
import type { TestApp } from '../app.ts';

interface Item {
  seg: number;
  from: number;
  to: number;
  after: {
    parentSeg?: number;
    parentSerial?: number;
    shipStatus?: number;
    holderKind?: number;
    holderId?: number | null;
    deliverId?: number | null;
    voidKind?: number;
    productId?: number;
  };
  before: { parentSeg?: number }[];
}

/** What a code is by the operations that were done, one after the other. */
export interface Replayed {
  parent?: string;
  custody?: { shipStatus: number; holderKind: number; holderId: number | null; deliverId: number | null };
  isVoid: boolean;
  isFrozen: boolean;
  isActive: boolean;
}

export const codeKey = (seg: number, serial: number): string => `${seg}.${serial}`;

/**
 * The codes of a firm by its trail alone, in the order in which the operations had their locks: the plainest model there is, a map
 * of single codes, which knows nothing of spans, sets, rows or counters.
 */
export const replay = async (app: TestApp, firmId: number): Promise<Map<string, Replayed>> => {
  const { rows } = await sql<Item>`
    select seg, lower(span) as "from", upper(span) - 1 as "to", after, before from code_op_item where firm_id = ${firmId} order by seq, id`.execute(
    app.db,
  );
  const codes = new Map<string, Replayed>();
  for (const { seg, from, to, after, before } of rows)
    for (let serial = from; serial <= to; serial += 1) {
      const key = codeKey(seg, serial);
      const code = codes.get(key) ?? { isVoid: false, isFrozen: false, isActive: false };
      codes.set(key, code);
      if (after.parentSeg !== undefined) code.parent = codeKey(after.parentSeg, after.parentSerial!);
      else if (before.some(({ parentSeg }) => parentSeg !== undefined)) delete code.parent;
      if (after.productId !== undefined) code.isActive = true;
      if (after.voidKind !== undefined) {
        code.isVoid ||= after.voidKind === StopKind.void;
        code.isFrozen = after.voidKind === StopKind.frozen;
      }
      if (after.shipStatus === Shipping.none) delete code.custody;
      else if (after.shipStatus !== undefined) {
        const { shipStatus, holderKind = 0, holderId = null, deliverId = null } = after;
        code.custody = { shipStatus, holderKind, holderId, deliverId };
      }
    }
  return codes;
};
