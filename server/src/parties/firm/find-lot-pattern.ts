import { FirmSettings } from '@zhuiyuan/contract/parties/firm/firm-settings';
import type { Db } from '../../kit/db/database.ts';

/** The rule of a firm for its lot numbers, '' without one. */
export const findLotPattern = async (db: Db, { firmId }: { firmId: number }): Promise<string> => {
  const firm = await db.selectFrom('firm').select('settings').where('id', '=', firmId).executeTakeFirst();
  return firm ? FirmSettings.parse(firm.settings).lotNoPattern : '';
};
