import type { RoleKind } from '@zhuiyuan/contract/account/role-kind';
import { OpSource } from '@zhuiyuan/contract/kit/op-source';
import type { Operator } from '../kit/operator.ts';

/** Who moves goods, or asks for them: a member of staff, or a dealer, shop, salesman or inspector on the phone. */
export interface Actor {
  /** The administrator's number, null on the phone. */
  operatorId: number | null;
  /** See OpSource. */
  opSrc: number;
  role?: { kind: RoleKind; id: number };
  /** The firm acted in, where it is not that of the rows. */
  firmId?: number;
}

/** A member of staff at the console. */
export const staffActor = ({ id }: Pick<Operator, 'id'>): Actor => ({ operatorId: id, opSrc: OpSource.console });
