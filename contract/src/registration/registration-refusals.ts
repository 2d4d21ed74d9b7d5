import type { RefusalText } from '../kit/codes.ts';

export const registrationRefusals = {
  noNode: [61120, '标识前缀未配置'],
  registered: [61121, '标识已注册'],
  nodeFailed: [61122, '节点返回错误：{msg}'],
  wrongState: [61123, '当前状态不能提交'],
  prefixTaken: [61124, '标识前缀已被其他企业使用'],
  prefixInUse: [61125, '已有注册的标识，前缀不能修改'],
  fromAfterTo: [61042, '起始序号不能大于结束序号'],
  outsideSegment: [61043, '序号超出码段范围（1-{n}）'],
} as const satisfies Record<string, RefusalText>;
