import { Code } from '@zhuiyuan/contract/kit/codes';
import type { FastifyReply } from 'fastify';
import type { App } from '../../kit/http/app-context.ts';
import { notFound, Refusal } from '../../kit/refusal.ts';
import { readToken, signToken } from '../../kit/secret.ts';
import { toExtension, isPicture, findMime } from '../../media/file-kinds.ts';
import { privateRoot } from '../../media/media-names.ts';

const purpose = 'trace-paper';
const seconds = 30 * 60;

/** Address a shopper can open a firm's file under for half an hour; public pictures and outside addresses stay as they are. */
export const paperAddress = (masterKey: Buffer, address: string): string =>
  address.startsWith(`/${privateRoot}/`)
    ? `/public/trace/paper?key=${signToken(masterKey, purpose, address.slice(1), seconds)}`
    : address;

/** Sends the file of such an address: pictures and PDF to be looked at, others to be kept. */
export const sendPaper = async ({ config, files }: App, key: string, reply: FastifyReply) => {
  const name = readToken<string>(config.masterKey, purpose, key);
  if (!name) throw new Refusal(Code.signedOut, '查询已超时，请重新扫码');
  const found = await files.open(name);
  if (!found) throw notFound('文件不存在或已被清理');
  const extension = toExtension(name);
  const isSeen = isPicture(extension) || extension === 'pdf';
  return reply
    .headers({
      'content-type': isSeen ? (findMime(extension) ?? 'application/octet-stream') : 'application/octet-stream',
      'content-length': found.size,
      'content-disposition': isSeen ? 'inline' : `attachment; filename="report.${extension}"`,
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
      'cache-control': 'private, max-age=1800',
    })
    .send(found.stream);
};
