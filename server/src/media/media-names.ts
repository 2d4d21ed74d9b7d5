import { shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import { randomBytes } from 'node:crypto';
import { isPicture } from './file-kinds.ts';

/** Library media are public under names nobody can guess; every other upload is fetched with a session. */
export const publicRoot = 'media';
export const privateRoot = 'file';

/** Whether an address is of the library: of what everybody may see who knows it. */
export const isPublic = (address: string): boolean => address.startsWith(`/${publicRoot}/`);

/** `2026/11/21` of Asia/Shanghai. */
const dayFolder = (): string => shanghaiToday().replaceAll('-', '/');

/** A new name in the file store: `media/store/2026/11/21/<random>.png`. Its address is the same behind a slash. */
export const newName = (root: typeof publicRoot | typeof privateRoot, model: string, extension: string): string =>
  `${root}/${model}/${dayFolder()}/${randomBytes(16).toString('hex')}.${extension}`;

/** Name of the small copy of a picture. */
export const thumbName = (name: string): string => `${name}.thumb.webp`;

/** Whether a small copy belongs to a file. */
export const hasThumb = (extension: string): boolean => isPicture(extension) && extension !== 'bmp';
