import { accountHeader } from '@zhuiyuan/contract/account/role-kind';
import type { RefusalText } from '@zhuiyuan/contract/kit/codes';
import { publicTraceRefusals, publicUploadApi } from '@zhuiyuan/contract/scan/query/public-trace';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { requireAccount } from '../../account/account-session.ts';
import { requireRole, sentHeader } from '../../account/require-role.ts';
import type { App } from '../../kit/http/app-context.ts';
import type { Db } from '../../kit/db/database.ts';
import { refuse } from '../../kit/refusal.ts';
import { serve } from '../../kit/http/serve.ts';
import { readInvite } from '../../parties/shop/invites.ts';
import { discardFiles } from '../../media/discard-files.ts';
import { awaitPicture, stampPicture } from '../../media/read-picture.ts';
import { receiveUpload, type Allowed } from '../../media/receive-upload.ts';
import { storeFile } from '../../media/store-upload.ts';
import { placeOfPoint } from '../../settings/place-of-point.ts';
import { toDevice } from './scan-code.ts';
import { readScanToken } from './scan-token.ts';

/** Pictures one device may send in 24 hours. */
const picturesPerDay = 20;
/** Of an account in a day: an inspector may keep nine of each code. */
const rolePicturesPerDay = 300;
const allowed: Allowed = { extensions: ['jpg', 'jpeg', 'png', 'gif', 'bmp'], megabytes: () => 10 };
/** What place and time can be burnt into. */
const stamped: Allowed = { extensions: ['jpg', 'jpeg', 'png'], megabytes: () => 10 };

const sentToday = async (db: Db, device: string): Promise<number> => {
  const { count } = await db
    .selectFrom('scanUpload')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('device', '=', device)
    .where('at', '>', sql<string>`now() - interval '24 hours'`)
    .executeTakeFirstOrThrow();
  return count;
};

/** Pictures for a shopper's report, sent under the token of a query, and those of people on the phone, sent in their role. */
export const mountPublicUpload = (app: App): void =>
  serve(app, publicUploadApi, {
    image: async ({ input, request }) => {
      const sender = await findSender(app, request, input.invite);
      await checkCount(app.db, sender);
      const publicAddress = request.address;
      awaitPicture({ publicAddress });
      const received = await receiveUpload(request, app.config.dataDir, input.stamps ? stamped : allowed);
      try {
        if (input.stamps) {
          await stampPicture(received, await toStamp(app.shopperDb, input), { publicAddress });
          received.extension = 'jpg';
        }
        const { name, undo } = await storeFile(app, received, { model: sender.model, isPublic: true, publicAddress });
        try {
          await keep(app.db, sender, name);
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

/** Who sends a picture: a device that asked about a code, an account in one of its roles, or one that puts its shop forward. */
interface Sender {
  device: string;
  scanId: number | null;
  firmId: number;
  model: string;
  perDay: number;
  tooMany: RefusalText;
}

const findSender = async (app: App, request: FastifyRequest, invite?: string): Promise<Sender> => {
  if (invite !== undefined) {
    const accountId = await requireAccount(app.shopperDb, request);
    const { firmId } = await readInvite(app.shopperDb, invite);
    const tooMany = publicTraceRefusals.tooManyPictures;
    return { device: `account ${accountId}`, scanId: null, firmId, model: 'field', perDay: picturesPerDay, tooMany };
  }
  if (sentHeader(request, accountHeader)) {
    const { accountId, firmId } = await requireRole(app, request);
    const tooMany = publicTraceRefusals.tooManyRolePictures;
    return {
      device: `account ${accountId}`,
      scanId: null,
      firmId,
      model: 'field',
      perDay: rolePicturesPerDay,
      tooMany,
    };
  }
  const { scanId, visit } = readScanToken(app.config.masterKey, sentHeader(request, 'x-scan-token'));
  const tooMany = publicTraceRefusals.tooManyPictures;
  return { device: toDevice(visit), scanId, firmId: 0, model: 'report', perDay: picturesPerDay, tooMany };
};

/** What is burnt into a picture: where it was taken as the phone says, and when by the clock of the server. */
const toStamp = async (db: Db, { lng, lat }: { lng?: number; lat?: number }): Promise<string[]> => {
  const { rows } = await sql<{ now: string }>`select now()`.execute(db);
  const known = lng !== undefined && lat !== undefined;
  const place = known ? await placeOfPoint(db, { lng, lat }) : undefined;
  const names = place ? [...new Set([place.province, place.city])].join('') : '';
  const degrees = known ? `${lng.toFixed(5)}, ${lat.toFixed(5)}` : '';
  return [[names, degrees].filter(Boolean).join('  ') || '未取得定位', rows[0]!.now.slice(0, 16)];
};

const checkCount = async (db: Db, { device, perDay, tooMany }: Sender): Promise<void> => {
  if ((await sentToday(db, device)) >= perDay) throw refuse(tooMany);
};

/** Counts the picture against its sender, one at a time, and lets the nightly cleaning take it unless a row names it by then. */
const keep = (db: Db, sender: Sender, file: string): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    const { device, scanId, firmId } = sender;
    await sql`select pg_advisory_xact_lock(hashtext(${`scan_upload ${device}`}))`.execute(transaction);
    await checkCount(transaction as Db, sender);
    await transaction
      .deleteFrom('scanUpload')
      .where('device', '=', device)
      .where('at', '<', sql<string>`now() - interval '2 days'`)
      .execute();
    await transaction.insertInto('scanUpload').values({ file, scanId, device, firmId }).execute();
    await discardFiles(transaction as Db, [file]);
  });
