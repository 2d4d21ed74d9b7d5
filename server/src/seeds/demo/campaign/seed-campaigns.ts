import { PrizeDraft } from '@zhuiyuan/contract/campaign/prize/prize-draft';
import { addDays, shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import { insertPrize } from '../../../campaign/prize/prize-writes.ts';
import type { Db } from '../../../kit/db/database.ts';
import { live } from '../../../kit/db/live.ts';
import { demoPrizes } from './demo-prizes.ts';

const preparedDaysAgo = 62;

/** What campaigns are made of, for each firm of the demonstration. */
export const seedCampaigns = async (db: Db): Promise<void> => {
  const firms = await live(db, 'firm').select('id').orderBy('id').execute();
  for (const [at, { id: firmId }] of firms.slice(0, demoPrizes.length).entries()) {
    const staff = await db.selectFrom('admin').select('id').where('firmId', '=', firmId).executeTakeFirstOrThrow();
    await seedPrizes(db, { firmId, operatorId: staff.id }, demoPrizes[at]!);
  }
};

/** The time of the place-th thing of its kind that a firm prepared. */
const timeAt = (place: number): string =>
  `${addDays(shanghaiToday(), -preparedDaysAgo + place)} 10:${String(12 + place * 7).padStart(2, '0')}:00`;

const seedPrizes = async (
  db: Db,
  whose: { firmId: number; operatorId: number },
  prizes: readonly object[],
): Promise<void> => {
  for (const [place, prize] of prizes.entries()) {
    const { id } = await insertPrize(db, PrizeDraft.parse(prize), whose);
    const at = timeAt(place);
    await db.updateTable('prize').set({ createdAt: at, updatedAt: at }).where('id', '=', id).execute();
  }
};
