import type { RefusalText } from '../kit/codes.ts';

/** Refusals about warnings and their rules. */
export const policeRefusals = {
  taken: [62507, '预警已被处理'],
  noResult: [62508, '请输入处理结果'],
  sameName: [62509, '同名预警规则已存在'],
  noHistory: [62650, '该类型没有历史数据，只按当前值判断'],
  ipOnly: [62651, '仅IP定位的扫码不能确认窜货'],
  hasOpen: [62652, '该规则还有未处理完的预警，不能删除'],
  isTrying: [62653, '正在试运行，请稍后'],
  nothingToDo: [62654, '该预警没有可{act}的对象'],
} as const satisfies Record<string, RefusalText>;
