import type { Opinion } from '@zhuiyuan/contract/parties/inspector/inspector';
import type { Db } from '../../kit/db/database.ts';

/** What an inspector found of one code, as it was when he looked. */
interface Found {
  firmId: number;
  inspectorId: number;
  seg: number;
  serial: number;
  code: string;
  productId: number | null;
  agentId: number | null;
  authRegions: string[];
  regionCode: string;
  lng: number | null;
  lat: number | null;
  shopName: string;
  images: string[];
  opinion: (typeof Opinion.options)[number]['value'];
  remark: string;
}

/** Keeps what an inspector found, at this moment of the server's clock. Answers its number. */
export const insertInspection = async (db: Db, { authRegions, images, ...found }: Found): Promise<number> => {
  const { id } = await db
    .insertInto('inspect')
    .values({ ...found, authRegions: JSON.stringify(authRegions), images: JSON.stringify(images) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};
