import { ChannelType } from '@zhuiyuan/contract/parties/channel/channel';
import { AgentType } from '@zhuiyuan/contract/parties/agent/agent-enums';
import { ShopLinkKind } from '@zhuiyuan/contract/parties/shop/shop-enums';
import { Review } from '@zhuiyuan/contract/kit/review';
import { noteLinks } from '../../src/parties/shop/note-links.ts';
import type { App } from '../../src/kit/http/app-context.ts';

let serial = 0;
const next = () => `${Date.now().toString(36)}${(serial += 1)}`;
const phone = () => `138${String((serial += 1)).padStart(8, '0')}`;

/** A firm of its own name. */
export const makeFirm = async ({ db }: App, name = `企业${next()}`): Promise<number> => {
  const { id } = await db
    .insertInto('firm')
    .values({ name, firmNo: `F${next()}`, creditCode: next().padStart(18, '0').slice(0, 18), audit: Review.passed })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** A shop of a firm that belongs to an agent. */
export const makeShop = async (
  { db }: Pick<App, 'db'>,
  firmId: number,
  agentId: number,
  name = `门店${next()}`,
): Promise<number> => {
  const row = { firmId, name, shopNo: next(), shopType: 7, phone: phone(), audit: 1 };
  const { id } = await db.insertInto('shop').values(row).returning('id').executeTakeFirstOrThrow();
  const link = { firmId, shopId: id, kind: ShopLinkKind.agent, targetId: agentId };
  const made = await db.insertInto('shopAss').values(link).returning('id').executeTakeFirstOrThrow();
  await noteLinks(db, [made.id]);
  return id;
};

/** An inspector of a firm. */
export const makeInspector = async (
  { db }: Pick<App, 'db'>,
  firmId: number,
  auditor = `稽查员${next()}`,
): Promise<number> =>
  (
    await db
      .insertInto('inspector')
      .values({ firmId, auditor, phone: phone() })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;

/** An agent of a firm, below another one when `pid` names him. */
export const makeAgent = async (
  { db }: Pick<App, 'db'>,
  firmId: number,
  { pid = 0, name = `经销商${next()}` } = {},
) => {
  const above = pid
    ? await db.selectFrom('agent').select(['path', 'id']).where('id', '=', pid).executeTakeFirstOrThrow()
    : undefined;
  const path = above ? `${above.path}${above.id}/` : '/';
  const { id } = await db
    .insertInto('agent')
    .values({ firmId, name, agentNo: `A-${next()}`, agentType: AgentType.general, pid, path })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** A salesman of a firm. */
export const makeSalesman = async (
  { db }: Pick<App, 'db'>,
  firmId: number,
  picName = `业务${next()}`,
): Promise<number> => {
  const { id } = await db
    .insertInto('salesman')
    .values({ firmId, picName, phone: phone() })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** A channel of a firm. */
export const makeChannel = async ({ db }: Pick<App, 'db'>, firmId: number, name = `渠道${next()}`): Promise<number> => {
  const { id } = await db
    .insertInto('channel')
    .values({ firmId, name, channelNo: `C-${next()}`, channelType: ChannelType.offline })
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
  phone: phone(),
  regionCode: '330106',
  address: '龙井路 18 号',
  ...change,
});
