import { Code, codeText } from '@zhuiyuan/contract/kit/codes';
import type { Endpoint } from '@zhuiyuan/contract/kit/endpoint';
import { downloadApi } from '@zhuiyuan/contract/media/download';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ask } from '../kit/db/events.ts';
import type { Db } from '../kit/db/database.ts';
import type { App } from '../kit/http/app-context.ts';
import { requireOperator } from '../kit/http/authorise.ts';
import { giveBackDownload, takeDownload, type TakenDownload } from '../kit/files/download.ts';
import type { Operator } from '../kit/operator.ts';
import { notFound, Refusal } from '../kit/refusal.ts';
import { serve } from '../kit/http/serve.ts';
import { readToken } from '../kit/http/token.ts';
import { isPublic } from './media-names.ts';

declare module '../kit/db/events.ts' {
  interface Questions {
    /** Whether somebody may read a private file that another uploaded: whoever is shown what it belongs to may. */
    'file.reading': { asks: { address: string; operator: Operator }; answers: boolean };
  }
}

const signedOut = () => new Refusal(Code.signedOut, codeText[Code.signedOut] ?? '');

/** A file name as the header takes it: also the signs a URL may hold are written as bytes (RFC 8187). */
const headerName = (name: string): string =>
  encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

interface Sent {
  file: string;
  name: string;
  /** Of a name that serves once: what to do when all of it was read, and when the store did not send it to its end. */
  after?: { read: () => Promise<void>; broken: () => Promise<void> };
}

/** Streams a stored file as an attachment under the name to save it as. */
const sendFile = async (app: App, reply: FastifyReply, { file, name, after }: Sent) => {
  const found = await app.files.open(file);
  if (!found) throw notFound('文件不存在或已被清理');
  if (after) {
    const then = (act: () => Promise<void>) => () =>
      void act().catch((error: unknown) => app.log.warn({ err: error }, 'download left as it is'));
    let isBroken = false;
    found.stream.once('error', () => {
      isBroken = true;
      then(after.broken)();
    });
    found.stream.once('close', () => {
      if (!isBroken) then(after.read)();
    });
  }
  const encoded = headerName(name);
  return reply
    .headers({
      'content-type': 'application/octet-stream',
      'content-length': found.size,
      'content-disposition': `attachment; filename*=UTF-8''${encoded}`,
      'download-filename': encoded,
      'access-control-expose-headers': 'download-filename',
      'cache-control': 'no-store',
    })
    .send(found.stream);
};

/** Sends what a name stands for; where the store does not, the name serves again. */
const sendOffer = async (
  { app, db, reply }: { app: App; db: Db; reply: FastifyReply },
  offer: TakenDownload,
  isGoing: boolean,
) => {
  const broken = () => giveBackDownload(db, offer);
  const read = async () => {
    if (isGoing) await app.files.remove(offer.file);
  };
  try {
    return await sendFile(app, reply, { ...offer, after: { read, broken } });
  } catch (error) {
    if (!(error instanceof Refusal)) await broken();
    throw error;
  }
};

/** The operator of the request's token; none without a token, 401 for a bad one. */
const findOperator = async (app: App, endpoint: Endpoint, request: FastifyRequest): Promise<Operator | undefined> =>
  readToken(request) ? requireOperator(app, endpoint, request) : undefined;

/** An uploaded file that somebody may read: of the library, his own, or of something he is shown. */
const findReadable = async (db: Db, operator: Operator, address: string) => {
  const file = await db
    .selectFrom('attachment')
    .select(['attDir', 'name', 'createdBy'])
    .where('sattDir', '=', address)
    .orderBy('id')
    .executeTakeFirst();
  if (!file || isPublic(address) || file.createdBy === operator.id) return file;
  return (await ask(db, 'file.reading', { address, operator })) ? file : undefined;
};

export const mountDownloads = (app: App): void =>
  serve(app, downloadApi, {
    file: async ({ input, db, request, reply }) => {
      await findOperator(app, downloadApi.file, request);
      // looking does not use a name up
      if (request.method === 'HEAD') return reply.send();
      const offer = await takeDownload(db, input.fileName);
      if (!offer) throw signedOut();
      return sendOffer({ app, db, reply }, offer, input.delete && offer.isTemporary);
    },

    resource: async ({ input, db, request, reply }) => {
      const operator = await findOperator(app, downloadApi.resource, request);
      if (request.method === 'HEAD') return reply.send();
      if (!operator) {
        const offer = await takeDownload(db, input.resource);
        if (!offer) throw signedOut();
        return sendOffer({ app, db, reply }, offer, false);
      }
      const visible = operator.firmId ? app.dbOfFirm(operator.firmId) : db;
      const found = await findReadable(visible, operator, `/${input.resource.replace(/^\/+/, '')}`);
      if (!found) throw notFound();
      return sendFile(app, reply, { file: found.attDir, name: found.name });
    },
  });
