import { importFileTypes } from '@zhuiyuan/contract/jobs/import-call';
import type { ImportBiz } from '@zhuiyuan/contract/jobs/import-biz';
import { plainUploadFolder, type Uploaded } from '@zhuiyuan/contract/media/upload';
import type { FastifyRequest } from 'fastify';
import type { App } from '../kit/http/app-context.ts';
import type { Db } from '../kit/db/database.ts';
import type { Operator } from '../kit/operator.ts';
import { forbidden } from '../kit/refusal.ts';
import { megabyte, receiveUpload } from '../media/receive-upload.ts';
import { storeUpload } from '../media/store-upload.ts';
import { requireImporter } from './importer.ts';
import { usualLimits } from './start-import.ts';

/**
 * Takes the file of an import from somebody who may import it, whatever else he may upload: a sheet or a text, no larger
 * than this business allows; or the file that may come beside it.
 */
export const receiveSheet = async (
  app: App,
  { db, operator, request }: { db: Db; operator: Operator; request: FastifyRequest },
  biz: ImportBiz,
): Promise<Uploaded> => {
  const importer = requireImporter(app, biz);
  if (!operator.may(importer.may as never)) throw forbidden();
  const { bytes } = importer.limits ?? usualLimits;
  const beside = importer.besideFile;
  const received = await receiveUpload(request, app.config.dataDir, {
    extensions: beside ? [...importFileTypes, beside.extension] : importFileTypes,
    megabytes: (extension) => Math.floor((extension === beside?.extension ? beside.bytes : bytes) / megabyte),
  });
  try {
    return await storeUpload(app, db, received, {
      model: 'import',
      pid: plainUploadFolder,
      isPublic: false,
      adminId: operator.id,
    });
  } finally {
    await received.drop();
  }
};
