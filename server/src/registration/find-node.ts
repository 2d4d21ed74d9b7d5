import { reachableKinds } from '@zhuiyuan/contract/registration/registration';
import { registrationRefusals } from '@zhuiyuan/contract/registration/registration-refusals';
import type { Db } from '../kit/db/database.ts';
import { refuse } from '../kit/refusal.ts';
import { absentNode, simulatedNode, type IdentifierNode } from './node.ts';

export interface FirmNode {
  prefix: string;
  nodeKind: number;
  /** Calls a second the node allows. */
  qps: number;
  node: IdentifierNode;
}

/** The node a firm registers with, or nothing when none is set. One of a kind without an adapter answers no call. */
export const findNode = async (db: Db, firmId: number): Promise<FirmNode | undefined> => {
  const conf = await db.selectFrom('nodeConf').selectAll().where('firmId', '=', firmId).executeTakeFirst();
  if (!conf) return undefined;
  const node = reachableKinds.includes(conf.nodeKind) ? simulatedNode(db, conf) : absentNode;
  return { prefix: conf.prefix, nodeKind: conf.nodeKind, qps: conf.qps, node };
};

/** As {@link findNode}; refuses 61120 without one and 61126 one that cannot be reached, at `field` where one is named. */
export const requireNode = async (db: Db, firmId: number, field?: string): Promise<FirmNode> => {
  const found = await findNode(db, firmId);
  if (found && found.node !== absentNode) return found;
  const refusal = found ? registrationRefusals.nodeAbsent : registrationRefusals.noNode;
  throw refuse(refusal, {}, field ? { fields: [{ field, message: refusal[1] }] } : null);
};
