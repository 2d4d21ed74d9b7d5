import type { RefusalText } from '../kit/codes.ts';

/** Refusals about products and lots (61xxx), worded as the error catalogue has them. */
export const traceRefusals = {
  productGone: [61012, '产品已停用或不存在'],
  otherProductsLot: [61013, '批次不属于所选产品'],
  producedLater: [61014, '生产日期不能晚于今天'],
  badLotNo: [61015, '批号格式不正确，仅支持字母、数字和-._/，最长20位'],
  lotNoOfRule: [61106, '批号不符合企业的批号规则{pattern}（#数字，@字母，*字母或数字）'],
  recalled: [61102, '批次已在召回中'],
  lotRecalled: [61181, '批次正在召回，不能再放入编码'],
  notRecalled: [61103, '批次未处于召回状态'],
  hasActiveCodes: [61092, '已有启用的码，不能删除'],
  barcodePrinted: [61194, '已有标识按该条码印制，不能修改商品条码'],
  templateInUse: [61094, '已被使用，不能删除'],
  templateUnpublished: [61165, '模板尚未发布，请先发布'],
  templateDisabled: [61166, '模板已停用，请先启用'],
  templateIsDefault: [61167, '默认模板不能停用，请先将其他模板设为默认'],
} as const satisfies Record<string, RefusalText>;
