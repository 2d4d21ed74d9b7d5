import type { Db } from '../kit/database.ts';
import { invalid } from '../kit/refusal.ts';

/* What a form chooses must be an enabled row of the row's own firm; it is locked until the choice is saved. */

const missing = (field: string, label: string) => invalid(field, `${label}不存在或已停用`);

/** Refuses a dealer that is no enabled one of the firm. */
export const chosenAgent = async (db: Db, firmId: number, id: number | null | undefined, field = 'agentId') => {
  if (!id) return;
  const found = await db
    .selectFrom('agent')
    .select('id')
    .where('id', '=', id)
    .where('firmId', '=', firmId)
    .where('isDel', '=', 0)
    .where('status', '=', 0)
    .forShare()
    .executeTakeFirst();
  if (!found) throw missing(field, '经销商');
};

/** Refuses a channel that is no enabled one of the firm. */
export const chosenChannel = async (db: Db, firmId: number, id: number | null | undefined, field = 'channelId') => {
  if (!id) return;
  const found = await db
    .selectFrom('channel')
    .select('id')
    .where('id', '=', id)
    .where('firmId', '=', firmId)
    .where('isDel', '=', 0)
    .where('status', '=', 0)
    .forShare()
    .executeTakeFirst();
  if (!found) throw missing(field, '渠道');
};

/** Refuses a salesman that is no enabled one of the firm. */
export const chosenSalesman = async (db: Db, firmId: number, id: number | null | undefined, field = 'salesmanId') => {
  if (!id) return;
  const found = await db
    .selectFrom('salesman')
    .select('id')
    .where('id', '=', id)
    .where('firmId', '=', firmId)
    .where('isDel', '=', 0)
    .where('status', '=', 0)
    .forShare()
    .executeTakeFirst();
  if (!found) throw missing(field, '业务员');
};
