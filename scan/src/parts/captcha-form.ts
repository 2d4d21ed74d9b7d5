import { h } from '../lib/elements.ts';
import { field, reasonOf, whileBusy } from './field.ts';

/** Picture whose characters let the query go on; `renew` brings another picture. */
export const captchaForm = (
  picture: string,
  isRetry: boolean,
  answer: (characters: string) => Promise<void>,
  renew: () => Promise<void>,
): HTMLElement => {
  const characters = field(
    '图片验证码',
    h('input', {
      class: 'input',
      autocomplete: 'off',
      autocapitalize: 'off',
      spellcheck: 'false',
      maxlength: 8,
      enterkeyhint: 'done',
    }),
    { isRequired: true },
  );
  if (isRetry) characters.fail('请输入正确的验证码');
  const button = h('button', { class: 'button solid' }, '继续查询');
  const report = (error: unknown): void => characters.fail(reasonOf(error));
  const submit = (event: Event): void => {
    event.preventDefault();
    const typed = characters.control.value.trim();
    if (typed) return void whileBusy(button, '查询中', () => answer(typed).catch(report));
    characters.fail('请输入正确的验证码');
    characters.control.focus();
  };
  const image = picture.startsWith('data:image/')
    ? h('img', { src: picture, alt: '验证码图片', width: 130, height: 40 })
    : '换一张';
  characters.control.after(
    h('button', { type: 'button', class: 'captcha', title: '换一张', click: () => void renew().catch(report) }, image),
  );
  return h('form', { class: 'card with-captcha', novalidate: true, submit }, characters.element, button);
};
