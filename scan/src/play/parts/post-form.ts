import { h } from '../../lib/elements.ts';
import { field, reasonOf } from '../../parts/field.ts';
import type { Desk } from '../lib/desk.ts';
import type { Filing } from '../lib/filing.ts';
import { chooseRegion } from './choose-region.ts';
import { faultsOf, sentForm } from './sent-form.ts';

/** 收货信息 of a prize: sent once, `done` when it is. `cancel` gives the form up. */
export const postForm = ({
  desk,
  claimNo,
  words,
  done,
  cancel,
}: {
  desk: Pick<Desk, 'redeem' | 'regions'>;
  claimNo: string;
  /** On the button. */
  words: string;
  done: () => void;
  cancel?: () => void;
}): HTMLElement => {
  const receiver = field('收货人', h('input', { class: 'input', maxlength: 30, autocomplete: 'name' }), {
    isRequired: true,
  });
  const phone = field(
    '手机号',
    h('input', { class: 'input', type: 'tel', inputmode: 'numeric', maxlength: 11, autocomplete: 'tel-national' }),
    { isRequired: true },
  );
  const region = chooseRegion(desk);
  const regionError = h('p', { class: 'error', role: 'alert' });
  const address = field(
    '详细地址',
    h('textarea', { class: 'input', rows: 2, maxlength: 120, autocomplete: 'street-address' }),
    { isRequired: true, note: '街道、门牌号、楼栋和房间号' },
  );
  const failure = h('p', { class: 'error', role: 'alert' });
  const button = h('button', { class: 'p-red' }, words);

  const send = async (): Promise<void> => {
    failure.textContent = '';
    const filing: Filing = {
      claimNo,
      receiver: receiver.control.value.trim(),
      phone: phone.control.value.trim(),
      regionCode: region.code(),
      address: address.control.value.trim(),
    };
    receiver.fail(filing.receiver ? '' : '请输入收货人');
    phone.fail(/^1[3-9]\d{9}$/.test(filing.phone) ? '' : filing.phone ? '手机号格式不正确' : '请输入手机号');
    regionError.textContent = filing.regionCode ? '' : '请选择所在地区';
    address.fail(filing.address.length >= 4 ? '' : filing.address ? '详细地址不能少于4个字符' : '请输入详细地址');
    const wrong = form.querySelector<HTMLElement>('[aria-invalid=true]');
    if (wrong || !filing.regionCode) return (wrong ?? region.element.querySelector('select'))?.focus();
    try {
      await desk.redeem(filing);
    } catch (error) {
      const faults = faultsOf(error);
      for (const [name, one] of Object.entries({ receiver, phone, address })) one.fail(faults.get(name) ?? '');
      regionError.textContent = faults.get('regionCode') ?? '';
      failure.textContent = faults.size > 0 ? '' : reasonOf(error);
      return;
    }
    done();
  };
  const form = sentForm(
    button,
    send,
    receiver.element,
    phone.element,
    h('div', { class: 'field' }, h('p', { class: 'label' }, '所在地区'), region.element, regionError),
    address.element,
    failure,
    button,
    cancel && h('button', { type: 'button', class: 'button p-cancel', click: cancel }, '取消'),
    h('p', { class: 'p-note' }, '收货信息仅用于寄送奖品。'),
  );
  return form;
};
