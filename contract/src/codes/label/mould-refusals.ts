import type { RefusalText } from '../../kit/codes.ts';

/** Refusals about moulds of labels and about printing with them. */
export const mouldRefusals = {
  used: [62630, '模板已被生码任务使用，不能删除'],
  disabled: [62631, '模板已停用，请先启用'],
  tooLarge: [62632, '模板超出A4纸的可打印范围，请改用卷标'],
  noProduct: [62633, '该任务未绑定产品，请选择产品'],
  noLot: [62634, '该任务未绑定批次，请填写批次'],
  noDate: [62635, '该任务未绑定批次，请填写生产日期'],
  noActText: [62636, '请填写活动文案'],
  noPin: [62637, '该码段没有防伪验证码，请更换模板'],
  noInner: [62638, '该码段没有暗码，请更换模板'],
  badBarcode: [62639, '条形码不能表示“{text}”，请更换模板内容'],
  missingGlyph: [62640, '字体缺少字符：{c}'],
  tooFine: [62642, '{text}'],
  noImage: [62641, '模板图片不存在，请更换图片后重新保存'],
} as const satisfies Record<string, RefusalText>;
