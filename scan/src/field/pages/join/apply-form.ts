import { isCreditCode } from '@zhuiyuan/contract/parties/credit-code';
import type { FieldApply } from '@zhuiyuan/contract/fieldwork/field-apply';
import { h } from '../../../lib/elements.ts';
import { findPosition, type Position } from '../../../lib/position.ts';
import { toast } from '../../../parts/code-text.ts';
import { field, reasonOf, whileBusy } from '../../../parts/field.ts';
import { isOffline, newKey } from '../../lib/field-call.ts';
import { card, cardHead } from '../../parts/cards.ts';
import { photos } from '../../parts/photos.ts';
import { show } from '../../parts/screen.ts';
import { chooseRegion, shopTypes, type Region } from '../shop-form.ts';

interface ApplyForm {
  title: string;
  /** What stands in the form first; 0 and '' where nothing does. */
  shop: Pick<
    FieldApply,
    | 'name'
    | 'shopType'
    | 'contact'
    | 'phone'
    | 'regionCode'
    | 'regionName'
    | 'address'
    | 'lng'
    | 'lat'
    | 'licenseNo'
    | 'doorImage'
    | 'licenseImage'
  >;
  /** Above the form. */
  head: HTMLElement;
  /** Goes with each picture. */
  query?: () => string;
  findRegions?: (pid: string) => Promise<Region[]>;
  send: (words: object) => Promise<unknown>;
  done: () => void;
}

/** What a shop says of itself when it is put forward, again or for the first time. */
export const openApplyForm = ({ title, shop, head, query, findRegions, send, done }: ApplyForm): void => {
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
      ...(shop.shopType ? [] : [h('option', { value: '' }, '请选择')]),
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
            region.fail('');
          }, findRegions),
      },
      shop.regionName || '请选择',
    ),
    { isRequired: true },
  );
  const address = text('详细地址', shop.address, { maxlength: 120 });
  const license = text('统一社会信用代码', shop.licenseNo, { maxlength: 18, autocapitalize: 'characters' });
  const pictures = (kept: string) => photos({ most: 1, kept: kept ? [kept] : [], ...(query ? { query } : {}) });
  const door = pictures(shop.doorImage);
  const paper = pictures(shop.licenseImage);
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
  const fields = { name, shopType: type, contact, phone, regionCode: region, address, licenseNo: license };
  const findWrong = (): HTMLElement | undefined => {
    const typed = (of: 'name' | 'contact' | 'phone' | 'address' | 'licenseNo'): string =>
      fields[of].control.value.trim();
    const faults: [keyof typeof fields, boolean, string][] = [
      ['name', typed('name').length >= 2, typed('name') ? '门店名称至少2个字' : '请输入门店名称'],
      ['shopType', type.control.value !== '', '请选择门店类型'],
      ['contact', typed('contact') !== '', '请输入联系人'],
      ['phone', /^1[3-9]\d{9}$/.test(typed('phone')), typed('phone') ? '手机号格式不正确' : '请输入联系电话'],
      ['regionCode', regionCode !== '', '请选择所在地区'],
      ['address', typed('address') !== '', '请输入详细地址'],
      [
        'licenseNo',
        isCreditCode(typed('licenseNo').toUpperCase()),
        typed('licenseNo') ? '统一社会信用代码格式不正确' : '请输入统一社会信用代码',
      ],
    ];
    for (const one of Object.values(fields)) one.fail('');
    const wrong = faults.filter(([, isGood]) => !isGood);
    for (const [of, , words] of wrong) fields[of].fail(words);
    return wrong[0] && fields[wrong[0][0]].control;
  };
  const submit = async (): Promise<void> => {
    error.textContent = '';
    const wrong = findWrong();
    const isWaiting = [door.isWaiting(), paper.isWaiting()].includes(true);
    const lacks = ([door, paper] as const).filter((each) => each.addresses().length === 0);
    // All at once: who mends one fault after the other tries in vain each time.
    if (!isWaiting) for (const each of lacks) each.fail(each === door ? '请上传门头照片' : '请上传营业执照照片');
    if (wrong) return wrong.focus();
    if (isWaiting || lacks.length > 0) return;
    try {
      await send({
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
      done();
    } catch (failed) {
      // A refused request leaves its number free; another content needs another.
      if (!isOffline(failed)) key = newKey();
      error.textContent = reasonOf(failed);
    }
  };
  const button = h(
    'button',
    { type: 'button', class: 'button solid', click: () => void whileBusy(button, '提交中', submit) },
    '提交审核',
  );
  show({
    title,
    body: [
      head,
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
      card(cardHead('* 门头照片'), door.element),
      card(cardHead('* 营业执照'), paper.element, error),
    ],
    foot: button,
  });
  if (!position) void locate();
};
