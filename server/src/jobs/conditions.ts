import type { AnyExporter } from './exporter.ts';

/** Names of filters that many lists have. */
const names: Record<string, string> = {
  firmId: '所属企业',
  ids: '勾选的数据',
  keywords: '关键词',
  name: '名称',
  status: '状态',
  audit: '审核状态',
  dateLimit: '时间范围',
  productId: '产品',
  lotId: '批次',
  classId: '分类',
  brand: '品牌',
  regionCode: '地区',
  code: '编码',
  verdict: '验证结果',
  taskNo: '任务编号',
  level: '层级',
  creditCode: '统一社会信用代码',
};

const shown = (value: unknown): string => {
  if (Array.isArray(value)) return value.length > 5 ? `共${value.length}项` : value.map(String).join('、');
  return value !== null && typeof value === 'object' ? JSON.stringify(value) : String(value);
};

/** The filters of an export in words, as far as its form knows them. */
export const conditionsOf = (
  exporter: AnyExporter | undefined,
  filters: Record<string, unknown>,
): { label: string; value: string }[] =>
  Object.entries(filters)
    .filter(([, value]) => value !== undefined && value !== null && value !== '')
    .map(([name, value]) => {
      const field = exporter?.form?.find((one) => one.name === name);
      const option = field?.options?.find((one) => String(one.value) === String(value));
      return { label: field?.label ?? names[name] ?? name, value: option?.label ?? shown(value) };
    });
