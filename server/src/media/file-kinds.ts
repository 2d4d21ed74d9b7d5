import { uploadRefusals } from '@zhuiyuan/contract/media/upload';
import { fileTypeFromFile } from 'file-type';
import { open } from 'node:fs/promises';
import { findCompound } from '../kit/files/compound-file.ts';
import { refuse } from '../kit/refusal.ts';

interface Kind {
  /** Media type it is stored and served as. */
  mime: string;
  /** What the bytes may look like: media types by signature, or a form without one; a picture is known by how it begins. */
  looks: readonly string[];
}

const zip = 'application/zip';
const office = 'application/vnd.openxmlformats-officedocument';
const oldOffice = 'application/x-cfb';
const asf = ['application/vnd.ms-asf', 'audio/x-ms-asf', 'video/x-ms-asf'];
const plain = 'form:text';
const der = 'form:der';

/** Every extension the product knows; a setting can only narrow this list, so that pages and scripts never get in. */
const kinds: Record<string, Kind> = {
  jpg: { mime: 'image/jpeg', looks: [] },
  jpeg: { mime: 'image/jpeg', looks: [] },
  gif: { mime: 'image/gif', looks: [] },
  png: { mime: 'image/png', looks: [] },
  bmp: { mime: 'image/bmp', looks: [] },
  webp: { mime: 'image/webp', looks: [] },
  mp4: { mime: 'video/mp4', looks: ['video/mp4'] },
  xlsx: { mime: `${office}.spreadsheetml.sheet`, looks: [`${office}.spreadsheetml.sheet`, zip] },
  docx: { mime: `${office}.wordprocessingml.document`, looks: [`${office}.wordprocessingml.document`, zip] },
  xls: { mime: 'application/vnd.ms-excel', looks: [oldOffice] },
  doc: { mime: 'application/msword', looks: [oldOffice] },
  zip: { mime: zip, looks: [zip] },
  pdf: { mime: 'application/pdf', looks: ['application/pdf'] },
  mp3: { mime: 'audio/mpeg', looks: ['audio/mpeg'] },
  wma: { mime: 'audio/x-ms-wma', looks: asf },
  wav: { mime: 'audio/wav', looks: ['audio/wav'] },
  amr: { mime: 'audio/amr', looks: ['audio/amr'] },
  csv: { mime: 'text/csv', looks: [plain] },
  txt: { mime: 'text/plain', looks: [plain] },
  pem: { mime: 'application/x-pem-file', looks: [plain] },
  p12: { mime: 'application/x-pkcs12', looks: [der] },
};

export const isKnownExtension = (extension: string): boolean => Object.hasOwn(kinds, extension);
/** Media type of a known extension. */
export const findMime = (extension: string): string | undefined =>
  isKnownExtension(extension) ? kinds[extension]?.mime : undefined;
export const isPicture = (extension: string): boolean => findMime(extension)?.startsWith('image/') ?? false;

/** The extension of a file name, small letters, without the dot; '' when there is none. */
export const toExtension = (name: string): string => /\.([A-Za-z0-9]{1,8})$/.exec(name)?.[1]?.toLowerCase() ?? '';

const headBytes = 4096;

/** How the bytes of a picture begin: nothing that begins otherwise is ever given to what reads pictures. */
const pictureHeads: Record<string, RegExp> = {
  'image/jpeg': /^\xff\xd8\xff/,
  'image/png': /^\x89PNG\r\n\cZ\n/,
  'image/gif': /^GIF8[79]a/,
  'image/bmp': /^BM/,
  'image/webp': /^RIFF[^]{4}WEBP/,
};

const readHead = async (path: string, bytes: number): Promise<Buffer> => {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
};

/** UTF-16 as its mark says; a signature would take it for sound. */
const isWideText = async (path: string): Promise<boolean> =>
  ['fffe', 'feff'].includes((await readHead(path, 2)).toString('hex'));

/** A form without a signature: text holds no zero byte, a certificate bag begins as a DER sequence. */
const readForm = async (path: string): Promise<string> => {
  const head = await readHead(path, headBytes);
  if (head[0] === 0x30 && ((head[1] ?? 0) & 0x80) !== 0) return der;
  return head.includes(0) ? '' : plain;
};

const isWhatItSays = async (path: string, extension: string): Promise<boolean> => {
  const kind = isKnownExtension(extension) ? kinds[extension] : undefined;
  if (!kind) return false;
  if (kind.mime.startsWith('image/'))
    return pictureHeads[kind.mime]!.test((await readHead(path, 12)).toString('latin1'));
  if (kind.looks.includes(plain) && (await isWideText(path))) return true;
  const signature = await fileTypeFromFile(path);
  const looks = signature?.mime ?? (await readForm(path));
  return kind.looks.includes(looks);
};

/** Sheets and papers that an older program, or a password, may have made another file of. */
const sheets = new Set(['xlsx', 'csv', 'txt']);
const papers = new Set([...sheets, 'docx']);

/** Refuses a file whose bytes are not what its extension says. */
export const requireKind = async (path: string, extension: string): Promise<void> => {
  if (await isWhatItSays(path, extension)) return;
  const compound = papers.has(extension) ? await findCompound(path) : undefined;
  if (compound === 'encrypted') throw refuse(uploadRefusals.encrypted);
  if (compound === 'old' && sheets.has(extension)) throw refuse(uploadRefusals.oldSheet);
  throw refuse(uploadRefusals.mismatch, { ext: extension });
};
