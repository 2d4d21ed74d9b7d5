import { h } from '../dom.ts';

/** Telephone and report side by side; what is not possible is not shown, and with neither there is no row. */
export const acts = (phone: string | null, report: HTMLElement | null, isReportFirst = false): HTMLElement | null => {
  const dial = phone?.replace(/[^\d+,;*#-]/g, '');
  if (!dial && !report) return null;
  report?.classList.toggle('solid', isReportFirst);
  return h('div', { class: 'acts' }, dial && h('a', { class: 'button', href: `tel:${dial}` }, '拨打客服'), report);
};
