import { publicTraceRefusals, publicUploadApi } from '@zhuiyuan/contract/scan/query/public-trace';
import { sql } from 'kysely';
import type { App } from '../../kit/http/app-context.ts';
import type { Db } from '../../kit/db/database.ts';
import { refuse } from '../../kit/refusal.ts';
import { serve } from '../../kit/http/serve.ts';
import { discardFiles } from '../../media/discard-files.ts';
import { receiveUpload, type Allowed } from '../../media/receive-upload.ts';
import { storeFile } from '../../media/store-upload.ts';
import { toDevice } from './scan-code.ts';
import { readScanToken } from './scan-token.ts';

/** Pictures one device may send in 24 hours. */
const picturesPerDay = 20;
const allowed: Allowed = { extensions: ['jpg', 'jpeg', 'png', 'gif', 'bmp'], megabytes: () => 10 };

const sentToday = async (db: Db, device: string): Promise<number> => {
  const { count } = await db
    .selectFrom('scanUpload')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('device', '=', device)
    .where('at', '>', sql<string>`now() - interval '24 hours'`)
    .executeTakeFirstOrThrow();
  return count;
};

/** Pictures for a shopper's report, sent under the token of a query. */
export const mountPublicUpload = (app: App): void =>
  serve(app, publicUploadApi, {
    image: async ({ request }) => {
      const header = request.headers['x-scan-token'];
      const { scanId, visit } = readScanToken(app.config.masterKey, typeof header === 'string' ? header : '');
      const device = toDevice(visit);
      if ((await sentToday(app.db, device)) >= picturesPerDay) throw refuse(publicTraceRefusals.tooManyPictures);
      const received = await receiveUpload(request, app.config.dataDir, allowed);
      try {
        const { name, undo } = await storeFile(app, received, {
          model: 'report',
          isPublic: true,
          publicAddress: request.address,
        });
        try {
          await keep(app.db, { file: name, scanId, device });
        } catch (error) {
          await undo();
          throw error;
        }
        return { url: `/${name}` };
      } finally {
        await received.drop();
      }
    },
  });

/** Counts the picture against its device, one at a time, and lets the nightly cleaning take it unless a report names it. */
const keep = (db: Db, row: { file: string; scanId: number; device: string }): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtext(${`scan_upload ${row.device}`}))`.execute(transaction);
    if ((await sentToday(transaction as Db, row.device)) >= picturesPerDay)
      throw refuse(publicTraceRefusals.tooManyPictures);
    await transaction
      .deleteFrom('scanUpload')
      .where('device', '=', row.device)
      .where('at', '<', sql<string>`now() - interval '2 days'`)
      .execute();
    await transaction.insertInto('scanUpload').values(row).execute();
    await discardFiles(transaction as Db, [row.file]);
  });

/** Refuses addresses that are not pictures this device sent. */
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
