import type { RefusalText } from '../kit/codes.ts';

/** Said of a kind of node that this server cannot reach, wherever one is named. */
export const nodeAbsentText = '该类型的节点尚未接入，请选择其他节点类型';

export const registrationRefusals = {
  noNode: [61120, '标识前缀未配置'],
  registered: [61121, '标识已注册'],
  nodeFailed: [61122, '节点返回错误：{msg}'],
  wrongState: [61123, '当前状态不能提交'],
  prefixTaken: [61124, '标识前缀已被其他企业使用'],
  prefixInUse: [61125, '已有注册的标识，前缀不能修改'],
  nodeAbsent: [61126, nodeAbsentText],
  fromAfterTo: [61042, '起始序号不能大于结束序号'],
  outsideSegment: [61043, '序号超出码段范围（1-{n}）'],
} as const satisfies Record<string, RefusalText>;
