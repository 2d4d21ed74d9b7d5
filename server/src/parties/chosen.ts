import type { Db } from '../kit/database.ts';
import { invalid } from '../kit/refusal.ts';

/** Refuses, at `field`, what is no enabled row of the firm; a row that is one stays locked until the choice is saved. */
const chosen =
  (table: 'agent' | 'channel' | 'salesman', field: string, label: string) =>
  async (db: Db, firmId: number, id: number | null | undefined): Promise<void> => {
    if (!id) return;
    const found = await db
      .selectFrom(table)
      .select('id')
      .where('id', '=', id)
      .where('firmId', '=', firmId)
      .where('isDel', '=', 0)
      .where('status', '=', 0)
      .forShare()
      .executeTakeFirst();
    if (!found) throw invalid(field, `${label}不存在或已停用`);
  };

export const chosenAgent = chosen('agent', 'agentId', '经销商');
export const chosenChannel = chosen('channel', 'channelId', '渠道');
export const chosenSalesman = chosen('salesman', 'salesmanId', '业务员');
