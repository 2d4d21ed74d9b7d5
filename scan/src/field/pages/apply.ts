import type { FieldApply } from '@zhuiyuan/contract/fieldwork/field-apply';
import { h } from '../../lib/elements.ts';
import { findPosition, type Position } from '../../lib/position.ts';
import { toast } from '../../parts/code-text.ts';
import { field, reasonOf, whileBusy } from '../../parts/field.ts';
import { ask, isOffline, newKey, tell } from '../lib/field-call.ts';
import { card, cardHead, failure, skeleton, tag, thumb } from '../parts/cards.ts';
import { photos } from '../parts/photos.ts';
import { show } from '../parts/screen.ts';
import { chooseRegion, shopTypes } from './shop-form.ts';

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

const head = ({ audit, auditRemark }: FieldApply): HTMLElement => {
  const [words, tone] = states[audit] ?? states[0]!;
  return card(
    cardHead('入驻审核', '', tag(words, tone)),
    auditRemark ? h('p', { class: 'error' }, `驳回原因：${auditRemark}`) : '',
  );
};

/** What the firm has of a shop that was passed, or is looked at. */
const facts = (shop: FieldApply): HTMLElement =>
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

const openForm = (shop: FieldApply): void => {
  let key = newKey();
  let { regionCode } = shop;
  let position: Position | null =
    shop.lng === null || shop.lat === null ? null : ({ lng: shop.lng, lat: shop.lat } as Position);
  const text = (label: string, value: string, attributes: Record<string, string | number>) =>
    field(`* ${label}`, h('input', { class: 'input', autocomplete: 'off', value, ...attributes }), {
      isRequired: true,
    });
  const name = text('门店名称', shop.name, { maxlength: 60 });
  const type = field(
    '* 门店类型',
    h(
      'select',
      { class: 'input' },
      ...shopTypes.map((words, at) => h('option', { value: at + 1, selected: at + 1 === shop.shopType }, words)),
    ),
    { isRequired: true },
  );
  const contact = text('联系人', shop.contact, { maxlength: 20 });
  const phone = text('联系电话', shop.phone, { type: 'tel', maxlength: 11 });
  const region = field(
    '* 所在地区',
    h(
      'button',
      {
        type: 'button',
        class: 'input f-pick',
        click: () =>
          chooseRegion((code, words) => {
            regionCode = code;
            region.control.textContent = words;
          }),
      },
      shop.regionName || '请选择',
    ),
    { isRequired: true },
  );
  const address = text('详细地址', shop.address, { maxlength: 120 });
  const license = text('统一社会信用代码', shop.licenseNo, { maxlength: 18 });
  const door = photos({ most: 1, kept: shop.doorImage ? [shop.doorImage] : [] });
  const paper = photos({ most: 1, kept: shop.licenseImage ? [shop.licenseImage] : [] });
  const where = h('span', { class: 'f-text' });
  const tellWhere = (): void => {
    where.textContent = position ? `已定位 ${position.lng.toFixed(5)}, ${position.lat.toFixed(5)}` : '未取得定位';
  };
  const locate = async (): Promise<void> => {
    where.textContent = '定位中';
    position = (await findPosition()) ?? position;
    tellWhere();
  };
  tellWhere();
  const error = h('p', { class: 'error', role: 'alert' });
  const send = async (): Promise<void> => {
    error.textContent = '';
    if (door.isWaiting() || paper.isWaiting()) return;
    try {
      await tell('/public/shop/apply', {
        name: name.control.value,
        shopType: Number(type.control.value),
        contact: contact.control.value,
        phone: phone.control.value.trim(),
        regionCode,
        address: address.control.value,
        licenseNo: license.control.value.trim().toUpperCase(),
        doorImage: door.addresses()[0] ?? '',
        licenseImage: paper.addresses()[0] ?? '',
        ...position,
        idemKey: key,
      });
      toast('提交成功，等待审核');
      void showApply();
    } catch (failed) {
      if (!isOffline(failed)) key = newKey();
      error.textContent = reasonOf(failed);
    }
  };
  const submit = h(
    'button',
    { type: 'button', class: 'button solid', click: () => void whileBusy(submit, '提交中', send) },
    '提交审核',
  );
  show({
    title,
    body: [
      head(shop),
      card(name.element, type.element, contact.element, phone.element),
      card(
        region.element,
        address.element,
        h(
          'div',
          { class: 'f-doc' },
          where,
          h('button', { type: 'button', class: 'f-link', click: () => void locate() }, '重新定位'),
        ),
      ),
      card(license.element),
      card(cardHead('门头照片'), door.element),
      card(cardHead('营业执照'), paper.element, error),
    ],
    foot: submit,
  });
};

/** 门店资料: how the review of a shop stands; one that was rejected, or never sent, is put forward again. */
export const showApply = async (): Promise<void> => {
  show({ title, body: [skeleton(2)] });
  try {
    const shop = await ask<FieldApply>('/public/shop/apply/info');
    if (shop.audit === 2 || shop.audit === 3) return openForm(shop);
    show({ title, body: [head(shop), facts(shop)] });
  } catch (error) {
    show({ title, body: [failure(reasonOf(error), () => void showApply())] });
  }
};
