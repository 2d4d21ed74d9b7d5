import type { HeldRole } from '@zhuiyuan/contract/account/account';
import { keepToken } from '../../lib/account-token.ts';
import { h } from '../../lib/elements.ts';
import { toast } from '../../parts/code-text.ts';
import { reasonOf, whileBusy } from '../../parts/field.ts';
import { tell } from '../lib/field-call.ts';
import { go } from '../lib/navigate.ts';
import { chooseRole } from '../lib/session.ts';
import { kindNames } from '../lib/words.ts';
import { show, whenLeft } from '../parts/screen.ts';
import { showSaying } from './gate.ts';

type Offered = Pick<HeldRole, 'kind' | 'name' | 'number' | 'firmName'>;

/** 绑定身份: whom the scanned code binds, and the button that does it. The token stands behind the # of the address. */
export const showBind = async (bindToken: string): Promise<void> => {
  let isLeft = false;
  show({ title: '绑定身份', bar: null, body: [h('section', { class: 'card centred late' }, h('p', {}, '正在打开'))] });
  whenLeft(() => (isLeft = true));
  const gone = (error: unknown): void =>
    showSaying('没有绑定', {
      icon: 'cross',
      words: reasonOf(error),
      acts: [h('a', { class: 'button', href: '/r' }, '返回首页')],
    });
  try {
    const { kind, name, number, firmName } = await tell<Offered>('bind/info', { bindToken });
    if (isLeft) return;
    const error = h('p', { class: 'error', role: 'alert' });
    const bind = async (): Promise<void> => {
      error.textContent = '';
      try {
        const bound = await tell<{ token: string; role: HeldRole }>('bind', { bindToken });
        keepToken(bound.token);
        chooseRole(bound.role.role);
        toast('绑定成功');
        go('/r', { replaces: true });
      } catch (failed) {
        error.textContent = reasonOf(failed);
      }
    };
    const button = h(
      'button',
      { type: 'button', class: 'button solid', click: () => void whileBusy(button, '绑定中', bind) },
      '确认绑定',
    );
    show({
      title: '绑定身份',
      bar: null,
      body: [
        h(
          'section',
          { class: 'card centred f-gate' },
          h('span', { class: 'f-initial', 'aria-hidden': 'true' }, name.slice(0, 1)),
          h('h1', { tabindex: -1 }, name),
          h('p', {}, [kindNames[kind], number].filter(Boolean).join(' ')),
          h('p', { class: 'f-text' }, `由 ${firmName} 邀请绑定。绑定后，本机可以用这个身份操作，请确认是您本人。`),
          error,
          button,
        ),
      ],
    });
  } catch (error) {
    if (!isLeft) gone(error);
  }
};
