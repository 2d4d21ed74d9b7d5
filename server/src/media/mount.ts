import type { App } from '../kit/http/app-context.ts';
import { mountAttachments } from './attachment.ts';
import { cleanFiles } from './clean-files.ts';
import { mountDownloads } from './download.ts';
import { mountMedia } from './serve-media.ts';
import { mountUploads } from './upload.ts';

/** The library, uploads, downloads, and the nightly cleaning of the file store. */
export const mountLibrary = (app: App): void => {
  mountUploads(app);
  mountAttachments(app);
  mountDownloads(app);
  mountMedia(app);
  app.jobs.work(
    'fileCleanup',
    async () => {
      await cleanFiles(app.background);
    },
    { cron: '0 5 * * *', expireInSeconds: 3600 },
  );
};
