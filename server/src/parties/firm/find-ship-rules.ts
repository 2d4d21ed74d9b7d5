import { FirmSettings } from '@zhuiyuan/contract/parties/firm/firm-settings';
import type { Db } from '../../kit/db/database.ts';

/** What a firm has settled about shipping, signing, and what shoppers see of it. */
export const findShipRules = async (
  db: Db,
  firmId: number,
): Promise<Pick<FirmSettings, 'signRequired' | 'shipNeedFull' | 'shipInactive' | 'autoSignDays' | 'showLogistics'>> => {
  const firm = await db.selectFrom('firm').select('settings').where('id', '=', firmId).executeTakeFirstOrThrow();
  return FirmSettings.parse(firm.settings);
};
