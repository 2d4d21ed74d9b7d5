import type { Domain } from '../kit/http/domain.ts';
import { mountDocuments } from './document/deliver.ts';
import { mountShip } from './ship/ship.ts';
import { mountSign } from './sign/sign.ts';
import { mountNeedApply } from './replenish/need-apply.ts';
import { mountNeedOrder } from './replenish/need-order.ts';
import { checkDays } from './document/check-days.ts';
import { countSent } from './ship/count-sent.ts';
import { findLogistics } from './document/find-logistics.ts';

/** Where goods are: requests, orders, shipping, signing, and the documents of it. */
export const movement = {
  mounts: [mountDocuments, mountShip, mountSign, mountNeedApply, mountNeedOrder],
  answers: {
    'days.checking': checkDays,
    'goods.sent': countSent,
    'trace.logistics': findLogistics,
  },
} satisfies Domain;
