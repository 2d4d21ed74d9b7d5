import type { TestApp } from './app.ts';

let serial = 0;
const next = () => (serial += 1);

/** A dealer of a firm, below another one when `pid` names him. */
export const makeAgent = async ({ db }: TestApp, firmId: number, { pid = 0, name = `经销商${next()}` } = {}) => {
  const above = pid
    ? await db.selectFrom('agent').select(['path', 'id']).where('id', '=', pid).executeTakeFirstOrThrow()
    : undefined;
  const path = above ? `${above.path}${above.id}/` : '/';
  const { id } = await db
    .insertInto('agent')
    .values({ firmId, name, agentNo: `A-${next()}`, agentType: 1, pid, path })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** A salesman of a firm. */
export const makeSalesman = async ({ db }: TestApp, firmId: number, picName = `业务${next()}`): Promise<number> => {
  const { id } = await db
    .insertInto('salesman')
    .values({ firmId, picName, phone: `139${String(next()).padStart(8, '0')}` })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** A channel of a firm. */
export const makeChannel = async ({ db }: TestApp, firmId: number, name = `渠道${next()}`): Promise<number> => {
  const { id } = await db
    .insertInto('channel')
    .values({ firmId, name, channelNo: `C-${next()}`, channelType: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** What a form of a shop sends; every phone is another one. */
export const shopDraft = (agentId: number, change: object = {}) => ({
  name: '龙井路茶叶店',
  agentId,
  shopType: 1,
  contact: '周明远',
  phone: `138${String(next()).padStart(8, '0')}`,
  regionCode: '330106',
  address: '龙井路 18 号',
  ...change,
});
