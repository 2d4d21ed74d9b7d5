import { enumeration } from '../../kit/enumeration.ts';

/** Where in a product's life a step stands. */
export const FlowStage = enumeration(
  { value: 1, label: '种植/养殖' },
  { value: 2, label: '原料' },
  { value: 3, label: '生产加工' },
  { value: 4, label: '质检' },
  { value: 5, label: '仓储' },
  { value: 6, label: '物流' },
  { value: 7, label: '销售' },
  { value: 9, label: '其他' },
);

/** Business step a type is reported as in EPCIS events. */
export const BizStep = enumeration(
  { value: 'inspecting', label: '检验（inspecting）' },
  { value: 'sampling', label: '抽样（sampling）' },
  { value: 'assembling', label: '组装加工（assembling）' },
  { value: 'storing', label: '储存（storing）' },
  { value: 'stocking', label: '备货（stocking）' },
  { value: 'transporting', label: '运输（transporting）' },
  { value: 'arriving', label: '到达（arriving）' },
  { value: 'departing', label: '离开（departing）' },
  { value: 'sensor_reporting', label: '传感器上报（sensor_reporting）' },
  { value: 'other', label: '其他（other）' },
);

/** What a field of a flow type holds. */
export const FieldType = enumeration(
  { value: 'text', label: '文本' },
  { value: 'area', label: '多行文本' },
  { value: 'number', label: '数字' },
  { value: 'date', label: '日期' },
  { value: 'datetime', label: '日期时间' },
  { value: 'radio', label: '单选' },
  { value: 'checkbox', label: '多选' },
  { value: 'image', label: '图片' },
  { value: 'file', label: '附件' },
  { value: 'region', label: '地区' },
  { value: 'location', label: '定位' },
  { value: 'person', label: '人员' },
  { value: 'lot', label: '引用批次' },
  { value: 'sensor', label: '传感器' },
);
export type FieldType = (typeof FieldType.options)[number]['value'];
