import { h } from '../../lib/elements.ts';
import { go } from '../lib/go.ts';
import type { Scene } from '../lib/scene.ts';

/** 我已阅读并同意: not ticked by itself, with both texts one tap away. `complain` says that it is missing. */
export const consent = (
  scene: Scene,
  activityId: number,
): { element: HTMLElement; complain: (words: string) => void } => {
  const error = h('p', { class: 'p-complaint', role: 'alert' });
  const box = h('input', { type: 'checkbox', checked: scene.isTicked });
  box.addEventListener('change', () => {
    scene.isTicked = box.checked;
    error.textContent = '';
  });
  const id = String(activityId);
  const link = (words: string, name: 'privacy' | 'rules'): HTMLElement =>
    h('button', { type: 'button', class: 'p-link', click: () => go({ name, id }) }, words);
  return {
    element: h(
      'div',
      { class: 'p-consent' },
      h('label', {}, box, h('span', {}, '我已阅读并同意')),
      link('《隐私政策》', 'privacy'),
      '与',
      link('《活动规则》', 'rules'),
      error,
    ),
    complain: (words) => {
      error.textContent = words;
      box.focus();
    },
  };
};
