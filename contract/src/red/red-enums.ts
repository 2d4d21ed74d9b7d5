import { enumeration } from '../kit/enumeration.ts';

/** 红包形式. Nothing sends 裂变红包 any more: WeChat Pay has withdrawn it. */
export const RedKind = enumeration({
  NORMAL: { label: '普通红包' },
  GROUP: { label: '裂变红包' },
});

/** 红包码批次. */
export const RedBatchState = enumeration({
  making: { value: 0, label: '生成中', tone: 'doing' },
  ready: { value: 1, label: '可使用', tone: 'good' },
  failed: { value: 2, label: '生成失败', tone: 'bad' },
  voiding: { value: 3, label: '作废中', tone: 'doing', glyph: 'half' },
  void: { value: 4, label: '已作废', tone: 'gone' },
  frozen: { value: 5, label: '已冻结', tone: 'wait', glyph: 'dash' },
});
export type RedBatchState = (typeof RedBatchState.options)[number]['value'];

/** 红包码. */
export const RedCodeState = enumeration({
  unused: { value: 0, label: '未使用', tone: 'idle' },
  used: { value: 1, label: '已领取', tone: 'good' },
  void: { value: 2, label: '已作废', tone: 'gone' },
  frozen: { value: 3, label: '已冻结', tone: 'wait', glyph: 'dash' },
});
export type RedCodeState = (typeof RedCodeState.options)[number]['value'];
