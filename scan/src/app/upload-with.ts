import { CallFailed, offlineText, unwrap } from '../lib/call.ts';
import type { Upload } from '../parts/picture-picker.ts';

/** Sends a picture of a report under the token of its query. XMLHttpRequest, because fetch tells no upload progress. */
export const uploadWith =
  (token: string): Upload =>
  (file, progress, signal) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open('POST', '/public/upload/image');
      request.setRequestHeader('X-Scan-Token', token);
      request.upload.onprogress = ({ loaded, total }) => progress(total ? loaded / total : 0);
      request.onerror = () => reject(new CallFailed(0, offlineText));
      request.onload = () => {
        try {
          resolve((unwrap(request.responseText) as { url: string }).url);
        } catch (error) {
          reject(error);
        }
      };
      signal.addEventListener('abort', () => request.abort());
      const form = new FormData();
      form.append('file', file);
      request.send(form);
    });
