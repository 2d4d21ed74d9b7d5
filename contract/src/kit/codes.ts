/** Codes of the envelope that mean the same on every call. Domain refusals have numbers of their own beside their contract. */
export const Code = {
  ok: 200,
  invalid: 400,
  signedOut: 401,
  forbidden: 403,
  notFound: 404,
  stale: 409,
  tooOften: 429,
  fault: 500,
  busy: 503,
} as const;

/** Chinese text of each common code, as the specification words it. */
export const codeText: Record<number, string> = {
  [Code.signedOut]: '无效的会话，或者登录已过期，请重新登录。',
  [Code.forbidden]: '没有权限访问。',
  [Code.notFound]: '数据不存在或无权限访问',
  [Code.stale]: '数据已被他人修改，请刷新后重试',
  [Code.tooOften]: '操作过于频繁，请稍后再试',
  [Code.fault]: '系统繁忙，请稍后再试',
  [Code.busy]: '系统繁忙，请稍后重试',
};

/** A refusal with its own number: `refusals` of a contract file hold these, `{name}` in a text is filled at run time. */
export type RefusalText = readonly [code: number, text: string];

/** What staff whose password somebody else set are answered by every call but those that lead to their own. */
export const ownPasswordFirst: RefusalText = [63005, '当前密码由他人设置，请先修改成您自己的密码'];

/** Fills `{name}` places of a refusal or message text. */
export const fill = (text: string, values: Record<string, string | number>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
