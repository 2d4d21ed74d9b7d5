import { h } from '../../lib/elements.ts';
import { fieldIcon, type FieldIcon } from '../lib/field-icons.ts';
import { invite } from '../lib/session.ts';
import { link } from '../parts/cards.ts';
import { show } from '../parts/screen.ts';

/** A screen that says one thing, and what can be done about it. */
export const showSaying = (
  title: string,
  { icon, words, acts = [] }: { icon: FieldIcon; words: string; acts?: Node[] },
): void =>
  show({
    title,
    bar: null,
    body: [
      h(
        'section',
        { class: 'card centred f-gate' },
        fieldIcon(icon, 40, 1.3),
        h('h1', { tabindex: -1 }, title),
        h('p', {}, words),
        ...acts,
      ),
    ],
  });

/** For whoever has no account on this phone: only that signing in is needed. */
export const showSignIn = (what = '请先绑定身份'): void =>
  showSaying(what, {
    icon: 'scan',
    words: '请用手机扫描企业提供的绑定码，绑定后即可在本机操作。',
    acts: invite() ? [link('/r/apply', { class: 'button' }, '查看入驻申请')] : [],
  });
