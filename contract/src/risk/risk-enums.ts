import { enumeration } from '../kit/enumeration.ts';

/** 风控动作, the strongest of all that are hit counts. None of them loses a draw silently: that would break the odds. */
export const RiskAction = enumeration({
  note: { value: 1, label: '仅记录', tone: 'idle' },
  challenge: { value: 2, label: '人机验证', tone: 'wait' },
  hold: { value: 3, label: '冻结发放', tone: 'wait' },
  block: { value: 4, label: '拦截', tone: 'bad' },
  ban: { value: 5, label: '拉黑', tone: 'bad' },
});
export type RiskAction = (typeof RiskAction.options)[number]['value'];

/** What people and codes are counted by. */
export const TraceKind = enumeration({
  personCode: { value: 1, label: '用户的码' },
  addressCode: { value: 2, label: 'IP的码' },
  addressPerson: { value: 3, label: 'IP的用户' },
  devicePerson: { value: 4, label: '设备的用户' },
  cellPerson: { value: 5, label: '地理格的用户' },
  cellCode: { value: 6, label: '地理格的码' },
});
export type TraceKind = (typeof TraceKind.options)[number]['value'];

/** What staff made of a hit. */
export const HitState = enumeration({
  open: { value: 0, label: '未处理', tone: 'wait' },
  confirmed: { value: 1, label: '已确认', tone: 'bad' },
  released: { value: 2, label: '已解除', tone: 'gone' },
});

/** 黑名单类型. */
export const BanKind = enumeration({
  person: { value: 1, label: '用户', tone: 'kind' },
  address: { value: 2, label: 'IP', tone: 'kind' },
  device: { value: 3, label: '设备', tone: 'kind' },
  network: { value: 5, label: 'IP段', tone: 'kind' },
});

/** 限制范围. */
export const BanScope = enumeration({
  all: { value: 0, label: '全部' },
  draws: { value: 1, label: '禁止抽奖' },
  payouts: { value: 2, label: '禁止发放' },
});

/** Who put somebody on the list. */
export const BanSource = enumeration({
  hand: { value: 0, label: '手工' },
  rule: { value: 1, label: '规则' },
});
