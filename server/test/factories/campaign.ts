import { MouldDraft } from '@zhuiyuan/contract/codes/label/mould';
import { insertMould } from '../../src/codes/label/mould-writes.ts';
import { RedScene } from '@zhuiyuan/contract/campaign/red-type/red-type';
import { ClaimMode, PrizeType, RedPayKind } from '@zhuiyuan/contract/campaign/prize-terms';
import { RegionMode } from '@zhuiyuan/contract/campaign/scope/scope-draft';
import type { App } from '../../src/kit/http/app-context.ts';

let serial = 0;
const next = () => `${Date.now().toString(36)}${(serial += 1)}`;

/** Goods of a firm that are handed over at shops. */
export const makePrize = async ({ db }: Pick<App, 'db'>, firmId: number, name = `奖品${next()}`): Promise<number> => {
  const goods = { prizeType: PrizeType.goods, faceValue: 9900, claimMode: ClaimMode.shop, image: '/media/p.png' };
  const { id } = await db
    .insertInto('prize')
    .values({ firmId, name, ...goods })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** A scope of a firm that is open to everybody in a region. */
export const makeScope = async (
  { db }: Pick<App, 'db'>,
  firmId: number,
  { name = `范围${next()}`, regionCode = '330000' }: { name?: string; regionCode?: string } = {},
): Promise<number> => {
  const { id } = await db
    .insertInto('scope')
    .values({ firmId, name, regionMode: RegionMode.only })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('scopeRegion').values({ firmId, scopeId: id, regionCode }).execute();
  return id;
};

/** A type of red packets of a firm. */
export const makeRedType = async ({ db }: Pick<App, 'db'>, firmId: number, des = `类型${next()}`): Promise<number> => {
  const { id } = await db
    .insertInto('redType')
    .values({ firmId, des, payKind: RedPayKind.balance, scene: RedScene.PRODUCT_2 })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** A mould of a firm with one QR code. */
export const makeMould = async ({ db }: Pick<App, 'db'>, firmId: number, name = `模板${next()}`): Promise<number> => {
  const draft = MouldDraft.parse({
    name,
    paper: { widthMm: 60, heightMm: 40, gapMm: 3 },
    elements: [{ kind: 'qr', id: 'q', x: 35, y: 7, w: 22, h: 22 }],
  });
  return (await insertMould(db, draft, { firmId, operatorId: null })).id;
};
