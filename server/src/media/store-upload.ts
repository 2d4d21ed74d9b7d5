import { uploadRefusals, type Uploaded } from '@zhuiyuan/contract/media/upload';
import { createReadStream } from 'node:fs';
import { folderFor } from '../category/attachment-folder.ts';
import type { App } from '../kit/app-context.ts';
import type { Db } from '../kit/database.ts';
import { refuse } from '../kit/refusal.ts';
import { isPicture, isWhatItSays, mimeOf } from './file-kinds.ts';
import { newName, privateRoot, publicRoot, thumbName } from './media-names.ts';
import { readPicture, type Picture } from './read-picture.ts';
import type { Received } from './receive-upload.ts';

interface Target {
  model: string;
  pid: number;
  isPublic: boolean;
  adminId: number;
}

/**
 * Checks a received file by its bytes, stores it with its small copy, and makes its attachment. Nothing stays when one
 * of these fails. Throws the refusals of an upload.
 */
export const storeUpload = async (
  app: App,
  db: Db,
  file: Received,
  { model, pid, isPublic, adminId }: Target,
): Promise<Uploaded> => {
  const { extension } = file;
  const mime = mimeOf(extension) ?? '';
  if (!(await isWhatItSays(file.path, extension))) throw refuse(uploadRefusals.mismatch, { ext: extension });
  const picture: Picture = isPicture(extension) ? await readPicture(file.path, extension) : { width: 0, height: 0 };
  const type = mime.replace(/^image\//, '');
  const name = newName(isPublic ? publicRoot : privateRoot, model, extension);
  const url = `/${name}`;
  const { files } = app;
  try {
    await files.put(name, createReadStream(file.path), mime);
    if (picture.thumb) await files.put(thumbName(name), picture.thumb, 'image/webp');
    const { id } = await db
      .insertInto('attachment')
      .values({
        name: file.name,
        attDir: name,
        sattDir: url,
        attSize: file.size,
        attType: type,
        pid: await folderFor(db, pid),
        width: picture.width,
        height: picture.height,
        createdBy: adminId,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { fileName: file.name, extName: extension, fileSize: file.size, url, type, attId: id };
  } catch (error) {
    await Promise.all([files.remove(name), files.remove(thumbName(name))]).catch(() => undefined);
    throw error;
  }
};
