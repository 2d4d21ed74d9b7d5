import type { Uploaded } from '@zhuiyuan/contract/media/upload';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { findFolder } from '../category/find-folder.ts';
import type { App } from '../kit/http/app-context.ts';
import type { Db } from '../kit/db/database.ts';
import { isPicture, requireKind, findMime } from './file-kinds.ts';
import { newName, privateRoot, publicRoot, thumbName } from './media-names.ts';
import { readPicture, type Picture, type PictureSender } from './read-picture.ts';
import type { Received } from './receive-upload.ts';

interface Target extends PictureSender {
  model: string;
  pid: number;
  isPublic: boolean;
  adminId: number;
}

/** A file that was put into the store. */
interface StoredFile {
  /** Its name in the file store; the address is the same behind a slash. */
  name: string;
  /** `png`, `jpeg` … for pictures, the media type otherwise. */
  type: string;
  /** Bytes, which are fewer than were sent where a picture lost its notes. */
  size: number;
  width: number;
  height: number;
  /** Takes it out again, with its small copy. */
  undo(): Promise<void>;
}

/** Checks a received file by its bytes and stores it with its small copy. Throws the refusals of an upload. */
export const storeFile = async (
  { files }: App,
  file: Received,
  { model, isPublic, ...sender }: PictureSender & Pick<Target, 'model' | 'isPublic'>,
): Promise<StoredFile> => {
  const { extension } = file;
  const mime = findMime(extension) ?? '';
  const picture: Picture = isPicture(extension)
    ? await readPicture(file.path, extension, sender)
    : await requireKind(file.path, extension).then(() => ({ width: 0, height: 0 }));
  const { size } = await stat(file.path);
  const name = newName(isPublic ? publicRoot : privateRoot, model, extension);
  const undo = async (): Promise<void> => {
    await Promise.all([files.remove(name), files.remove(thumbName(name))]).catch(() => undefined);
  };
  try {
    await files.put(name, createReadStream(file.path), mime);
    if (picture.thumb) await files.put(thumbName(name), picture.thumb, 'image/webp');
  } catch (error) {
    await undo();
    throw error;
  }
  return { name, type: mime.replace(/^image\//, ''), size, width: picture.width, height: picture.height, undo };
};

/** As `storeFile`, and makes the file's attachment. Nothing stays when one of these fails. */
export const storeUpload = async (
  app: App,
  db: Db,
  file: Received,
  { pid, adminId, ...target }: Target,
): Promise<Uploaded> => {
  const { name, type, size, width, height, undo } = await storeFile(app, file, { ...target, adminId });
  const url = `/${name}`;
  try {
    const { id } = await db
      .insertInto('attachment')
      .values({
        name: file.name,
        attDir: name,
        sattDir: url,
        attSize: size,
        attType: type,
        pid: await findFolder(db, pid),
        width,
        height,
        createdBy: adminId,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { fileName: file.name, extName: file.extension, fileSize: size, url, type, attId: id };
  } catch (error) {
    await undo();
    throw error;
  }
};
