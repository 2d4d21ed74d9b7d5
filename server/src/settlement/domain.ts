import type { Domain } from '../kit/http/domain.ts';
import { mountRemit } from './remit.ts';
import { mountStore } from './store/store.ts';
import { mountStoreTrace } from './store/store-trace.ts';
import { mountShopPay } from './store/shop-pay.ts';
import { mountDuct } from './duct.ts';
import { bookRemit } from './remit-money.ts';
import { followPayee } from './payee.ts';

/** What shops and dealers are paid. */
export const settlement = {
  mounts: [mountRemit, mountStore, mountStoreTrace, mountShopPay, mountDuct],
  hears: {
    'payout.turned': [bookRemit],
    'payee.changed': [followPayee],
  },
} satisfies Domain;
