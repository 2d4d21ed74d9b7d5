import type { Domain } from '../kit/http/domain.ts';
import { mountFieldwork } from './fieldwork.ts';
import { mountShopJoin } from './join-shop.ts';
import { mountFieldMoves } from './move-goods.ts';

/** What dealers, shops, salesmen and inspectors do on the phone. */
export const fieldwork = {
  mounts: [mountFieldwork, mountShopJoin, mountFieldMoves],
} satisfies Domain;
