import type { ShopJoin } from '@zhuiyuan/contract/fieldwork/shop-join';
import { accountToken, keepToken } from '../../../lib/account-token.ts';
import { h } from '../../../lib/elements.ts';
import { toast } from '../../../parts/code-text.ts';
import { reasonOf, whileBusy } from '../../../parts/field.ts';
import { ask, tell } from '../../lib/field-call.ts';
import { go } from '../../lib/navigate.ts';
import { chooseRole, keepInvite } from '../../lib/session.ts';
import { card, failure, skeleton } from '../../parts/cards.ts';
import { show, whenLeft } from '../../parts/screen.ts';
import { isOpen, reviewHead, shopFacts } from './apply.ts';
import { openApplyForm } from './apply-form.ts';
import { showSaying } from '../gate.ts';
import type { Region } from '../shop-form.ts';

const title = '门店入驻';
const at = (act: string): string => `/public/shop/join/${act}`;
const blank = {
  name: '',
  shopType: 0,
  contact: '',
  phone: '',
  regionCode: '',
  regionName: '',
  address: '',
  lng: null,
  lat: null,
  licenseNo: '',
  doorImage: '',
  licenseImage: '',
};

/** Whom the shop joins, as one reads it before anything is asked. */
const nameOf = ({ firmName, agentName }: ShopJoin): string => [firmName, agentName].filter(Boolean).join(' · ');

const openForm = (code: string, joined: ShopJoin): void =>
  openApplyForm({
    title,
    shop: joined.mine ?? blank,
    head: joined.mine
      ? reviewHead(joined.mine)
      : card(
          h('p', { class: 'f-text' }, `申请入驻：${nameOf(joined)}。请如实填写，审核通过后即可在本机使用门店功能。`),
        ),
    query: () => `?${new URLSearchParams({ invite: code }).toString()}`,
    findRegions: (pid) => ask<Region[]>('/public/lottery/region/list', { pid }),
    send: (words) => tell(at('apply'), { ...words, code }),
    done: () => void showJoin(code),
  });

const showInvited = (code: string, joined: ShopJoin): void => {
  const error = h('p', { class: 'error', role: 'alert' });
  const begin = async (): Promise<void> => {
    error.textContent = '';
    try {
      keepToken((await tell<{ token: string }>(at('begin'), { code })).token);
      openForm(code, joined);
    } catch (failed) {
      error.textContent = reasonOf(failed);
    }
  };
  const button = h(
    'button',
    { type: 'button', class: 'button solid', click: () => void whileBusy(button, '正在打开', begin) },
    '填写入驻资料',
  );
  const phone = joined.servicePhone.replace(/[^\d+,;*#-]/g, '');
  show({
    title,
    bar: null,
    body: [
      h(
        'section',
        { class: 'card centred f-gate' },
        h('span', { class: 'f-initial', 'aria-hidden': 'true' }, joined.firmName.slice(0, 1)),
        h('h1', { tabindex: -1 }, joined.firmName),
        h('p', {}, joined.agentName ? `由经销商${joined.agentName}邀请门店入驻` : '邀请门店入驻'),
        h('p', { class: 'f-text' }, '需要门店资料、统一社会信用代码、门头和营业执照照片，约 3 分钟填完。'),
        error,
        button,
        phone && h('a', { class: 'f-link', href: `tel:${phone}` }, '联系企业'),
      ),
    ],
  });
};

/** 门店入驻 by the link of a firm or dealer: the form of a shop that nobody knows yet, then what came of it. */
export const showJoin = async (code: string): Promise<void> => {
  let isLeft = false;
  show({ title, bar: null, body: [skeleton(2)] });
  whenLeft(() => (isLeft = true));
  try {
    const joined = await ask<ShopJoin>(at('info'), { code });
    if (isLeft) return;
    keepInvite(code);
    if (joined.role) {
      chooseRole(joined.role);
      toast('门店已入驻');
      return go('/r', { replaces: true });
    }
    if (!joined.mine) return showInvited(code, joined);
    if (isOpen(joined.mine)) return openForm(code, joined);
    const again = h('button', { type: 'button', class: 'button', click: () => void showJoin(code) }, '刷新进度');
    show({
      title,
      bar: null,
      body: [
        reviewHead(joined.mine),
        card(h('p', { class: 'f-text' }, `申请入驻：${nameOf(joined)}`)),
        shopFacts(joined.mine),
      ],
      foot: joined.mine.audit === 0 ? again : null,
    });
  } catch (error) {
    if (isLeft) return;
    // Without an account there is nothing to go back to.
    if (accountToken()) return show({ title, body: [failure(reasonOf(error), () => void showJoin(code))] });
    showSaying('没有打开', {
      icon: 'cross',
      words: reasonOf(error),
      acts: [h('button', { type: 'button', class: 'button', click: () => void showJoin(code) }, '重新加载')],
    });
  }
};
