import type { RoleKind } from '@zhuiyuan/contract/account/role-kind';

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
