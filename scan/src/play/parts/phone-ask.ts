import { h } from '../../lib/elements.ts';
import type { Scene } from '../lib/scene.ts';

const isMobile = (text: string): boolean => /^1[3-9]\d{9}$/.test(text);

/** The number a firm wants to know before somebody draws; the scene keeps what was typed. `read` answers it, or says on the page that it is missing. */
export const phoneAsk = (
  scene: Pick<Scene, 'phone'>,
): { element: HTMLElement; read: () => string | null; complain: (words: string) => void } => {
  const error = h('p', { class: 'p-complaint', id: 'draw-phone-error', role: 'alert' });
  const input = h('input', {
    id: 'draw-phone',
    value: scene.phone ?? '',
    type: 'tel',
    inputmode: 'numeric',
    maxlength: 11,
    autocomplete: 'tel-national',
    placeholder: '请输入手机号',
    'aria-describedby': 'draw-phone-error',
    'aria-required': 'true',
  });
  const complain = (words: string): void => {
    error.textContent = words;
    input.setAttribute('aria-invalid', 'true');
    input.focus();
  };
  input.addEventListener('input', () => {
    scene.phone = input.value;
    error.textContent = '';
    input.removeAttribute('aria-invalid');
  });
  return {
    element: h('div', { class: 'p-phone' }, h('label', { for: 'draw-phone' }, '手机号'), input, error),
    complain,
    read: () => {
      const phone = input.value.trim();
      if (isMobile(phone)) return phone;
      complain(phone ? '请输入正确的手机号' : '请输入手机号');
      return null;
    },
  };
};
