import { maskPhone } from '@zhuiyuan/contract/kit/phone';
import type { Db } from '../kit/db/database.ts';
import { regionNames } from '../settings/region-names.ts';

/** Firms or shops as lists and exports show them: the phone masked, the region named. */
export const listedParties = async <Row extends { phone: string; regionCode: string }>(db: Db, rows: Row[]) => {
  const regions = await regionNames(
    db,
    rows.map(({ regionCode }) => regionCode),
  );
  return rows.map((row) => ({
    ...row,
    phone: maskPhone(row.phone),
    regionName: regions.get(row.regionCode) ?? '',
  }));
};
