import type { Db } from '../kit/db/database.ts';
import { lockEnabled } from '../kit/db/rows.ts';
import { invalid } from '../kit/refusal.ts';

/** Tables whose rows are chosen in forms and can be disabled. */
type ChosenTable = 'agent' | 'channel' | 'salesman';

/** Refuses, at `field`, what is no enabled row of the firm; a row that is one stays locked until the choice is saved. */
export const lockChosen = async (
  db: Db,
  { table, firmId, id }: { table: ChosenTable; firmId: number; id: number },
  { field, message }: { field: string; message: string },
): Promise<void> => {
  const gone = () => invalid(field, message);
  const found = await lockEnabled(db, table, id, ['firmId'], gone);
  if (found.firmId !== firmId) throw gone();
};

const lockChosenAt =
  (table: ChosenTable, field: string, label: string) =>
  async (db: Db, firmId: number, id: number | null | undefined): Promise<void> => {
    if (id) await lockChosen(db, { table, firmId, id }, { field, message: `${label}不存在或已停用` });
  };

export const lockChosenAgent = lockChosenAt('agent', 'agentId', '经销商');
export const lockChosenChannel = lockChosenAt('channel', 'channelId', '渠道');
export const lockChosenSalesman = lockChosenAt('salesman', 'salesmanId', '业务员');
