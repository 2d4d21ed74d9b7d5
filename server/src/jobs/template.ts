import { writeXlsx } from 'hucre/xlsx';
import type { ImportColumn } from './importer.ts';

/** An empty workbook with the titles of an import, required ones starred, and a second sheet that explains them. */
export const templateBook = async (columns: readonly ImportColumn[]): Promise<Buffer> => {
  const width = ({ title, width: asked }: ImportColumn) => asked ?? Math.max(12, title.length * 2 + 4);
  const book = await writeXlsx({
    sheets: [
      {
        name: '导入数据',
        columns: columns.map((column) => ({ width: width(column) })),
        rows: [columns.map(({ title, isRequired }) => (isRequired ? `${title}*` : title))],
        freezePane: { rows: 1 },
      },
      {
        name: '填写说明',
        columns: [{ width: 20 }, { width: 10 }, { width: 60 }],
        rows: [
          ['列名', '是否必填', '示例'],
          ...columns.map(({ title, isRequired, example }) => [title, isRequired ? '是' : '否', example ?? '']),
        ],
        freezePane: { rows: 1 },
      },
    ],
  });
  return Buffer.from(book);
};
