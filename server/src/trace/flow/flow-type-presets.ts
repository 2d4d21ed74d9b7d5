import { FlowStage } from '@zhuiyuan/contract/trace/flow/flow-enums';
import type { FlowTypeDraft } from '@zhuiyuan/contract/trace/flow/flow-type';
import type { z } from 'zod';

type Draft = z.input<typeof FlowTypeDraft>;
type Field = NonNullable<Draft['fields']>[number];

const numbered = (fields: Omit<Field, 'key'>[]): Field[] =>
  fields.map((field, at) => ({ ...field, key: `f${at + 1}` }) as Field);

/** The flow types every firm begins with; it may change or delete them. */
export const presetFlowTypes: Draft[] = [
  {
    name: '种植',
    stage: FlowStage.growing,
    icon: 'leaf',
    bizStep: 'other',
    fields: numbered([
      { label: '基地名称', type: 'text', required: true, maxLength: 40 },
      { label: '农事活动', type: 'radio', options: ['播种', '施肥', '灌溉', '植保', '修剪', '采收'], required: true },
      { label: '投入品', type: 'text', tip: '肥料、农药的名称和用量', showToConsumer: false },
      { label: '面积', type: 'number', unit: '亩', min: 0, decimals: 2 },
      { label: '现场图片', type: 'image' },
    ]),
  },
  {
    name: '原料入库',
    stage: FlowStage.material,
    icon: 'warehouse',
    bizStep: 'arriving',
    fields: numbered([
      { label: '原料名称', type: 'text', required: true, maxLength: 40 },
      { label: '供应商', type: 'text', showToConsumer: false },
      { label: '原料产地', type: 'region' },
      { label: '入库数量', type: 'number', unit: 'kg', min: 0, decimals: 2, required: true },
      { label: '验收结果', type: 'radio', options: ['合格', '不合格'], required: true },
    ]),
  },
  {
    name: '生产',
    stage: FlowStage.making,
    icon: 'factory',
    bizStep: 'assembling',
    fields: numbered([
      { label: '工序', type: 'text', required: true, maxLength: 30 },
      { label: '车间', type: 'text', maxLength: 30 },
      { label: '产量', type: 'number', unit: 'kg', min: 0, decimals: 2 },
      { label: '工艺说明', type: 'area', maxLength: 500 },
      { label: '负责人', type: 'person', showToConsumer: false },
    ]),
  },
  {
    name: '质检',
    stage: FlowStage.checking,
    icon: 'clipboard-check',
    bizStep: 'inspecting',
    fields: numbered([
      {
        label: '检验项目',
        type: 'checkbox',
        options: ['感官', '理化指标', '农残', '重金属', '微生物', '净含量'],
        required: true,
      },
      { label: '检验结论', type: 'radio', options: ['合格', '不合格'], required: true },
      { label: '检验依据', type: 'text', maxLength: 60 },
      { label: '检验员', type: 'person', showToConsumer: false },
      { label: '检验报告', type: 'file' },
    ]),
  },
  {
    name: '入库',
    stage: FlowStage.storing,
    icon: 'archive',
    bizStep: 'storing',
    fields: numbered([
      { label: '仓库', type: 'text', required: true, maxLength: 40 },
      { label: '入库数量', type: 'number', min: 0, decimals: 0, required: true },
      { label: '库温', type: 'sensor', unit: '℃', decimals: 1 },
    ]),
  },
  {
    name: '出库',
    stage: FlowStage.storing,
    icon: 'upload',
    bizStep: 'departing',
    fields: numbered([
      { label: '仓库', type: 'text', required: true, maxLength: 40 },
      { label: '出库数量', type: 'number', min: 0, decimals: 0, required: true },
      { label: '经办人', type: 'person', showToConsumer: false },
    ]),
  },
  {
    name: '运输',
    stage: FlowStage.moving,
    icon: 'truck',
    bizStep: 'transporting',
    fields: numbered([
      { label: '承运单位', type: 'text', maxLength: 40 },
      { label: '车牌号', type: 'text', maxLength: 20, showToConsumer: false },
      { label: '目的地', type: 'region', required: true },
      { label: '车厢温度', type: 'sensor', unit: '℃', decimals: 1 },
      { label: '送达时间', type: 'datetime' },
    ]),
  },
];
