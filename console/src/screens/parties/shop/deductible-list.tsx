import { shopSettlementApi, type ShopDeductibleRow } from '@zhuiyuan/contract/parties/deductible/shop-settlement';
import WalletCards from 'icon:wallet-cards';
import { useAgentFilter } from '../../../parts/pickers/agent-input.tsx';
import { acts, count, money, name, text, time, type Column } from '../../../parts/list/columns.tsx';
import { ExportButton } from '../../../parts/list/export-button.tsx';
import { useFirmColumn, useFirmFilter } from '../../../parts/pickers/firm-field.tsx';
import type { Card } from '../../../parts/list/list-cards.tsx';
import { ListScreen } from '../../../parts/list/list-screen.tsx';
import { countText, moneyText } from '../../../parts/format/numbers.ts';
import { shopFilter } from '../../../parts/pickers/shop-input.tsx';
import { useSearch } from '../../../parts/list/use-search.ts';
import { ClearDialog, useClearDialog } from './clear-dialog.tsx';
import { Sums } from './sums.tsx';
import type { TabProps } from './use-shop-tab.ts';
import { fenToYuan } from '@zhuiyuan/contract/kit/decimal';
import type { Filter } from '../../../parts/list/filters.tsx';
import { MoneyInput } from '../../../parts/form/fields.tsx';

/** 最低余额: typed in yuan, kept in fen. */
export const minAmountFilter: Filter<'minAmount'> = {
  name: 'minAmount',
  label: '最低余额',
  control: ({ value, set }) => (
    <MoneyInput
      prefix={<span className="zy-filter-label">最低余额</span>}
      aria-label="最低余额"
      value={value ? Number(value) : null}
      placeholder="不限"
      onChange={(fen) => set(fen === null ? undefined : String(fen))}
    />
  ),
  words: (value) => `${fenToYuan(Number(value))} 元`,
};

const card: Card<ShopDeductibleRow> = {
  head: 'agentName',
  name: 'shopName',
  facts: [(row) => `余额 ¥${moneyText(row.balance)}`, (row) => `${countText(row.qty)} 件`, 'lastAt'],
};

/** 抵扣列表: what each shop is owed. */
export const DeductibleList = ({ tabs }: TabProps) => {
  const search = useSearch(shopSettlementApi.dedList);
  const clear = useClearDialog();
  const sum = search.answer?.sum;
  const columns: Column<ShopDeductibleRow>[] = [
    name('shopName', '门店'),
    text('agentName', '经销商', { width: 180 }),
    money('balance', '当前余额'),
    money('totalIn', '累计产生'),
    money('totalOut', '累计清零'),
    count('qty', '核销件数'),
    ...useFirmColumn<ShopDeductibleRow>(),
    time('lastAt', '最近变动', { seconds: true }),
    acts((row) => [
      {
        label: '清零',
        may: shopSettlementApi.clear.may,
        run: () => clear.open(row.shopId),
        blocked: row.balance === 0 ? '抵扣余额为零，无需清零' : undefined,
      },
    ]),
  ];
  return (
    <>
      <ListScreen
        search={search}
        thing="抵扣"
        tabs={tabs}
        columns={columns}
        keyOf={(row) => row.shopId}
        filters={[...useFirmFilter(), useAgentFilter('agentId'), shopFilter('shopId'), minAmountFilter]}
        buttons={<ExportButton biz="shopDed" endpoint={shopSettlementApi.dedExport} input={search.values} />}
        notice={
          sum &&
          search.total > 0 && (
            <Sums
              items={[
                { label: '累计产生', value: sum.totalIn },
                { label: '累计清零', value: sum.totalOut },
                { label: '当前余额', value: sum.balance },
              ]}
            />
          )
        }
        card={card}
        empty={{ icon: WalletCards, text: '门店核销奖品后产生抵扣，由所属经销商结清。' }}
      />
      <ClearDialog dialog={clear} />
    </>
  );
};
