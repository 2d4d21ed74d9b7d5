import type { FieldAgentRow } from '@zhuiyuan/contract/fieldwork/field-shops';
import { h } from '../../lib/elements.ts';
import { toast } from '../../parts/code-text.ts';
import { field, reasonOf, whileBusy } from '../../parts/field.ts';
import { ask, newKey, tell } from '../lib/field-call.ts';
import { go } from '../lib/navigate.ts';
import { findPosition, type Position } from '../../lib/position.ts';
import { card, cardHead, nothing } from '../parts/cards.ts';
import { paged, searchBox } from '../parts/paged.ts';
import { photos } from '../parts/photos.ts';
import { show } from '../parts/screen.ts';
import { openSheet } from '../parts/sheet.ts';

export const shopTypes = ['商超', '便利店', '餐饮', '烟酒店', '母婴店', '药店', '其他'];
/** A region as it is offered. */
export interface Region {
  code: string;
  name: string;
  hasChildren: boolean;
}

/** Chooses a region step by step, down to the district; `find` answers those directly below one. */
export const chooseRegion = (
  chosen: (code: string, name: string) => void,
  find = (pid: string): Promise<Region[]> => ask('region/list', { pid }),
): void => {
  openSheet('所在地区', (close) => {
    const place = h('div', {});
    const load = async (pid: string, path: string[]): Promise<void> => {
      try {
        const regions = await find(pid);
        place.replaceChildren(
          path.length ? h('p', { class: 'f-text' }, path.join(' ')) : '',
          h(
            'div',
            { class: 'f-rows' },
            ...regions.map(({ code, name, hasChildren }) =>
              h(
                'button',
                {
                  type: 'button',
                  class: 'f-row',
                  click: () => {
                    if (hasChildren) return void load(code, [...path, name]);
                    close();
                    chosen(code, [...path, name].join(''));
                  },
                },
                h('span', { class: 'f-body' }, h('b', {}, name)),
              ),
            ),
          ),
        );
      } catch (error) {
        place.replaceChildren(h('p', { class: 'error', role: 'alert' }, reasonOf(error)));
      }
    };
    void load('0', []);
    return [place];
  });
};

const chooseAgent = (chosen: (agent: FieldAgentRow) => void): void => {
  openSheet('所属经销商', (close) => {
    let keywords = '';
    const rows = paged<FieldAgentRow>((page) => ask('agent/list', { page, keywords }), {
      draw: (agent) =>
        h(
          'button',
          {
            type: 'button',
            class: 'f-row',
            click: () => {
              close();
              chosen(agent);
            },
          },
          h(
            'span',
            { class: 'f-body' },
            h('b', {}, agent.name),
            h('span', { class: 'f-text' }, [agent.agentNo, agent.regionName].filter(Boolean).join(' · ')),
          ),
        ),
      empty: () => nothing('list', '没有符合条件的经销商'),
    });
    return [
      searchBox('名称或编号', (words) => {
        keywords = words;
        rows.reload();
      }),
      rows.element,
    ];
  });
};

/** 新增门店 by a salesman in front of its door. */
export const showShopForm = (): void => {
  let key = newKey();
  let position: Position | null = null;
  let [agentId, regionCode] = [0, ''];
  const text = (label: string, attributes: Record<string, string | number>, isRequired = true) => {
    const control = h('input', { class: 'input', autocomplete: 'off', ...attributes });
    return field(isRequired ? `* ${label}` : label, control, { isRequired });
  };
  const picker = (label: string, words: string, open: () => void) => {
    const control = h('button', { type: 'button', class: 'input f-pick', click: open }, words);
    return field(`* ${label}`, control, { isRequired: true });
  };
  const name = text('门店名称', { maxlength: 60 });
  const type = field(
    '* 门店类型',
    h(
      'select',
      { class: 'input' },
      h('option', { value: '' }, '请选择'),
      ...shopTypes.map((words, at) => h('option', { value: at + 1 }, words)),
    ),
    { isRequired: true },
  );
  const agent = picker('所属经销商', '请选择', () =>
    chooseAgent((chosen) => {
      agentId = chosen.id;
      agent.control.textContent = chosen.name;
      agent.fail('');
    }),
  );
  const contact = text('联系人', { maxlength: 20 });
  const phone = text('联系电话', { type: 'tel', maxlength: 11 });
  const region = picker('所在地区', '请选择', () =>
    chooseRegion((code, words) => {
      regionCode = code;
      region.control.textContent = words;
      region.fail('');
    }),
  );
  const address = text('详细地址', { maxlength: 120 });
  const where = h('span', { class: 'f-text' }, '未取得定位');
  const locate = async (): Promise<void> => {
    where.textContent = '定位中';
    position = await findPosition();
    where.textContent = position ? `已定位 ${position.lng.toFixed(5)}, ${position.lat.toFixed(5)}` : '未取得定位';
  };
  const door = photos({ most: 1 });
  const error = h('p', { class: 'error', role: 'alert' });
  const fields = { name, shopType: type, agentId: agent, contact, phone, regionCode: region, address };
  const send = async (): Promise<void> => {
    error.textContent = '';
    for (const one of Object.values(fields)) one.fail('');
    const faults: [keyof typeof fields, boolean, string][] = [
      ['name', name.control.value.trim().length >= 2, '请输入门店名称'],
      ['shopType', type.control.value !== '', '请选择门店类型'],
      ['agentId', agentId > 0, '请选择所属经销商'],
      ['contact', contact.control.value.trim() !== '', '请输入联系人'],
      [
        'phone',
        /^1[3-9]\d{9}$/.test(phone.control.value.trim()),
        phone.control.value.trim() ? '手机号格式不正确' : '请输入联系电话',
      ],
      ['regionCode', regionCode !== '', '请选择所在地区'],
      ['address', address.control.value.trim() !== '', '请输入详细地址'],
    ];
    const wrong = faults.filter(([, isGood]) => !isGood);
    for (const [of, , words] of wrong) fields[of].fail(words);
    if (wrong[0]) return fields[wrong[0][0]].control.focus();
    if (door.isWaiting()) return;
    try {
      await tell('shop/save', {
        name: name.control.value,
        shopType: Number(type.control.value),
        agentId,
        contact: contact.control.value,
        phone: phone.control.value.trim(),
        regionCode,
        address: address.control.value,
        doorImage: door.addresses()[0] ?? '',
        ...position,
        idemKey: key,
      });
      toast('提交成功，等待审核');
      go('/r/shops', { replaces: true });
    } catch (failed) {
      // A refused request leaves its number free; another content needs another.
      key = newKey();
      error.textContent = reasonOf(failed);
    }
  };
  const submit = h(
    'button',
    { type: 'button', class: 'button solid', click: () => void whileBusy(submit, '提交中', send) },
    '提交',
  );
  show({
    title: '新增门店',
    body: [
      card(name.element, type.element, agent.element, contact.element, phone.element),
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
      card(cardHead('门头照片'), door.element, error),
    ],
    foot: submit,
  });
  void locate();
};
