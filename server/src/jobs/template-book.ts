import { xlsxBook } from '../kit/sheets/xlsx.ts';
import type { ImportColumn } from './importer.ts';

/** An empty workbook with the titles of an import, required ones starred, and a second sheet that explains them. */
export const templateBook = (columns: readonly ImportColumn[]): Promise<Buffer> =>
  xlsxBook([
    {
      name: '导入数据',
      widths: columns.map(({ title, width = Math.max(12, title.length * 2 + 4) }) => width),
      rows: [columns.map(({ title, isRequired }) => (isRequired ? `${title}*` : title))],
    },
    {
      name: '填写说明',
      widths: [20, 10, 60],
      rows: [
        ['列名', '是否必填', '示例'],
        ...columns.map(({ title, isRequired, example }) => [title, isRequired ? '是' : '否', example ?? '']),
      ],
    },
  ]);
