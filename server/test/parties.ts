import type { App } from '../src/kit/http/app-context.ts';

let serial = 0;
const next = () => `${Date.now().toString(36)}${(serial += 1)}`;
const phone = () => `138${String((serial += 1)).padStart(8, '0')}`;

/** A shop of a firm that belongs to a dealer. */
export const makeShop = async (
  { db }: Pick<App, 'db'>,
  firmId: number,
  agentId: number,
  name = `门店${next()}`,
): Promise<number> => {
  const row = { firmId, name, shopNo: next(), shopType: 7, phone: phone(), audit: 1 };
  const { id } = await db.insertInto('shop').values(row).returning('id').executeTakeFirstOrThrow();
  await db.insertInto('shopAss').values({ firmId, shopId: id, kind: 1, targetId: agentId }).execute();
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
