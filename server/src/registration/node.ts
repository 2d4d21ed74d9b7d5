import { nodeAbsentText } from '@zhuiyuan/contract/registration/registration-refusals';
import { HandleValue } from '@zhuiyuan/contract/registration/registration';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../kit/db/database.ts';

export interface HandleRecord {
  handle: string;
  values: HandleValue[];
}

/** What a node said to one item: nothing when it took it, else its reason. */
export type NodeAnswer = { handle: string; error?: string };

/**
 * An identifier node as registration needs it. Registering a handle again replaces its record, so a page may be sent twice.
 * A call that cannot be made at all rejects.
 */
export interface IdentifierNode {
  /** At most 100 items a call. */
  register(items: HandleRecord[]): Promise<NodeAnswer[]>;
  remove(handle: string): Promise<void>;
  resolve(handle: string): Promise<HandleValue[] | undefined>;
}

const refuseAll = (): never => {
  throw new Error(nodeAbsentText);
};

/** Stands for a node of a kind without an adapter: every call rejects. */
export const absentNode: IdentifierNode = {
  register: async () => refuseAll(),
  remove: async () => refuseAll(),
  resolve: async () => refuseAll(),
};

/** Refused on purpose, as the settings of the simulated node ask. */
class SimulatedFault extends Error {
  override name = 'SimulatedFault';
}

interface Simulation {
  delayMs: number;
  failPercent: number;
}

/** A node that ships with the server: keeps records in the database, takes its time and refuses as it is told. */
export const simulatedNode = (db: Db, { delayMs, failPercent }: Simulation): IdentifierNode => {
  const answer = async (): Promise<void> => {
    if (delayMs > 0) await sleep(delayMs);
    if (Math.random() * 100 < failPercent) throw new SimulatedFault('模拟故障');
  };
  return {
    async register(items) {
      await answer();
      await db
        .insertInto('simulatedHandle')
        .values(items.map(({ handle, values }) => ({ handle, values: JSON.stringify(values) })))
        .onConflict((conflict) =>
          conflict.column('handle').doUpdateSet((row) => ({ values: row.ref('excluded.values'), at: row.fn('now') })),
        )
        .execute();
      return items.map(({ handle }) => ({ handle }));
    },
    async remove(handle) {
      await answer();
      await db.deleteFrom('simulatedHandle').where('handle', '=', handle).execute();
    },
    async resolve(handle) {
      await answer();
      const found = await db
        .selectFrom('simulatedHandle')
        .select('values')
        .where('handle', '=', handle)
        .executeTakeFirst();
      return found && HandleValue.array().parse(found.values);
    },
  };
};
