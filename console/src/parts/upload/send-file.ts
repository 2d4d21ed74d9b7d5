import type { Uploaded } from '@zhuiyuan/contract/media/upload';
import { ApiError, noAnswer } from '../../lib/api-error.ts';
import { addressOf, tokenHeaders, unwrap, type Target } from '../../lib/request.ts';
import { withSession } from '../../lib/renew-session.ts';

/** An upload that makes no progress for this long counts as lost; a large one may take longer as a whole. */
const stallMs = 300_000;

/** First segment of the route a file is sent from; the server keeps files by it. */
export const uploadModel = (): string => location.pathname.split('/')[1] || 'console';

export interface Sending {
  /** What the endpoint is told beside the file: the folder of the library, or the business of an import. */
  about: { pid: number } | { biz: string };
  /** Told the share that has been sent, 0 to 1. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
}

const exchange = (target: Target, file: File, { about, onProgress, signal }: Sending): Promise<Uploaded> =>
  new Promise((done, failed) => {
    const request = new XMLHttpRequest();
    const lost = (message: string) => failed(new ApiError(noAnswer, message));
    request.open('POST', addressOf(target, { model: uploadModel(), ...about }));
    for (const [name, value] of Object.entries(tokenHeaders())) request.setRequestHeader(name, value);
    request.responseType = 'text';
    let stalled: ReturnType<typeof setTimeout> | undefined;
    const watch = () => {
      clearTimeout(stalled);
      stalled = setTimeout(() => {
        lost('上传超时');
        request.abort();
      }, stallMs);
    };
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      watch();
      onProgress?.(total > 0 ? loaded / total : 0);
    });
    request.addEventListener('loadend', () => clearTimeout(stalled));
    request.addEventListener('error', () => lost('网络连接中断'));
    request.addEventListener('abort', () => lost('已取消'));
    request.addEventListener('load', () => {
      const requestId = request.getResponseHeader('x-request-id') ?? '';
      done(Promise.resolve(bodyOf(request)).then((body) => unwrap(body, requestId) as Uploaded));
    });
    signal?.addEventListener('abort', () => request.abort());
    const body = new FormData();
    body.append('multipart', file, file.name);
    watch();
    request.send(body);
  });

const bodyOf = (request: XMLHttpRequest): unknown => {
  try {
    return JSON.parse(request.responseText);
  } catch {
    return undefined;
  }
};

/** Sends one file, telling how far it is. Throws `ApiError`: the refusal, or code 0 when the connection was lost. */
export const sendFile = (target: Target, file: File, sending: Sending): Promise<Uploaded> =>
  withSession(() => exchange(target, file, sending));
