import type { FieldAgentRow, FieldShopRow } from '@zhuiyuan/contract/fieldwork/field-shops';
import { h } from '../../lib/elements.ts';
import { ask } from '../lib/field-call.ts';
import { fieldIcon } from '../lib/field-icons.ts';
import { nothing, tag, thumb } from '../parts/cards.ts';
import { choice } from '../parts/choice.ts';
import { paged, searchBox } from '../parts/paged.ts';

/** Whom goods are sent to: a dealer below (1) or a shop (2). */
export interface Receiver {
  kind: 1 | 2;
  id: number;
  name: string;
}

/** Why a shop cannot receive goods: it is stopped, or nobody has passed it. */
const whyNot = ({ audit, status }: FieldShopRow): string => {
  if (status === 1) return '已停用';
  return audit === 1 || audit === 4 ? '' : '未通过审核';
};

/** Shops of the dealer and dealers below him, to choose one from. */
export const receivers = (choose: (receiver: Receiver) => void): HTMLElement => {
  let keywords = '';
  let kind: 1 | 2 = 2;
  const place = h('div', {});
  const rowOf = (receiver: Receiver, lead: Node, text: string, why = ''): HTMLElement =>
    h(
      'button',
      { type: 'button', class: 'f-row', disabled: why !== '', click: () => choose(receiver) },
      lead,
      h('span', { class: 'f-body' }, h('b', {}, receiver.name), h('span', { class: 'f-text' }, text)),
      why ? h('span', { class: 'f-end' }, tag(why, 'idle')) : h('span', { class: 'f-arrow' }, fieldIcon('next', 18)),
    );
  const draw = (): void => {
    const listed =
      kind === 2
        ? paged<FieldShopRow>((page) => ask('shop/list', { page, keywords }), {
            draw: (shop) =>
              rowOf(
                { kind: 2, id: shop.id, name: shop.name },
                thumb(shop.doorImage),
                `${shop.regionName}${shop.address}`,
                whyNot(shop),
              ),
            empty: () => nothing('shop', keywords ? '没有符合条件的门店' : '还没有绑定到本经销商的门店'),
          })
        : paged<FieldAgentRow>((page) => ask('agent/list', { page, keywords }), {
            draw: ({ id, name, agentNo, regionName }) =>
              rowOf({ kind: 1, id, name }, thumb(''), [agentNo, regionName].filter(Boolean).join(' · ')),
            empty: () => nothing('list', keywords ? '没有符合条件的经销商' : '没有下级经销商'),
          });
    place.replaceChildren(listed.element);
  };
  draw();
  return h(
    'div',
    {},
    h(
      'div',
      { class: 'f-tools' },
      choice(
        '收货方类型',
        [
          { value: 2, words: '门店' },
          { value: 1, words: '下级经销商' },
        ],
        kind,
        (value) => {
          kind = value === 1 ? 1 : 2;
          draw();
        },
      ),
    ),
    searchBox('名称或编号', (words) => {
      keywords = words;
      draw();
    }),
    place,
  );
};
