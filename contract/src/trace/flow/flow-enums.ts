import { enumeration } from '../../kit/enumeration.ts';

/** Where in a product's life a step stands. */
export const FlowStage = enumeration({
  growing: { value: 1, label: '种植/养殖' },
  material: { value: 2, label: '原料' },
  making: { value: 3, label: '生产加工' },
  checking: { value: 4, label: '质检' },
  storing: { value: 5, label: '仓储' },
  moving: { value: 6, label: '物流' },
  selling: { value: 7, label: '销售' },
  other: { value: 9, label: '其他' },
});

/** Business step a type is reported as in EPCIS events. */
export const BizStep = enumeration({
  inspecting: { label: '检验（inspecting）' },
  sampling: { label: '抽样（sampling）' },
  assembling: { label: '组装加工（assembling）' },
  storing: { label: '储存（storing）' },
  stocking: { label: '备货（stocking）' },
  transporting: { label: '运输（transporting）' },
  arriving: { label: '到达（arriving）' },
  departing: { label: '离开（departing）' },
  sensor_reporting: { label: '传感器上报（sensor_reporting）' },
  other: { label: '其他（other）' },
});

/** What a field of a flow type holds. */
export const FieldType = enumeration({
  text: { label: '文本' },
  area: { label: '多行文本' },
  number: { label: '数字' },
  date: { label: '日期' },
  datetime: { label: '日期时间' },
  radio: { label: '单选' },
  checkbox: { label: '多选' },
  image: { label: '图片' },
  file: { label: '附件' },
  region: { label: '地区' },
  location: { label: '定位' },
  person: { label: '人员' },
  lot: { label: '引用批次' },
  sensor: { label: '传感器' },
});
export type FieldType = (typeof FieldType.options)[number]['value'];
