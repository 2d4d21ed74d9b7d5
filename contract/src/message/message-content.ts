import type { MessageEvent } from './message-states.ts';

/** 模板变量: what a text may name, as `{prize}`. */
export const variableNames = {
  nick: '昵称',
  act: '活动名称',
  prize: '奖品名称',
  amount: '金额（元）',
  date: '日期',
  time: '发生时间',
  reason: '原因',
  shop: '门店名称',
  company: '快递公司',
  no: '快递单号',
} as const;
export type Variable = keyof typeof variableNames;
export type Variables = Partial<Record<Variable, string>>;

/** What each event can say, and what it says where the firm has not written anything else. */
export const eventTexts: Record<MessageEvent, { content: string; variables: readonly Variable[] }> = {
  WIN: {
    content: '恭喜您在「{act}」中获得{prize}，请于{date}前领取',
    variables: ['nick', 'act', 'prize', 'date', 'time'],
  },
  PAY_SENT: { content: '您的{amount}元红包已发放，请在24小时内领取', variables: ['nick', 'act', 'amount', 'time'] },
  PAY_RECEIVED: { content: '{amount}元已存入您的微信零钱', variables: ['nick', 'act', 'amount', 'time'] },
  PAY_FAILED: {
    content: '红包发放失败：{reason}，我们将尽快处理',
    variables: ['nick', 'act', 'amount', 'reason', 'time'],
  },
  CLAIM_EXPIRE_SOON: {
    content: '您的奖品{prize}将于{date}到期，请尽快领取',
    variables: ['nick', 'act', 'prize', 'date', 'time'],
  },
  VERIFIED: { content: '奖品{prize}已在{shop}核销', variables: ['nick', 'act', 'prize', 'shop', 'time'] },
  REDEEM_APPROVED: { content: '兑换申请已通过，等待发货', variables: ['nick', 'act', 'prize', 'time'] },
  REDEEM_REJECTED: { content: '兑换申请未通过：{reason}', variables: ['nick', 'act', 'prize', 'reason', 'time'] },
  REDEEM_SHIPPED: {
    content: '奖品已发出，{company} {no}',
    variables: ['nick', 'act', 'prize', 'company', 'no', 'time'],
  },
};

/** What staff's own messages can say. */
export const noticeVariables: readonly Variable[] = ['nick', 'date'];

/** What stands for each variable where a text is only looked at. */
export const sampleVariables: Record<Variable, string> = {
  nick: '小明',
  act: '扫码有礼',
  prize: '精美礼盒一份',
  amount: '8.88',
  date: '2026-12-31',
  time: '2026-12-01 10:30',
  reason: '收款账户异常',
  shop: '西湖一店',
  company: '顺丰速运',
  no: 'SF1234567890123',
};

const places = /\{([^{}\s]{1,20})\}/g;

/** The first place of a text that names no variable of these, as `模板变量{x}不存在`; nothing where all do. */
export const unknownVariable = (content: string, variables: readonly Variable[]): string | undefined => {
  for (const [whole, name] of content.matchAll(places))
    if (!variables.includes(name as Variable)) return `模板变量${whole}不存在`;
  return undefined;
};

/** A text with its variables filled; one that has no value is left out. */
export const fillContent = (content: string, values: Variables): string =>
  content.replaceAll(places, (_whole, name: string) => values[name as Variable] ?? '');

/** A field of a template of WeChat's: `thing2` with the words before it. */
export interface TemplateField {
  key: string;
  label: string;
}

/** The fields of a template's content, `奖品：{{thing2.DATA}}`, in their order. */
export const templateFields = (content: string): TemplateField[] =>
  content.split('\n').flatMap((line) => {
    const found = /^(.*?)\{\{([A-Za-z_]+\d*)\.DATA\}\}/.exec(line.trim());
    return found ? [{ key: found[2]!, label: found[1]!.replace(/[：:\s]+$/, '') || found[2]! }] : [];
  });

/** Characters WeChat takes in a field of each type; in one without a line here, 20. */
const fieldLengths: Record<string, number> = {
  thing: 20,
  short_thing: 5,
  const: 20,
  name: 10,
  phrase: 5,
  number: 32,
  letter: 32,
  symbol: 5,
  character_string: 32,
  phone_number: 17,
  car_number: 8,
  amount: 12,
  time: 30,
  date: 30,
};
/** Types whose value means something else when it is cut. */
const uncut = new Set(['number', 'amount', 'time', 'date', 'phone_number', 'car_number', 'character_string']);

/** A value as a field of WeChat's takes it: without lines, a text that is too long shortened with …, an empty one as a dash. */
export const fitField = (key: string, value: string): string => {
  const type = key.replace(/\d+$/, '');
  const most = fieldLengths[type] ?? 20;
  const text = value.replaceAll(/\s+/g, ' ').trim();
  const letters = [...text];
  if (text === '') return '-';
  return letters.length <= most || uncut.has(type) ? text : `${letters.slice(0, most - 1).join('')}…`;
};

/** What a template reads like with these values. */
export const templateText = (content: string, values: Record<string, string>): string =>
  content.replaceAll(/\{\{([A-Za-z_]+\d*)\.DATA\}\}/g, (_whole, key: string) => values[key] ?? '');
