import { FlowStage } from '@zhuiyuan/contract/trace/flow/flow-enums';
import type { FlowTypeDraft } from '@zhuiyuan/contract/trace/flow/flow-type';
import type { z } from 'zod';

type Draft = z.input<typeof FlowTypeDraft>;
type Field = NonNullable<Draft['fields']>[number];

const fields = (...list: Omit<Field, 'key'>[]): Field[] =>
  list.map((field, at) => ({ ...field, key: `f${at + 1}` }) as Field);
const hours = { type: 'number', unit: '小时', min: 0, decimals: 1 } as const;
const degrees = { type: 'number', unit: '℃', min: -50, max: 400, decimals: 0 } as const;
const kilograms = { type: 'number', unit: 'kg', min: 0, decimals: 1 } as const;

/** Steps of the trade of each demo firm, beside those every firm begins with. */
export const demoFlowTypes: Draft[][] = [
  [
    {
      name: '采摘',
      stage: FlowStage.growing,
      icon: 'leaf',
      sort: 1,
      fields: fields(
        { label: '茶园', type: 'text', required: true, maxLength: 40 },
        { label: '采摘标准', type: 'radio', options: ['单芽', '一芽一叶', '一芽二叶', '一芽三叶'], required: true },
        { label: '鲜叶重量', ...kilograms, required: true },
        { label: '带队人', type: 'person', showToConsumer: false },
      ),
    },
    {
      name: '萎凋',
      stage: FlowStage.making,
      icon: 'timer',
      sort: 2,
      fields: fields(
        { label: '方式', type: 'radio', options: ['日光萎凋', '室内萎凋', '萎凋槽'], required: true },
        { label: '时长', ...hours, required: true },
        { label: '室温', type: 'sensor', unit: '℃', decimals: 1, showToConsumer: false },
      ),
    },
    {
      name: '杀青',
      stage: FlowStage.making,
      icon: 'activity',
      sort: 3,
      fields: fields(
        { label: '方式', type: 'radio', options: ['手工', '滚筒'], required: true },
        { label: '锅温', ...degrees, required: true },
        { label: '时长', type: 'number', unit: '分钟', min: 0, decimals: 0 },
      ),
    },
    {
      name: '揉捻',
      stage: FlowStage.making,
      icon: 'refresh-cw',
      sort: 4,
      fields: fields({ label: '时长', type: 'number', unit: '分钟', min: 0, decimals: 0, required: true }),
    },
    {
      name: '发酵',
      stage: FlowStage.making,
      icon: 'layers',
      sort: 5,
      fields: fields({ label: '时长', ...hours, required: true }, { label: '叶温', ...degrees }),
    },
    {
      name: '干燥',
      stage: FlowStage.making,
      icon: 'factory',
      sort: 6,
      fields: fields(
        { label: '烘干温度', ...degrees, required: true },
        { label: '含水率', type: 'number', unit: '%', min: 0, max: 100, decimals: 1, required: true },
      ),
    },
  ],
  [
    {
      name: '制曲',
      stage: FlowStage.material,
      icon: 'archive',
      sort: 1,
      fields: fields(
        { label: '曲种', type: 'radio', options: ['高温大曲', '麦曲', '小曲'], required: true },
        { label: '培曲天数', type: 'number', unit: '天', min: 0, decimals: 0, required: true },
        { label: '曲房', type: 'text', showToConsumer: false },
      ),
    },
    {
      name: '发酵',
      stage: FlowStage.making,
      icon: 'layers',
      sort: 2,
      fields: fields(
        { label: '窖池', type: 'text', required: true, maxLength: 30 },
        { label: '发酵天数', type: 'number', unit: '天', min: 0, decimals: 0, required: true },
        { label: '窖温', type: 'sensor', unit: '℃', decimals: 1 },
      ),
    },
    {
      name: '蒸馏',
      stage: FlowStage.making,
      icon: 'factory',
      sort: 3,
      fields: fields(
        { label: '酒精度', type: 'number', unit: '%vol', min: 0, max: 80, decimals: 1, required: true },
        { label: '取酒方式', type: 'text', maxLength: 30 },
      ),
    },
    {
      name: '窖藏',
      stage: FlowStage.storing,
      icon: 'warehouse',
      sort: 4,
      fields: fields(
        { label: '容器', type: 'radio', options: ['陶坛', '不锈钢罐', '橡木桶'], required: true },
        { label: '酒库', type: 'text', required: true, maxLength: 30 },
        { label: '库温', type: 'sensor', unit: '℃', decimals: 1 },
      ),
    },
    {
      name: '灌装',
      stage: FlowStage.making,
      icon: 'package',
      sort: 5,
      fields: fields(
        { label: '灌装线', type: 'text', required: true, maxLength: 20 },
        { label: '灌装数量', type: 'number', unit: '瓶', min: 0, decimals: 0, required: true },
        { label: '班长', type: 'person', showToConsumer: false },
      ),
    },
  ],
];
