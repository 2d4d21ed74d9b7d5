import { Holder } from '@zhuiyuan/contract/codes/state/code-enums';
import { absent } from '../../jobs/importer.ts';
import type { Db } from '../../kit/db/database.ts';
import { live } from '../../kit/db/live.ts';

export interface Receiver {
  kind: number;
  id: number;
}

/** The dealer or shop of the firm that a row of a file names by his number. */
export const requireReceiver = async (
  db: Db,
  firmId: number,
  { kind, no }: { kind: number; no: string },
): Promise<Receiver> => {
  const found =
    kind === Holder.agent
      ? await live(db, 'agent').where('firmId', '=', firmId).where('agentNo', '=', no).select('id').executeTakeFirst()
      : await live(db, 'shop').where('firmId', '=', firmId).where('shopNo', '=', no).select('id').executeTakeFirst();
  if (!found) throw absent('toNo', no);
  return { kind, id: found.id };
};
