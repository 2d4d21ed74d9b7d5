import type { Db } from '../../kit/db/database.ts';
import { live } from '../../kit/db/live.ts';

/** Whether a host name is a firm's own, disabled firms' too: their codes are still asked about. */
export const isFirmDomain = async (db: Db, host: string): Promise<boolean> =>
  Boolean(await live(db, 'firm').where('domain', '=', host.toLowerCase()).select('id').executeTakeFirst());
