import { plainUploadFolder, uploadRefusals } from '@zhuiyuan/contract/media/upload';
import { randomBytes } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { withLocalCopy } from '../../jobs/with-local-copy.ts';
import { unreadable } from '../../kit/sheets/sheet.ts';
import type { App } from '../../kit/http/app-context.ts';
import { ofAllFirms, type Db } from '../../kit/db/database.ts';
import { invalid, refuse } from '../../kit/refusal.ts';
import { toExtension, isPicture } from '../../media/file-kinds.ts';
import { cleanName, megabyte, uploadFolder } from '../../media/receive-upload.ts';
import { storeUpload } from '../../media/store-upload.ts';
import { openPictureZip, type OpenZip } from './open-picture-zip.ts';
import type { ZipEntry } from './zip-worker.ts';

/** What one picture may unfold to, and all of them together. */
const pictureMegabytes = 10;
const wholeMegabytes = 2048;

/** Stands for a picture of the zip until it is stored: the place of its entry. */
const heldPlace = /^\/zip-picture\/(\d+)$/;
const heldAddress = (at: number) => `/zip-picture/${at}`;
const toPlace = (address: string): number | undefined => {
  const place = heldPlace.exec(address)?.[1];
  return place === undefined ? undefined : Number(place);
};

/** Pictures that came beside a file, by the names its cells use. */
export interface PictureZip {
  /** The address that stands for a picture until it is stored, or what is wrong with it. */
  find(name: string): { address: string } | { fault: string };
  /** Stores the pictures that addresses stand for in the library, each once; never within a transaction. */
  keep(addresses: readonly string[]): Promise<void>;
  /** The address itself, or that of the kept picture it stands for. */
  toAddress(address: string): string;
}

/** How names are compared: macOS writes letters apart from their marks, Windows knows no capitals. */
const folded = (name: string): string =>
  name
    .normalize('NFC')
    .replaceAll('\\', '/')
    .replace(/^\.?\//, '')
    .toLowerCase();
const toBaseName = (name: string): string => name.split('/').at(-1) ?? '';

class PicturesOfFile implements PictureZip {
  private readonly pictures: { place: number; entry: ZipEntry }[] = [];
  private readonly places = new Map<string, number[]>();
  private readonly kept = new Map<number, string>();

  constructor(
    private readonly app: App,
    private readonly db: Db,
    private readonly adminId: number,
    private readonly zip: OpenZip,
  ) {
    for (const [place, entry] of zip.entries.entries()) {
      const { name } = entry;
      if (toBaseName(name).startsWith('.') || name.startsWith('__MACOSX/')) continue;
      const at = this.pictures.push({ place, entry }) - 1;
      const path = folded(name);
      for (const key of new Set([path, toBaseName(path)])) this.places.set(key, [...(this.places.get(key) ?? []), at]);
    }
  }

  find(name: string): { address: string } | { fault: string } {
    const places = this.places.get(folded(name.trim())) ?? [];
    const [at] = places;
    if (at === undefined) return { fault: `压缩包中没有“${name}”` };
    if (places.length > 1) return { fault: `压缩包中有${places.length}个“${name}”，请写明所在文件夹` };
    const { entry } = this.pictures[at]!;
    if (!isPicture(toExtension(name))) return { fault: `“${name}”不是图片` };
    if (entry.isEncrypted) return { fault: '压缩包已加密，请取消密码后上传' };
    if (entry.size > pictureMegabytes * megabyte) return { fault: `“${name}”超过${pictureMegabytes} MB` };
    return { address: heldAddress(at) };
  }

  async keep(addresses: readonly string[]): Promise<void> {
    for (const address of addresses) {
      const at = toPlace(address);
      if (at !== undefined && !this.kept.has(at)) this.kept.set(at, await this.unpack(at));
    }
  }

  toAddress(address: string): string {
    const at = toPlace(address);
    if (at === undefined) return address;
    const keptAddresses = this.kept.get(at);
    if (keptAddresses === undefined) throw new Error(`picture ${at} of the zip was not kept before its row`);
    return keptAddresses;
  }

  /** Takes a picture out of the zip, no further than it may weigh, and puts it into the library. */
  private async unpack(at: number): Promise<string> {
    const picture = this.pictures[at];
    if (!picture) throw refuse(uploadRefusals.unreadable);
    const folder = uploadFolder(this.app.config.dataDir);
    await mkdir(folder, { recursive: true });
    const path = join(folder, `${randomBytes(16).toString('hex')}.part`);
    const name = toBaseName(picture.entry.name);
    try {
      const size = await this.zip.unpack(picture.place, path, name);
      const file = {
        path,
        name: cleanName(name, toExtension(name)),
        extension: toExtension(name),
        size,
        drop: () => Promise.resolve(),
      };
      const { url } = await storeUpload(this.app, this.db, file, {
        model: 'flow',
        pid: plainUploadFolder,
        isPublic: true,
        adminId: this.adminId,
        isPatient: true,
      });
      return url;
    } finally {
      await rm(path, { force: true });
    }
  }
}

/** Runs with the pictures of an uploaded zip, or with none where no zip was sent. Refuses what is no zip, or unfolds too far. */
export const withPictureZip = async <T>(
  app: App,
  { db, uploads, adminId, zipUrl }: { db: Db; uploads: number; adminId: number; zipUrl: string },
  use: (pictures: PictureZip | undefined) => Promise<T>,
): Promise<T> => {
  if (!zipUrl) return use(undefined);
  const upload = await ofAllFirms(db)
    .selectFrom('attachment')
    .select('attDir')
    .where('sattDir', '=', zipUrl)
    .where('firmId', '=', uploads)
    .executeTakeFirst();
  if (!upload || toExtension(upload.attDir) !== 'zip') throw invalid('zipUrl', '请上传zip格式的图片压缩包');
  return withLocalCopy(app, upload.attDir, async (path) => {
    const zip = await openPictureZip(path, pictureMegabytes * megabyte);
    try {
      const whole = zip.entries.reduce((sum, { size }) => sum + size, 0);
      if (whole > wholeMegabytes * megabyte) throw unreadable('压缩包解压后过大');
      return await use(new PicturesOfFile(app, db, adminId, zip));
    } finally {
      await zip.close();
    }
  });
};
