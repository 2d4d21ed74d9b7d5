import { FirmSettings } from '@zhuiyuan/contract/parties/firm/firm-settings';
import type { Db } from '../../kit/db/database.ts';

/** What a firm has settled about packing. */
export const findPackRules = async (
  db: Db,
  firmId: number,
): Promise<Pick<FirmSettings, 'activateOnPack' | 'allowMixLot' | 'allowMixProduct'>> => {
  const firm = await db.selectFrom('firm').select('settings').where('id', '=', firmId).executeTakeFirstOrThrow();
  return FirmSettings.parse(firm.settings);
};
