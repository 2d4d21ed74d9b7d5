import { PayeeKind } from '@zhuiyuan/contract/settlement/settlement-enums';

/** The permission of an act on remittances of shops, or of dealers. */
export const remitMay = (kind: PayeeKind, act: 'save' | 'audit' | 'pay' | 'export'): `${string}:${string}` =>
  `admin:lottery:${kind === PayeeKind.shop ? 'storeRemit' : 'dealerRemit'}:${act}`;
