/** What a text of a verdict may speak of, with the word the form shows for each. */
export const verdictVariables = {
  product: '产品名称',
  firm: '企业名称',
  code: '编码',
  times: '查询次数',
  firstTime: '首次查询时间',
  firstCity: '首次查询城市',
  phone: '客服电话',
} as const;
export type VerdictVariable = keyof typeof verdictVariables;
export type VerdictValues = Partial<Record<VerdictVariable, string | number>>;

const variable = /\{(\w+)\}/g;
const clause = /[^，。；！？,;!?\n]*[，。；！？,;!?\n]?/g;
const ending = /[。！？!?\n]$/;

/**
 * The text of a verdict with its variables filled in. What is not known is not shown as a gap: the brackets around it go,
 * or else its clause; an unknown telephone becomes 联系商家.
 */
export const verdictText = (text: string, values: VerdictValues): string => {
  const isKnown = (name: string) => ![undefined, ''].includes(values[name as VerdictVariable] as undefined);
  const isWhole = (part: string) => [...part.matchAll(variable)].every(([, name]) => isKnown(name!));
  const spoken = isKnown('phone') ? text : text.replace(/(?:联系|拨打|致电)\{phone\}/g, '联系商家');
  const unbracketed = spoken.replace(/（[^（）]*）|\([^()]*\)/g, (part) => (isWhole(part) ? part : ''));
  let whole = '';
  for (const [part] of unbracketed.matchAll(clause)) {
    if (isWhole(part)) whole += part;
    else if (ending.test(part)) whole = whole.replace(/[，；,;]$/, part.slice(-1));
  }
  return whole.replace(variable, (_all, name: string) => String(values[name as VerdictVariable]));
};
