import { fileTypeFromFile } from 'file-type';
import { open } from 'node:fs/promises';

interface Kind {
  /** Media type it is stored and served as. */
  mime: string;
  /** What the bytes may look like: media types by signature, or a form without one. */
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
  jpg: { mime: 'image/jpeg', looks: ['image/jpeg'] },
  jpeg: { mime: 'image/jpeg', looks: ['image/jpeg'] },
  gif: { mime: 'image/gif', looks: ['image/gif'] },
  png: { mime: 'image/png', looks: ['image/png', 'image/apng'] },
  bmp: { mime: 'image/bmp', looks: ['image/bmp'] },
  webp: { mime: 'image/webp', looks: ['image/webp'] },
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

/** UTF-16 as its mark says; a signature would take it for sound. */
const isWideText = async (path: string): Promise<boolean> => {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return [0xfffe, 0xfeff].includes(buffer.readUInt16BE(0));
  } finally {
    await file.close();
  }
};

/** A form without a signature: text holds no zero byte, a certificate bag begins as a DER sequence. */
const readForm = async (path: string): Promise<string> => {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    const head = buffer.subarray(0, bytesRead);
    if (head[0] === 0x30 && ((head[1] ?? 0) & 0x80) !== 0) return der;
    return head.includes(0) ? '' : plain;
  } finally {
    await file.close();
  }
};

/** Whether the bytes of a file are what its extension says. */
export const isWhatItSays = async (path: string, extension: string): Promise<boolean> => {
  const kind = isKnownExtension(extension) ? kinds[extension] : undefined;
  if (!kind) return false;
  if (kind.looks.includes(plain) && (await isWideText(path))) return true;
  const signature = await fileTypeFromFile(path);
  const looks = signature?.mime ?? (await readForm(path));
  return kind.looks.includes(looks);
};
