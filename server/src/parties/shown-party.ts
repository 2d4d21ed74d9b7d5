import { maskPhone } from '@zhuiyuan/contract/kit/phone';

/** A firm or shop as lists and exports show it: the phone masked, the region named. */
export const shownParty = <Row extends { phone: string; regionCode: string }>(
  row: Row,
  nameOf: (regionCode: string) => string,
) => ({ ...row, phone: maskPhone(row.phone), regionName: nameOf(row.regionCode) });
