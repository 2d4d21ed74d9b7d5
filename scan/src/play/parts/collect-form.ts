import type { CollectField } from '@zhuiyuan/contract/campaign/campaign-states';
import { h } from '../../lib/elements.ts';
import { field, reasonOf, type Field } from '../../parts/field.ts';
import type { Desk, WonDetail } from '../lib/desk.ts';
import { faultsOf, sentForm } from './sent-form.ts';

const labels: Record<CollectField, string> = {
  name: '姓名',
  phone: '手机号',
  wechat: '微信号',
  card: '身份证号',
  sex: '性别',
  birth: '生日',
};
const looks: Partial<Record<CollectField, Record<string, string | number>>> = {
  name: { maxlength: 30, autocomplete: 'name' },
  phone: { type: 'tel', inputmode: 'numeric', maxlength: 11, autocomplete: 'tel-national' },
  wechat: { maxlength: 30, autocomplete: 'off' },
  card: { maxlength: 18, autocomplete: 'off' },
  birth: { type: 'date', autocomplete: 'bday' },
};

type Control = HTMLInputElement | HTMLSelectElement;

const controlOf = (key: CollectField): Control =>
  key === 'sex'
    ? h(
        'select',
        { class: 'input' },
        h('option', { value: '' }, '请选择'),
        h('option', { value: '男' }, '男'),
        h('option', { value: '女' }, '女'),
      )
    : h('input', { class: 'input', ...looks[key] });

/** 领取信息: what an activity asks its winners before they get their prize. */
export const collectForm = (
  desk: Pick<Desk, 'collect'>,
  { claimNo, collectFields, collectReason }: Pick<WonDetail, 'claimNo' | 'collectFields' | 'collectReason'>,
  done: () => void,
): HTMLElement => {
  const fields = collectFields.map(({ key, required }): [CollectField, boolean, Field<Control>] => [
    key,
    required,
    field(required ? labels[key] : `${labels[key]}（选填）`, controlOf(key), { isRequired: required }),
  ]);
  const failure = h('p', { class: 'error', role: 'alert' });
  const button = h('button', { class: 'p-red' }, '提交');
  const send = async (): Promise<void> => {
    failure.textContent = '';
    const told: Partial<Record<CollectField, string>> = {};
    for (const [key, required, one] of fields) {
      const value = one.control.value.trim();
      told[key] = value;
      one.fail(required && !value ? `请填写${labels[key]}` : '');
    }
    const wrong = form.querySelector<HTMLElement>('[aria-invalid=true]');
    if (wrong) return wrong.focus();
    try {
      await desk.collect(claimNo, told);
    } catch (error) {
      const faults = faultsOf(error);
      for (const [key, , one] of fields) one.fail(faults.get(`collect.${key}`) ?? '');
      failure.textContent = faults.size > 0 ? '' : reasonOf(error);
      return;
    }
    done();
  };
  const form = sentForm(
    button,
    send,
    ...fields.map(([, , one]) => one.element),
    failure,
    button,
    h('p', { class: 'p-note' }, collectReason ? `用途：${collectReason}` : '以上信息仅用于发放奖品。'),
  );
  return form;
};
