import { chunkBytes, extImportApi } from '@zhuiyuan/contract/codes/import/ext-import';
import { ApiError, noAnswer } from '../../../lib/api-error.ts';
import { call } from '../../../lib/call.ts';
import { withSession } from '../../../lib/renew-session.ts';
import { addressOf, tokenHeaders, unwrap } from '../../../lib/request.ts';

const tries = 5;
const pause = (ms: number) => new Promise((later) => setTimeout(later, ms));

/** A number of the form servers want; also where the page is not served over https. */
const newUploadId = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
};

/** The upload of this very file: one that broke off, also before the page was closed, goes on under the same number. */
export const uploadIdOf = (file: File): string => {
  const key = `zy-codes ${file.name} ${file.size} ${file.lastModified}`;
  const known = sessionStorage.getItem(key) ?? localStorage.getItem(key);
  const id = known ?? newUploadId();
  localStorage.setItem(key, id);
  return id;
};

/** Forgets the number of a file that was handed over for import. */
export const forgetUpload = (uploadId: string): void => {
  for (const key of Object.keys(localStorage))
    if (key.startsWith('zy-codes ') && localStorage.getItem(key) === uploadId) localStorage.removeItem(key);
};

const sha256Of = async (piece: Blob): Promise<string | undefined> => {
  // Browsers reckon only on pages with https.
  if (!globalThis.crypto?.subtle) return undefined;
  const hash = await crypto.subtle.digest('SHA-256', await piece.arrayBuffer());
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
};

const sendPiece = async (uploadId: string, index: number, piece: Blob, signal: AbortSignal): Promise<void> => {
  const body = new FormData();
  body.append('file', piece, 'codes.bin');
  const address = addressOf(extImportApi.chunk, { uploadId, index, sha256: await sha256Of(piece) });
  const answer = await fetch(address, { method: 'POST', headers: tokenHeaders(), body, signal }).catch(
    (error: unknown) => {
      throw signal.aborted ? error : new ApiError(noAnswer, '网络连接中断');
    },
  );
  unwrap(await answer.json().catch(() => undefined), answer.headers.get('x-request-id') ?? '');
};

/** Sends a file in pieces of 8 MB, leaving out those that are there; a lost connection is tried again a few times. */
export const sendChunks = async (
  file: File,
  uploadId: string,
  { onProgress, signal }: { onProgress: (share: number) => void; signal: AbortSignal },
): Promise<void> => {
  const there = new Map(
    (await call(extImportApi.chunks, { uploadId }, { quiet: true, signal })).map(({ index, size }) => [index, size]),
  );
  const count = Math.ceil(file.size / chunkBytes);
  for (let index = 0; index < count; index += 1) {
    const piece = file.slice(index * chunkBytes, (index + 1) * chunkBytes);
    for (let left = tries; there.get(index) !== piece.size; left -= 1) {
      try {
        await withSession(() => sendPiece(uploadId, index, piece, signal));
        break;
      } catch (error) {
        const isLost = error instanceof ApiError && error.code === noAnswer;
        if (!isLost || left === 1 || signal.aborted) throw error;
        await pause(1000 * (tries - left + 1));
      }
    }
    onProgress((index + 1) / count);
  }
};
