import { redRefusals } from '@zhuiyuan/contract/red/red-refusals';
import type { Db } from '../../kit/db/database.ts';
import { live } from '../../kit/db/live.ts';
import { refuse } from '../../kit/refusal.ts';

/** 62450 of a type that a red packet activity is of. */
export const refuseUsedType = async (db: Db, { redTypeId }: { redTypeId: number }): Promise<void> => {
  const used = await live(db, 'redActive').where('redTypeId', '=', redTypeId).select('id').limit(1).executeTakeFirst();
  if (used) throw refuse(redRefusals.typeUsed);
};
