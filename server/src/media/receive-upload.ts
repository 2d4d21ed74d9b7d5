import { uploadRefusals } from '@zhuiyuan/contract/media/upload';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { randomBytes } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { refuse, Refusal } from '../kit/refusal.ts';
import { toExtension } from './file-kinds.ts';

export const megabyte = 1024 * 1024;
/** The most any limit may allow. */
export const mostMegabytes = 500;
/** What a multipart body may weigh beyond its file. */
const frameBytes = 64 * 1024;
const nameLength = 90;

/** A file that arrived whole, in a temporary place; `drop` removes it. */
export interface Received {
  path: string;
  /** The sender's name, without folders, cut to 90 characters. */
  name: string;
  extension: string;
  size: number;
  drop(): Promise<void>;
}

/** Which extensions are taken and how large each may be, in megabytes. */
export interface Allowed {
  extensions: readonly string[];
  megabytes(extension: string): number;
}

/** Folder of files that have not arrived whole. */
export const uploadFolder = (dataDir: string): string => join(dataDir, 'uploads');

/** Control characters, and those that turn the direction of reading, behind which a name seems to end otherwise than it does. */
// oxlint-disable-next-line no-control-regex -- control characters are what this removes
const unprintable = /[\u0000-\u001f\u007f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Without folders and control characters; the extension survives the cut. */
export const cleanName = (sent: string, extension: string): string => {
  const name = (sent.split(/[/\\]/).at(-1) ?? '').replace(unprintable, '').trim();
  const letters = [...name];
  if (letters.length <= nameLength) return name;
  const end = `.${extension}`;
  return letters.slice(0, nameLength - end.length).join('') + end;
};

const tooLarge = (megabytes: number, bytes: number): Refusal =>
  refuse(uploadRefusals.tooLarge, { n: megabytes, m: Number((bytes / megabyte).toFixed(2)) });

const requirePart = async (request: FastifyRequest): Promise<MultipartFile> => {
  if (!request.isMultipart()) throw refuse(uploadRefusals.noFile);
  const part = await request.file({ limits: { fileSize: mostMegabytes * megabyte + 1 } }).catch((error: unknown) => {
    // what the parser says of a body that has no form or no end, it says without a status
    throw (error as { statusCode?: number }).statusCode ? error : refuse(uploadRefusals.interrupted);
  });
  if (!part) throw refuse(uploadRefusals.noFile);
  if (part.fieldname === 'multipart' || part.fieldname === 'file') return part;
  part.file.resume();
  throw refuse(uploadRefusals.noFile);
};

/**
 * Streams the file of a multipart request to a temporary place, so that its size never matters to memory. What is not
 * allowed is refused by its name before a byte is kept; a broken or too long stream leaves nothing.
 */
export const receiveUpload = async (request: FastifyRequest, dataDir: string, allowed: Allowed): Promise<Received> => {
  const part = await requirePart(request);
  const refused = (refusal: Refusal): Refusal => {
    // the rest is read and thrown away, so that the sender gets to hear the answer
    part.file.resume();
    return refusal;
  };
  const extension = toExtension(part.filename);
  if (!allowed.extensions.includes(extension))
    throw refused(refuse(uploadRefusals.wrongType, { exts: allowed.extensions.join(',') }));
  const megabytes = allowed.megabytes(extension);
  const most = megabytes * megabyte;
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > most + frameBytes) throw refused(tooLarge(megabytes, announced));

  await mkdir(uploadFolder(dataDir), { recursive: true });
  const path = join(uploadFolder(dataDir), `${randomBytes(16).toString('hex')}.part`);
  const drop = () => rm(path, { force: true });
  let size = 0;
  const measured = async function* measured(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      size += chunk.length;
      // what is too much is read and thrown away, or a sender that told no length would never hear the answer
      if (size <= most) yield chunk;
    }
  };
  // Open before the stream begins: one that breaks at once must not leave a file that is created after it was dropped.
  const file = await open(path, 'wx', 0o600);
  try {
    await pipeline(part.file, measured, file.createWriteStream());
    if (size === 0) throw refuse(uploadRefusals.empty);
    if (size > most) throw tooLarge(megabytes, size);
  } catch (error) {
    await drop();
    throw error instanceof Refusal ? error : refuse(uploadRefusals.interrupted);
  }
  return { path, name: cleanName(part.filename, extension), extension, size, drop };
};
