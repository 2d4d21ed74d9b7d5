import { afterEach, expect, it } from 'vitest';
import { clear, render } from '../../../test/render.tsx';
import { count, money, name, text, type Column } from './columns.tsx';
import { ListCards, type Card } from './list-cards.tsx';

interface Channel {
  id: number;
  channelNo: string;
  name: string;
  manager: string;
  shopCount: number;
  owed: number;
}
const row: Channel = { id: 1, channelNo: 'C0001', name: '商超', manager: '', shopCount: 36, owed: 163_200 };
const columns: Column<Channel>[] = [
  text('channelNo', '渠道编号'),
  name('name', '渠道名称'),
  text('manager', '负责人'),
  money('owed', '欠款'),
  count('shopCount', '门店数'),
];
const facts = async (card: Card<Channel>) => {
  const box = await render(
    <ListCards
      search={{ rows: [row], isFirstLoad: false, isLoading: false, hasMore: false, loadMore: () => undefined }}
      columns={columns}
      card={card}
      keyOf={({ id }) => id}
      instead={null}
      flash={undefined}
    />,
  );
  return {
    head: box.querySelector('.zy-card-id')?.textContent,
    facts: [...box.querySelectorAll('.zy-card-facts > span')].map((each) => each.textContent),
  };
};
afterEach(clear);

it('says what a number counts, and leaves no place for what there is nothing to say of', async () => {
  expect(
    await facts({ head: 'name', facts: ['channelNo', 'manager', () => '', () => null, 'shopCount', 'owed'] }),
  ).toEqual({
    head: '商超',
    facts: ['C0001', '门店数 36', '欠款 1,632.00 元'],
  });
});
