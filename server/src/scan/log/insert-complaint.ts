import type { Db } from '../../kit/db/database.ts';

/** What a shopper reports. */
interface NewComplaint {
  firmId: number;
  scanId: number;
  codeText: string;
  productId: number | null;
  content: string;
  images: readonly string[];
  contact: string;
  buyPlace: string;
}

/** Keeps a shopper's report for the staff of the firm. */
export const insertComplaint = async (db: Db, { images, ...complaint }: NewComplaint): Promise<void> => {
  await db
    .insertInto('complaint')
    .values({ ...complaint, images: JSON.stringify(images) })
    .execute();
};
