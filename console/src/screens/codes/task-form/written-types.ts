import { FileType } from '@zhuiyuan/contract/codes/code-enums';

/** File types that print files are written in. */
export const writtenTypes = FileType.options.filter(({ value }) => value !== 'xlsx');
