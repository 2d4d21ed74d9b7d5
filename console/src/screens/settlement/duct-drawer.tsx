import { DedKind } from '@zhuiyuan/contract/parties/deductible/deductible';
import { ductApi, type DuctRow } from '@zhuiyuan/contract/settlement/duct';
import { PayeeKind } from '@zhuiyuan/contract/settlement/settlement-enums';
import HandCoins from 'icon:hand-coins';
import { SideDrawer } from '../../parts/frame/side-drawer.tsx';
import { enumTag, money, name, text, time, type Column } from '../../parts/list/columns.tsx';
import { ExportButton } from '../../parts/list/export-button.tsx';
import { dateFilter, selectFilter } from '../../parts/list/filters.tsx';
import { ListScreen } from '../../parts/list/list-screen.tsx';
import { useLocalSearch } from '../../parts/list/use-local-search.ts';

/** Whose entries are shown. */
export interface DuctOwner {
  kind: PayeeKind;
  id: number;
  name: string;
}

const columns: Column<DuctRow>[] = [
  time('at', '时间', { seconds: true }),
  enumTag('kind', '类型', DedKind, { width: 100 }),
  money('amount', '金额', { width: 104 }),
  money('balanceAfter', '余额', { width: 104 }),
  name('ref', '单据', { least: 150 }),
  text('shopName', '门店', { width: 128 }),
  text('actName', '活动', { width: 120 }),
  text('remark', '备注', { width: 120 }),
  text('operatorName', '操作人', { width: 80 }),
];

const Entries = ({ owner }: { owner: DuctOwner }) => {
  const search = useLocalSearch(ductApi.list, { fixed: { ownerKind: owner.kind, ownerId: owner.id } });
  return (
    <ListScreen
      search={search}
      thing="抵扣记录"
      columns={columns}
      filters={[selectFilter('kind', '类型', DedKind), dateFilter('dateLimit', '时间')]}
      buttons={
        owner.kind === PayeeKind.agent && (
          <ExportButton
            biz="ductAgent"
            endpoint={ductApi.exportAgent}
            input={{ agentId: owner.id, kind: search.values['kind'], dateLimit: search.values['dateLimit'] } as never}
          />
        )
      }
      card={{ head: 'at', status: 'kind', name: 'ref', facts: ['amount', 'balanceAfter', 'shopName'] }}
      empty={{ icon: HandCoins, text: '核销、抵扣货款、清零和打款的每一笔都记在这里。' }}
    />
  );
};

/** 抵扣记录 of one shop or dealer. */
export const DuctDrawer = ({ owner, close }: { owner: DuctOwner | undefined; close: () => void }) => (
  <SideDrawer
    isOpen={owner !== undefined}
    close={close}
    title="抵扣记录"
    name={owner?.name}
    width="min(1080px, calc(100vw - 200px))"
  >
    {owner && <Entries owner={owner} />}
  </SideDrawer>
);
