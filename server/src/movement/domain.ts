import type { Domain } from '../kit/http/domain.ts';
import { mountDocuments } from './documents/deliver.ts';
import { mountShip } from './ship/ship.ts';
import { mountSign } from './sign/sign.ts';
import { mountSignCheck } from './sign/sign-check.ts';
import { mountNeedApply } from './replenish/need-apply.ts';
import { mountNeedOrder } from './replenish/need-order.ts';
import { checkDays } from './documents/check-days.ts';
import { countSent } from './ship/count-sent.ts';
import { findLogistics } from './documents/find-logistics.ts';

/** Where goods are: requests, orders, shipping, signing, and the documents of it. */
export const movement = {
  mounts: [mountDocuments, mountShip, mountSign, mountSignCheck, mountNeedApply, mountNeedOrder],
  answers: {
    'days.checking': checkDays,
    'goods.sent': countSent,
    'trace.logistics': findLogistics,
  },
} satisfies Domain;
