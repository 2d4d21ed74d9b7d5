import type { Db } from '../kit/db/database.ts';

const what = 'demonstration';
const [wanted, laid] = [1, 2];

const mark = (db: Db, rowId: number) =>
  db
    .insertInto('seeded')
    .values({ what, rowId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/** A database without any firm wants the demonstration, unless the setting says no. */
export const wantDemo = async (db: Db, isOn: boolean): Promise<void> => {
  if (!isOn && (await awaitsDemo(db))) await db.deleteFrom('seeded').where('what', '=', what).execute();
  if (isOn && !(await db.selectFrom('firm').select('id').limit(1).executeTakeFirst())) await mark(db, wanted);
};

/** Whether the demonstration is wanted and not there yet. */
export const awaitsDemo = async (db: Db): Promise<boolean> => {
  const rows = await db.selectFrom('seeded').select('rowId').where('what', '=', what).execute();
  return rows.length > 0 && rows.every(({ rowId }) => rowId === wanted);
};

/** The demonstration counts as laid out from now on. */
export const markDemo = (db: Db) => mark(db, laid);
