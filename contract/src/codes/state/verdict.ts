import { enumeration } from '../../kit/enumeration.ts';

/** Verdict of one public query of a code. */
export const Verdict = enumeration({
  FIRST: { label: '首次查询', tone: 'good' },
  REPEAT: { label: '重复查询', tone: 'wait' },
  OVER: { label: '超限查询', tone: 'bad' },
  INACTIVE: { label: '未启用', tone: 'idle' },
  VOID: { label: '已作废', tone: 'bad' },
  FROZEN: { label: '已冻结', tone: 'wait' },
  INVALID: { label: '编码不存在', tone: 'bad' },
  NEED_PIN: { label: '需验证码', tone: 'wait' },
  PIN_WRONG: { label: '验证码错误', tone: 'bad' },
  LIMITED: { label: '查询过于频繁', tone: 'gone' },
});
export type Verdict = (typeof Verdict.options)[number]['value'];

/** Attitude of the whole answer. */
export type VerdictLevel = 'ok' | 'warn' | 'bad';

interface VerdictWords {
  level: VerdictLevel;
  /** Headline of the answer. */
  title: string;
  /** Default sentence; `{product} {firm} {code} {times} {firstTime} {firstCity} {phone}` are filled from the query. */
  text: string;
}

/** Level, headline and default text of each verdict; a firm may replace the text, never the rest. */
/** Above the firm's own words where the code's lot is called back: it reads frozen, and this says why. */
export const recallTitle = '产品召回';

export const verdictWords: Record<Verdict, VerdictWords> = {
  FIRST: {
    level: 'ok',
    title: '首次查询 · 正品',
    text: '您查询的是{firm}生产的{product}，首次查询，为正品，请放心使用。',
  },
  REPEAT: {
    level: 'warn',
    title: '重复查询',
    text: '该码已被查询{times}次，首次查询时间{firstTime}（{firstCity}）。若非本人查询，请谨防假冒。',
  },
  OVER: {
    level: 'bad',
    title: '超限查询',
    text: '该码已被查询{times}次，超过正常次数，谨防假冒，如有疑问请拨打{phone}。',
  },
  INACTIVE: { level: 'warn', title: '该码未启用', text: '该码尚未启用，请联系商家核实。' },
  VOID: { level: 'bad', title: '该码已作废', text: '该码已作废，请谨防假冒。' },
  FROZEN: { level: 'warn', title: '该码已冻结', text: '该产品正在召回或核查中，请暂停使用并联系{phone}。' },
  INVALID: { level: 'bad', title: '编码不存在', text: '您查询的编码不存在，请核对后重新输入，谨防假冒。' },
  NEED_PIN: { level: 'warn', title: '需要验证码', text: '请刮开涂层，输入防伪验证码。' },
  PIN_WRONG: { level: 'bad', title: '验证码错误', text: '验证码错误，请重新输入。' },
  LIMITED: { level: 'warn', title: '查询过于频繁', text: '查询过于频繁，请稍后再试。' },
};
