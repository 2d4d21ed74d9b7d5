import { groupVerCode, isVerCode, readVerCode } from '@zhuiyuan/contract/campaign/ver-code';
import { h } from '../../lib/elements.ts';
import { openSheet } from '../parts/sheet.ts';

export const wrongCode = '核销码不正确，请核对后重试';
const codeLength = 12;

/** The redemption code in what was scanned: the code itself, or the end of an address. */
export const codeIn = (text: string): string => readVerCode(text.replace(/[/=?&#]+$/, '').replace(/^.*[/=?&#]/, ''));

/** 输入核销码: grouped while it is typed; what cannot be a code is not asked for. */
export const openTyping = (take: (code: string) => void): void => {
  openSheet('输入核销码', (close) => {
    const error = h('p', { class: 'error', id: 'ver-error', role: 'alert' });
    const input = h('input', {
      class: 'input f-code-input',
      'aria-label': '核销码',
      'aria-describedby': 'ver-error',
      placeholder: '12 位核销码',
      autocapitalize: 'characters',
      autocomplete: 'off',
      autocorrect: 'off',
      spellcheck: 'false',
      enterkeyhint: 'search',
      maxlength: 40,
    });
    const fail = (words: string): void => {
      error.textContent = words;
      input.setAttribute('aria-invalid', String(Boolean(words)));
    };
    input.addEventListener('input', () => {
      const isAtEnd = input.selectionStart === input.value.length;
      fail('');
      // Grouped anew only at the end: a symbol that is mended in the middle keeps its place.
      if (isAtEnd)
        input.value = groupVerCode(
          readVerCode(input.value)
            .replace(/[^0-9A-Z]/g, '')
            .slice(0, codeLength),
        );
    });
    const submit = (event: Event): void => {
      event.preventDefault();
      const code = readVerCode(input.value);
      if (!code) return fail('请输入核销码');
      if (code.length !== codeLength) return fail('核销码为 12 位');
      if (!isVerCode(code)) return fail(wrongCode);
      close();
      take(code);
    };
    requestAnimationFrame(() => input.focus());
    return [
      h(
        'form',
        { novalidate: true, submit },
        input,
        error,
        h('p', { class: 'f-text' }, '在顾客的奖品页面上，由数字和字母组成，没有字母 I、L、O、U'),
        h('button', { class: 'button solid f-check' }, '查询'),
      ),
    ];
  });
};
