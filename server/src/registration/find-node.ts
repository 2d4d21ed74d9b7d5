import { registrationRefusals } from '@zhuiyuan/contract/registration/registration-refusals';
import type { Db } from '../kit/db/database.ts';
import { refuse } from '../kit/refusal.ts';
import { simulatedNode, type IdentifierNode } from './node.ts';

export interface FirmNode {
  prefix: string;
  nodeKind: number;
  /** Calls a second the node allows. */
  qps: number;
  node: IdentifierNode;
}

/** The node a firm registers with, or nothing when none is set. */
export const findNode = async (db: Db, firmId: number): Promise<FirmNode | undefined> => {
  const conf = await db.selectFrom('nodeConf').selectAll().where('firmId', '=', firmId).executeTakeFirst();
  return conf && { prefix: conf.prefix, nodeKind: conf.nodeKind, qps: conf.qps, node: simulatedNode(db, conf) };
};

/** As {@link findNode}; refuses 61120 without one. */
export const requireNode = async (db: Db, firmId: number): Promise<FirmNode> => {
  const found = await findNode(db, firmId);
  if (!found) throw refuse(registrationRefusals.noNode);
  return found;
};
