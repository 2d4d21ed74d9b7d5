import { uploadApi } from '@zhuiyuan/contract/media/upload';
import { videoExtension } from '@zhuiyuan/contract/media/attachment';
import { Counter } from 'prom-client';
import type { App } from '../kit/http/app-context.ts';
import type { Db } from '../kit/db/database.ts';
import { serve } from '../kit/http/serve.ts';
import { readSettings } from '../settings/read-setting.ts';
import { isKnownExtension, isPicture } from './file-kinds.ts';
import { awaitPicture, endedByPictures } from './read-picture.ts';
import { mostMegabytes, receiveUpload, type Allowed, type Received } from './receive-upload.ts';
import { storeUpload } from './store-upload.ts';

const mostImageMegabytes = 50;

const limit = (stored: string, fallback: number, most: number): number => {
  const wantedMegabytes = Number(stored);
  return Number.isInteger(wantedMegabytes) && wantedMegabytes > 0 ? Math.min(wantedMegabytes, most) : fallback;
};

const listed = (stored: string): string[] =>
  stored
    .toLowerCase()
    .split(',')
    .map((extension) => extension.trim())
    .filter(isKnownExtension);

/** What the settings allow: pictures and video for the library, the listed kinds for other files. */
const readAllowed = async (db: Db): Promise<{ image: Allowed; file: Allowed }> => {
  const stored = await readSettings(db, ['image_ext_str', 'image_max_size', 'file_ext_str', 'file_max_size']);
  const imageMegabytes = limit(stored.image_max_size, 10, mostImageMegabytes);
  const fileMegabytes = limit(stored.file_max_size, 50, mostMegabytes);
  return {
    image: {
      extensions: [...listed(stored.image_ext_str).filter(isPicture), videoExtension],
      megabytes: (extension) => (isPicture(extension) ? imageMegabytes : fileMegabytes),
    },
    file: { extensions: listed(stored.file_ext_str), megabytes: () => fileMegabytes },
  };
};

const keeping = async <T>(received: Received, use: (received: Received) => Promise<T>): Promise<T> => {
  try {
    return await use(received);
  } finally {
    await received.drop();
  }
};

export const mountUploads = (app: App): void => {
  const ended = new Counter({
    name: 'zhuiyuan_pictures_ended_total',
    help: 'Pictures that took too much time or memory and had the process ended that opened them, by whose they were',
    labelNames: ['sender'],
    registers: [app.metrics.registry],
    collect() {
      ended.reset();
      for (const [sender, times] of Object.entries(endedByPictures())) ended.inc({ sender }, times);
    },
  });
  serve(app, uploadApi, {
    image: async ({ input, db, operator, request }) => {
      const { image } = await readAllowed(db);
      awaitPicture({ adminId: operator.id });
      const received = await receiveUpload(request, app.config.dataDir, image);
      return keeping(received, () =>
        storeUpload(app, db, received, { ...input, isPublic: true, adminId: operator.id }),
      );
    },

    file: async ({ input, db, operator, request }) => {
      const { file } = await readAllowed(db);
      const received = await receiveUpload(request, app.config.dataDir, file);
      return keeping(received, () =>
        storeUpload(app, db, received, { ...input, isPublic: false, adminId: operator.id }),
      );
    },
  });
};
