import { publicTraceRefusals } from '@zhuiyuan/contract/scan/query/public-trace';
import type { Db } from '../../kit/db/database.ts';
import { refuse } from '../../kit/refusal.ts';

/** Refuses addresses that are not pictures this device, or account, sent. */
export const checkPictures = async (db: Db, images: string[], device: string): Promise<void> => {
  if (images.length === 0) return;
  const files = [...new Set(images.map((image) => image.replace(/^\//, '')))];
  const found = await db
    .selectFrom('scanUpload')
    .select('file')
    .where('file', 'in', files)
    .where('device', '=', device)
    .execute();
  if (found.length !== files.length) throw refuse(publicTraceRefusals.foreignPicture);
};
