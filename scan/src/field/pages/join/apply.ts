import type { FieldApply } from '@zhuiyuan/contract/fieldwork/field-apply';
import { h } from '../../../lib/elements.ts';
import { reasonOf } from '../../../parts/field.ts';
import { ask, tell } from '../../lib/field-call.ts';
import { card, cardHead, failure, skeleton, tag, thumb } from '../../parts/cards.ts';
import { show } from '../../parts/screen.ts';
import { openApplyForm } from './apply-form.ts';
import { shopTypes } from '../shop-form.ts';

const states: Record<number, [words: string, tone: string]> = {
  0: ['审核中', 'wait'],
  1: ['已通过', 'good'],
  2: ['已驳回', 'bad'],
  3: ['未提交', 'idle'],
  4: ['已通过', 'good'],
};
const title = '门店资料';

const line = (label: string, content: Node | string): HTMLElement =>
  h('div', {}, h('dt', {}, label), h('dd', {}, content));

/** Whether a shop may be put forward again. */
export const isOpen = ({ audit }: Pick<FieldApply, 'audit'>): boolean => audit === 2 || audit === 3;

/** How the review of a shop stands, with why it was rejected. */
export const reviewHead = ({ audit, auditRemark }: Pick<FieldApply, 'audit' | 'auditRemark'>): HTMLElement => {
  const [words, tone] = states[audit] ?? states[0]!;
  return card(
    cardHead('入驻审核', '', tag(words, tone)),
    auditRemark ? h('p', { class: 'error' }, `驳回原因：${auditRemark}`) : '',
  );
};

/** What the firm has of a shop that was passed, or is looked at. */
export const shopFacts = (shop: FieldApply): HTMLElement =>
  card(
    h(
      'dl',
      { class: 'f-facts' },
      line('门店名称', shop.name),
      line('门店类型', shopTypes[shop.shopType - 1] ?? ''),
      line('联系人', shop.contact),
      line('联系电话', shop.phone),
      line('地址', `${shop.regionName}${shop.address}`),
      line('营业执照', shop.licenseNo || '未登记'),
      ...(shop.doorImage ? [line('门头照片', thumb(shop.doorImage, 64))] : []),
      ...(shop.licenseImage ? [line('执照照片', thumb(shop.licenseImage, 64))] : []),
    ),
  );

/** 门店资料: how the review of a shop stands; one that was rejected, or never sent, is put forward again. */
export const showApply = async (): Promise<void> => {
  show({ title, body: [skeleton(2)] });
  try {
    const shop = await ask<FieldApply>('/public/shop/apply/info');
    if (isOpen(shop))
      return openApplyForm({
        title,
        shop,
        head: reviewHead(shop),
        send: (words) => tell('/public/shop/apply', words),
        done: () => void showApply(),
      });
    show({ title, body: [reviewHead(shop), shopFacts(shop)] });
  } catch (error) {
    show({ title, body: [failure(reasonOf(error), () => void showApply())] });
  }
};
