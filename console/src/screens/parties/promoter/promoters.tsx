import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { promoterApi, type PromoterRow } from '@zhuiyuan/contract/parties/promoter/promoter';
import Megaphone from 'icon:megaphone';
import { call } from '../../../lib/call.ts';
import { useAgentFilter } from '../../../parts/pickers/agent-input.tsx';
import { acts, name, percent, text, time, type Column } from '../../../parts/list/columns.tsx';
import { ExportButton } from '../../../parts/list/export-button.tsx';
import { dateFilter, selectFilter, textFilter } from '../../../parts/list/filters.tsx';
import { useFirmColumn, useFirmFilter } from '../../../parts/pickers/firm-field.tsx';
import { ListScreen } from '../../../parts/list/list-screen.tsx';
import { shopFilter } from '../../../parts/pickers/shop-input.tsx';
import { useCrud } from '../../../parts/list/use-crud.tsx';
import { useSearch } from '../../../parts/list/use-search.ts';
import { PromoterForm } from './promoter-form.tsx';

/** 推广员管理: people whose own code wins members. */
export const Promoters = () => {
  const search = useSearch(promoterApi.list);
  const crud = useCrud(promoterApi, {
    blank: { status: Enabled.on },
    from: ({ id }) => call(promoterApi.info, { id }, { quiet: true }),
  });

  const columns: Column<PromoterRow>[] = [
    name('name', '姓名', {
      picture: 'avatar',
      least: 132,
      open: crud.open,
    }),
    text('spreadNo', '推广编号', { width: 104 }),
    text('phone', '手机号', { width: 112 }),
    text('parentName', '上级', { width: 80 }),
    text('agentName', '经销商', { width: 168 }),
    text('shopName', '门店', { width: 168 }),
    percent('rate', '佣金比例'),
    ...useFirmColumn<PromoterRow>(),
    crud.statusColumn((row) => row.name),
    time('createTime', '创建时间'),
    acts((row) => [
      crud.editAct(row),
      row.status === Enabled.on
        ? {
            label: '停用',
            may: promoterApi.updateStatus.may,
            confirm: '确定停用该推广员？',
            run: () => crud.setStatus(row, false),
          }
        : { label: '启用', may: promoterApi.updateStatus.may, run: () => crud.setStatus(row, true) },
      crud.removeAct(row),
    ]),
  ];
  const add = crud.addButton('新增推广员');
  return (
    <>
      <ListScreen
        search={search}
        thing="推广员"
        columns={columns}
        filters={[
          ...useFirmFilter(),
          textFilter('keywords', '推广员', '姓名、手机或编号'),
          useAgentFilter('agentId'),
          shopFilter('shopId'),
          selectFilter('status', '状态', Enabled),
          dateFilter('dateLimit', '创建时间'),
        ]}
        buttons={
          <>
            {add}
            <ExportButton biz="spread" endpoint={promoterApi.export} input={search.values} />
          </>
        }
        batch={crud.batch}
        flash={crud.draft.savedId}
        card={{ head: 'spreadNo', status: 'status', name: 'name', facts: ['agentName', 'shopName', 'rate'] }}
        empty={{ icon: Megaphone, text: '推广员归属经销商或门店，各有佣金比例。', action: add }}
      />
      <PromoterForm draft={crud.draft} />
    </>
  );
};
