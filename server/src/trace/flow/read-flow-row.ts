import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import { flowFacts, flowTimeMissing } from '@zhuiyuan/contract/trace/flow/flow-draft';
import type { FlowField } from '@zhuiyuan/contract/trace/flow/flow-field';
import type { FlowImportOptions } from '@zhuiyuan/contract/trace/flow/flow-import';
import { lotNo as lotNoRule } from '@zhuiyuan/contract/trace/lot/lot';
import { z } from 'zod';
import type { Db } from '../../kit/db/database.ts';
import { live } from '../../kit/db/live.ts';
import type { ImportColumn } from '../../jobs/importer.ts';
import { checkFlowValues, type FlowValues } from './check-flow-values.ts';
import { readFlowCell, toTime } from './read-flow-cell.ts';
import type { PictureZip } from './picture-zip.ts';

const fixed: readonly ImportColumn[] = [
  { title: '外部编号', key: 'sourceRow', example: 'ERP-0001，同一编号只导入一次' },
  { title: '产品编号', key: 'productNo', isRequired: true, example: 'P000001' },
  { title: '批号', key: 'lotNo', isRequired: true, example: 'L260501-1' },
  { title: '标题', key: 'title', width: 24, example: '不填则为类型名称加批号' },
  { title: '发生时间', key: 'occurAt', isRequired: true, width: 20, example: '2026-05-01 08:30' },
  { title: '地点', key: 'place', width: 24, example: '一号车间' },
  { title: '操作人', key: 'operatorName', example: '周茂林' },
];

const examples: Partial<Record<FlowField['type'], string>> = {
  number: '12.5',
  date: '2026-05-01',
  datetime: '2026-05-01 08:30',
  image: '压缩包内的文件名或图片地址，多张用逗号分开',
  region: '浙江省杭州市西湖区，或 330106',
  location: '120.098712,30.223518,狮峰山',
  lot: 'L260501-1',
  sensor: '21.5',
};

/** The columns of a type's template: what every record has, then its fields. Papers are uploaded by hand. */
export const flowImportColumns = (fields: readonly FlowField[]): ImportColumn[] => {
  const taken = new Set(fixed.map(({ title }) => title));
  return [
    ...fixed,
    ...fields
      .filter(({ type, isHidden }) => type !== 'file' && !isHidden)
      .map((field) => ({
        title: taken.has(field.label) ? `${field.label}（字段）` : field.label,
        key: field.key,
        isRequired: field.required,
        example:
          field.options.length > 0
            ? field.options.join(field.type === 'checkbox' ? '、' : ' 或 ')
            : (examples[field.type] ?? ''),
      })),
  ];
};

const RowFacts = z.object({
  sourceRow: z.string().max(40, '外部编号不能超过40个字符').optional(),
  title: flowFacts.title,
  occurAt: flowFacts.occurAt,
  place: flowFacts.place,
  operatorName: flowFacts.operatorName,
});

export interface FlowRowContext {
  firmId: number;
  fields: readonly FlowField[];
  options: FlowImportOptions;
  pictures: PictureZip | undefined;
}

export interface FlowRowRead {
  issues: { key: string; message: string }[];
  facts: z.output<typeof RowFacts> | undefined;
  productId: number | undefined;
  /** Absent: it is still to be made. */
  lotId: number | undefined;
  values: FlowValues;
}

const isAddress = (text: string): boolean => /^(?:\/|https?:\/\/)/.test(text);

/** Addresses stay, names become those of the zip's pictures; names that are not there are told. */
const readPictures = (
  named: readonly string[],
  { key, label }: FlowField,
  pictures: PictureZip | undefined,
  issues: FlowRowRead['issues'],
): string[] =>
  named.flatMap((name) => {
    if (isAddress(name)) return [name];
    const found = pictures?.find(name) ?? { fault: `“${name}”不是图片地址，请上传图片压缩包` };
    if ('address' in found) return [found.address];
    issues.push({ key, message: `${label}：${found.fault}` });
    return [];
  });

/** Reads one row of a file for a type: the one check of the import and its preview. Changes nothing. */
export const readFlowRow = async (
  db: Db,
  { firmId, fields, options, pictures }: FlowRowContext,
  cells: Readonly<Record<string, string>>,
): Promise<FlowRowRead> => {
  const issues: FlowRowRead['issues'] = [];
  const facts = RowFacts.safeParse({ ...cells, occurAt: toTime(cells['occurAt'] ?? '') });
  for (const { path, message } of facts.error?.issues ?? [])
    issues.push({ key: String(path[0]), message: message === flowTimeMissing ? '发生时间格式不正确' : message });
  const { productNo = '', lotNo = '' } = cells;
  const product = await live(db, 'product')
    .select(['id', 'status'])
    .where('firmId', '=', firmId)
    .where('productNo', '=', productNo)
    .executeTakeFirst();
  if (!product)
    issues.push({ key: 'productNo', message: productNo ? `产品编号不存在：${productNo}` : '产品编号不能为空' });
  else if (product.status !== Enabled.on) issues.push({ key: 'productNo', message: '产品已停用或不存在' });
  const lot =
    product &&
    (await live(db, 'lot')
      .select('id')
      .where('productId', '=', product.id)
      .where('lotNo', '=', lotNo)
      .executeTakeFirst());
  if (product && !lot) {
    const wrong = lotNoRule.safeParse(lotNo).error?.issues[0]?.message;
    if (wrong) issues.push({ key: 'lotNo', message: wrong });
    else if (!options.createLots) issues.push({ key: 'lotNo', message: `批号不存在：${lotNo}` });
  }
  const raw: FlowValues = {};
  for (const field of fields) {
    const text = cells[field.key];
    if (text === undefined || text === '' || field.isHidden) continue;
    const value = await readFlowCell(db, firmId, field, text);
    raw[field.key] = field.type === 'image' ? readPictures(value as string[], field, pictures, issues) : value;
  }
  const checked = await checkFlowValues(db, { firmId, fields, values: raw });
  for (const { field, message } of checked.issues) issues.push({ key: field.split('.')[1] ?? '', message });
  return { issues, facts: facts.data, productId: product?.id, lotId: lot?.id, values: checked.values };
};

/** The day a lot made by an import was produced: that of its first step, today at the latest. */
export const producedOn = (occurAt: string): string => {
  const day = occurAt.slice(0, 10);
  return day < shanghaiToday() ? day : shanghaiToday();
};
