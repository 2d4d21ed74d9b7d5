import { FlowField } from '@zhuiyuan/contract/trace/flow/flow-field';
import type { ShownValue } from '@zhuiyuan/contract/trace/flow/flow-row';
import type { FlowFile } from '@zhuiyuan/contract/trace/flow/flow-values';
import type { Db } from '../../kit/db/database.ts';
import { regionNames } from '../../settings/region-names.ts';
import type { FlowValues } from './check-flow-values.ts';

interface Filled {
  fields: readonly FlowField[];
  values: FlowValues;
}
interface Names {
  lots: ReadonlyMap<number, string>;
  regions: ReadonlyMap<string, string>;
}

const withUnit = (value: number, unit: string): string => `${value}${unit}`;
const placeText = ({ lng, lat, address }: { lng: number; lat: number; address?: string }): string =>
  [address, `${lng.toFixed(6)}, ${lat.toFixed(6)}`].filter(Boolean).join('，');
const readingText = (unit: string, { value, device, at }: { value: number; device?: string; at?: string }): string =>
  [withUnit(value, unit), device, at?.slice(0, 16)].filter(Boolean).join('，');

const toText = ({ type, unit }: FlowField, value: unknown, names: Names): string => {
  switch (type) {
    case 'number':
      return withUnit(value as number, unit);
    case 'datetime':
      return (value as string).slice(0, 16);
    case 'checkbox':
      return (value as string[]).join('、');
    case 'image':
      return `${(value as string[]).length}张图片`;
    case 'file':
      return (value as FlowFile[]).map(({ name }) => name).join('、');
    case 'region':
      return names.regions.get(value as string) ?? String(value);
    case 'lot':
      return names.lots.get(value as number) ?? '批次已删除';
    case 'location':
      return placeText(value as { lng: number; lat: number });
    case 'sensor':
      return readingText(unit, value as { value: number });
    default:
      return String(value);
  }
};

const toShownValues = ({ fields, values }: Filled, names: Names): ShownValue[] =>
  fields
    .filter(({ key }) => values[key] !== undefined)
    .map((field) => ({
      key: field.key,
      label: field.label,
      value: toText(field, values[field.key], names),
      images: field.type === 'image' ? (values[field.key] as string[]) : [],
      files: field.type === 'file' ? (values[field.key] as FlowFile[]) : [],
      showToConsumer: field.showToConsumer && !field.isHidden,
    }));

/** The values of several records in words, fields in the order of their type; lots and regions by their names. */
export const showValues = async (db: Db, records: readonly Filled[]): Promise<ShownValue[][]> => {
  const given = <V>(type: FlowField['type']): V[] =>
    records.flatMap(({ fields, values }) =>
      fields
        .filter((field) => field.type === type && values[field.key] !== undefined)
        .map(({ key }) => values[key] as V),
    );
  const lotIds = given<number>('lot');
  const lots = lotIds.length
    ? await db
        .selectFrom('lot')
        .innerJoin('product', 'product.id', 'lot.productId')
        .select(['lot.id', 'lot.lotNo', 'product.storeName'])
        .where('lot.id', 'in', lotIds)
        .execute()
    : [];
  const names: Names = {
    lots: new Map(lots.map(({ id, lotNo, storeName }) => [id, `${lotNo}（${storeName}）`])),
    regions: await regionNames(db, given<string>('region')),
  };
  return records.map((record) => toShownValues(record, names));
};

/** The fields of a type as they are stored. */
export const toFlowFields = (stored: unknown): FlowField[] => FlowField.array().parse(stored);
