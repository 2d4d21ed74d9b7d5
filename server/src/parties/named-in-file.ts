import { absent } from '../jobs/importer.ts';
import type { Db } from '../kit/db/database.ts';
import { live } from '../kit/db/live.ts';
import { looksLike } from '../kit/db/looks-like.ts';

/* What a row of a file names by number, name or telephone; one the firm does not have is an error at column `key`. */

interface Named {
  firmId: number;
  key: string;
}

export const requireAgentByNo = async (db: Db, agentNo: string, { firmId, key }: Named): Promise<number> => {
  const agents = live(db, 'agent').select('id').where('firmId', '=', firmId);
  const found = await agents.where('agentNo', '=', agentNo).executeTakeFirst();
  if (!found) throw absent(key, agentNo);
  return found.id;
};

export const requireChannelByName = async (db: Db, name: string, { firmId, key }: Named): Promise<number> => {
  const channels = live(db, 'channel').select('id').where('firmId', '=', firmId);
  const found = await channels.where(looksLike('name', name)).executeTakeFirst();
  if (!found) throw absent(key, name);
  return found.id;
};

export const requireSalesmanByPhone = async (db: Db, phone: string, { firmId, key }: Named): Promise<number> => {
  const salesmen = live(db, 'salesman').select('id').where('firmId', '=', firmId);
  const found = await salesmen.where('phone', '=', phone).executeTakeFirst();
  if (!found) throw absent(key, phone);
  return found.id;
};
