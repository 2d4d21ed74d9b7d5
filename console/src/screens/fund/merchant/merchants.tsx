import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { merchantApi, type MerchantRow } from '@zhuiyuan/contract/fund/merchant/merchant';
import { payAccountApi } from '@zhuiyuan/contract/payout/pay-account';
import KeyRound from 'icon:key-round';
import { toast } from '../../../lib/toast.ts';
import { useAct } from '../../../parts/feedback/use-act.ts';
import { moneyText } from '../../../parts/format/numbers.ts';
import { Dot } from '../../../parts/format/tag.tsx';
import { SideDrawer } from '../../../parts/frame/side-drawer.tsx';
import { acts, cell, name, text, time, type Column } from '../../../parts/list/columns.tsx';
import { selectFilter, textFilter } from '../../../parts/list/filters.tsx';
import { ListScreen } from '../../../parts/list/list-screen.tsx';
import { useLocalSearch } from '../../../parts/list/use-local-search.ts';
import { useFirmColumn, useFirmFilter } from '../../../parts/pickers/firm-field.tsx';
import { MerchantForm, useMerchants } from './merchant-form.tsx';

/** What of the keys is there: 已配置, or what is missing. */
const Keys = ({
  merchant: { isComplete, hasPrivateKey, hasApiV3Key, platformKeyCount },
}: {
  merchant: MerchantRow;
}) => {
  if (isComplete) return <Dot tone="good">已配置</Dot>;
  const hasSome = hasPrivateKey || hasApiV3Key || platformKeyCount > 0;
  return <Dot tone="wait">{hasSome ? '不完整' : '未配置'}</Dot>;
};

/** Asks WeChat Pay with a merchant's keys, and says what came of it. */
const useTest = () => {
  const ask = useAct(payAccountApi.test, { done: '', refresh: [payAccountApi.balances] });
  return async (id: number) => {
    const { available, cause } = await ask({ id });
    if (available === null) toast.error(`连通失败：${cause}`);
    else toast.success(`连通成功，账户可用余额 ${moneyText(available)} 元`);
  };
};

const List = ({ crud }: { crud: ReturnType<typeof useMerchants>['crud'] }) => {
  const firmFilter = useFirmFilter();
  const test = useTest();
  const firmColumn = useFirmColumn<MerchantRow>();
  const columns: Column<MerchantRow>[] = [
    name('name', '商户', { least: 140, open: crud.open }),
    text('mchid', '商户号', { width: 108 }),
    cell('isComplete', '密钥', (row) => <Keys merchant={row} />, { width: 88 }),
    text('poolName', '资金池', { width: 128 }),
    cell('isSandbox', '用途', ({ isSandbox }) => (isSandbox ? '测试' : '正式'), { width: 64 }),
    ...firmColumn,
    crud.statusColumn((row) => row.name, '停用后不能再向活动划拨，已中奖的暂停发放，确定停用？'),
    time('updateTime', '更新时间'),
    acts((row) => [
      crud.editAct(row),
      { label: '测试连通', may: payAccountApi.test.may, run: () => test(row.id) },
      crud.removeAct(row),
    ]),
  ];
  const add = crud.addButton('新增商户');
  return (
    <ListScreen
      search={useLocalSearch(merchantApi.list)}
      thing="商户"
      beside={120}
      columns={columns}
      flash={crud.draft.savedId}
      filters={[
        ...firmFilter,
        textFilter('name', '商户'),
        textFilter('mchid', '商户号'),
        selectFilter('status', '状态', Enabled),
      ]}
      buttons={add}
      card={{ head: 'name', status: 'isComplete', facts: ['mchid', 'poolName'] }}
      empty={{ icon: KeyRound, text: '红包经微信支付商户号付给消费者。先配置商户，再为它建资金池。', action: add }}
    />
  );
};

/** 商户配置: the merchants, and while one is edited its form in their place. */
export const MerchantDrawer = ({ isOpen, close }: { isOpen: boolean; close: () => void }) => {
  const { crud, kept } = useMerchants();
  return (
    <>
      <SideDrawer
        isOpen={isOpen && !crud.draft.isOpen}
        close={close}
        title="商户配置"
        width="min(1120px, calc(100vw - 200px))"
      >
        <List crud={crud} />
      </SideDrawer>
      <MerchantForm draft={crud.draft} kept={kept} />
    </>
  );
};
