import { h } from '../lib/elements.ts';
import { field, reasonOf, whileBusy } from './field.ts';

/** Box for the digits under the scratch layer. `remain` are the tries left, null while none was used; at 0 there is no box. */
export const pinForm = (remain: number | null, check: (pin: string) => Promise<void>): HTMLElement | null => {
  if (remain === 0) return null;
  const pin = field(
    '防伪验证码',
    h('input', { class: 'input pin', inputmode: 'numeric', autocomplete: 'off', maxlength: 6, enterkeyhint: 'done' }),
    {
      note: remain === null ? '涂层下的4位或6位数字' : `还可以输入 ${remain} 次`,
      isRequired: true,
    },
  );
  const button = h('button', { class: 'button solid' }, '验证');
  const submit = (event: Event): void => {
    event.preventDefault();
    const digits = pin.control.value.normalize('NFKC').replace(/\s/g, '');
    pin.fail(/^(\d{4}|\d{6})$/.test(digits) ? '' : '请输入4位或6位数字');
    if (pin.control.hasAttribute('aria-invalid')) return pin.control.focus();
    void whileBusy(button, '验证中', () => check(digits).catch((error: unknown) => pin.fail(reasonOf(error))));
  };
  return h('form', { class: 'card', novalidate: true, submit }, pin.element, button);
};
