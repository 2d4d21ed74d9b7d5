import type { Db } from '../../kit/db/database.ts';

/** What was refused while a document was not there yet belongs to it from now on. */
export const takeOverDraft = async (db: Db, firmId: number, draftKey: string, deliverId: number): Promise<void> => {
  await db
    .updateTable('deliverLog')
    .set({ deliverId })
    .where('firmId', '=', firmId)
    .where('draftKey', '=', draftKey)
    .where('deliverId', 'is', null)
    .execute();
};
