import { redInfoApi } from '@zhuiyuan/contract/payout/red-info';
import { ductApi } from '@zhuiyuan/contract/settlement/duct';
import { remitApi } from '@zhuiyuan/contract/settlement/remit';

/** What is read again after a remittance was made, passed, rejected or paid. */
export const remitChanges = [
  remitApi.list,
  remitApi.info,
  remitApi.items,
  remitApi.summary,
  remitApi.preview,
  ductApi.list,
  redInfoApi.list,
];
