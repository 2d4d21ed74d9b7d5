import type { DataOf } from '@zhuiyuan/contract/kit/endpoint';
import { publicUploadApi } from '@zhuiyuan/contract/scan/query/public-trace';
import { CallFailed, offlineText, unwrap } from '../lib/call.ts';
import type { Upload } from './picture-picker.tsx';

const { image } = publicUploadApi;

/** Sends a picture of a report under the token of its query. XMLHttpRequest, because fetch tells no upload progress. */
export const uploadWith =
  (token: string): Upload =>
  (file, progress, signal) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(image.method, image.path);
      request.setRequestHeader('X-Scan-Token', token);
      request.upload.onprogress = ({ loaded, total }) => progress(total ? loaded / total : 0);
      request.onerror = () => reject(new CallFailed(0, offlineText));
      request.onload = () => {
        try {
          resolve((unwrap(request.responseText) as DataOf<typeof image>).url);
        } catch (error) {
          reject(error);
        }
      };
      signal.addEventListener('abort', () => request.abort());
      const form = new FormData();
      form.append('file', file);
      request.send(form);
    });
