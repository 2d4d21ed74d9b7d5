import type { RefusalText } from '../kit/codes.ts';
import { badCodeText } from './code-input.ts';

/** Refusals about codes, tasks and operations on codes (61xxx), worded as the error catalogue has them. */
export const codeRefusals = {
  badText: [61001, badCodeText],
  noSuchCode: [61002, '编码不存在'],
  tooMany: [61018, '生码数量超出限制：单层级最多20亿'],
  quota: [61019, '企业码额度不足，剩余{n}个'],
  taskState: [61020, '任务状态不允许此操作'],
  digitsNeedPin: [61021, '数字码须启用防伪验证码'],
  setRatio: [61022, '套标数量与包装比例不符'],
  downloadsUsed: [61023, '下载次数已用完，请联系管理员'],
  fileGone: [61024, '文件已过期，请重新生成'],
  taskInReview: [61025, '任务待审核，暂不能下载'],
  void: [61030, '编码已作废，不能操作'],
  conflicts: [61031, '所选范围内有{n}个异常码，操作未执行'],
  tooManyConflicts: [61032, '异常码超过10000个，请缩小范围'],
  frozen: [61033, '编码已冻结，请先解冻'],
  boundElsewhere: [61034, '编码已启用并绑定其他产品或批次'],
  noRatio: [61035, '产品未设置包装比例，不能启用箱码'],
  notActive: [61036, '编码未启用'],
  otherSegment: [61040, '首尾码不属于同一码段'],
  fromAfterTo: [61042, '起始序号不能大于结束序号'],
  outsideSegment: [61043, '序号超出码段范围（1-{n}）'],
  overlap: [61044, '号段与已选号段重叠'],
  undoTooLate: [61045, '启用已超过24小时，不能撤销'],
  undoUsed: [61046, '编码已有扫码、包装或发货记录，不能撤销启用'],
  idemOther: [61097, '请求编号已被使用，内容不一致'],
  busy: [61098, '系统繁忙，请稍后重试'],
} as const satisfies Record<string, RefusalText>;
