import { RedPayKind } from '@zhuiyuan/contract/campaign/prize-terms';
import { redTypeApi, RedScene, type RedTypeRow } from '@zhuiyuan/contract/campaign/red-type/red-type';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import WalletCards from 'icon:wallet-cards';
import { acts, count, enumDot, name, time, type Column } from '../../../parts/list/columns.tsx';
import { selectFilter, textFilter } from '../../../parts/list/filters.tsx';
import { ListScreen } from '../../../parts/list/list-screen.tsx';
import { useCrud } from '../../../parts/list/use-crud.tsx';
import { useSearch } from '../../../parts/list/use-search.ts';
import { useFirmColumn, useFirmFilter } from '../../../parts/pickers/firm-field.tsx';

/** 红包类型: how red packets are paid, and what for. */
export const RedTypes = () => {
  const firmFilter = useFirmFilter();
  const firmColumn = useFirmColumn<RedTypeRow>();
  const search = useSearch(redTypeApi.list);
  const crud = useCrud(redTypeApi, { page: '/lottery/redTypeCreat' });

  const columns: Column<RedTypeRow>[] = [
    name('des', '类型名称', { picture: 'icon', open: crud.open }),
    enumDot('payKind', '支付方式', RedPayKind, { width: 104 }),
    enumDot('scene', '场景', RedScene, { width: 120 }),
    count('redActs', '红包活动数', { width: 96 }),
    count('sort', '排序', { width: 72 }),
    ...firmColumn,
    crud.statusColumn((row) => row.des, '停用后新的红包活动不能再选择该类型，确定停用？'),
    time('createTime', '创建时间'),
    acts((row) => [crud.editAct(row), crud.removeAct(row)]),
  ];
  const add = crud.addButton('新增红包类型');
  return (
    <ListScreen
      search={search}
      thing="红包类型"
      columns={columns}
      filters={[
        ...firmFilter,
        textFilter('des', '类型名称'),
        selectFilter('payKind', '支付方式', RedPayKind),
        selectFilter('status', '状态', Enabled),
      ]}
      buttons={add}
      batch={crud.batch}
      card={{ head: 'scene', status: 'status', name: 'des', facts: ['payKind'] }}
      empty={{ icon: WalletCards, text: '红包类型说明红包怎么付、为什么发，红包活动从这里选。', action: add }}
    />
  );
};
