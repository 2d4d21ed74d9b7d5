import { h } from '../lib/elements.ts';

/** Telephone and report side by side; what is not possible is not shown, and with neither there is no row. */
export const acts = (
  phone: string | null,
  report: HTMLElement | null,
  words: { phone?: string; report?: string } = {},
): HTMLElement | null => {
  const dial = phone?.replace(/[^\d+,;*#-]/g, '');
  if (!dial && !report) return null;
  if (report && words.report) report.textContent = words.report;
  return h(
    'div',
    { class: 'acts' },
    dial && h('a', { class: 'button', href: `tel:${dial}` }, words.phone || '拨打客服'),
    report,
  );
};
