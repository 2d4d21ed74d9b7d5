import { z } from 'zod';

const address = /^(?:\/(?!\/)|https?:\/\/)[^\s"'<>\\]*$/;

/** Address of a picture or file of the library: a path of this site or http(s). `missing` is the text when there is none. */
export const fileAddress = (missing: string) =>
  z.string({ error: missing }).trim().min(1, missing).max(300, '文件地址过长').regex(address, '文件地址不正确');

/** As `fileAddress`, but may be left out; absent comes out as ''. */
export const optionalFileAddress = z
  .string({ error: '文件地址不正确' })
  .trim()
  .max(300, '文件地址过长')
  .refine((value) => value === '' || address.test(value), '文件地址不正确')
  .default('');

/** Several pictures in the order they are shown. */
export const pictures = (most: number) =>
  z.array(fileAddress('请选择图片'), { error: '图片格式不正确' }).max(most, `最多选择${most}张图片`).default([]);
