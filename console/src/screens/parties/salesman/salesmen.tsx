import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { salesmanApi, type SalesmanRow } from '@zhuiyuan/contract/parties/salesman/salesman';
import ContactRound from 'icon:contact-round';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../../lib/call.ts';
import { useMay } from '../../../lib/session.ts';
import { useAgentFilter } from '../../../parts/pickers/agent-input.tsx';
import { acts, cell, name, text, time, type Column } from '../../../parts/list/columns.tsx';
import { ExportButton } from '../../../parts/list/export-button.tsx';
import { useFirmColumn, useFirmFilter } from '../../../parts/pickers/firm-field.tsx';
import { selectFilter, textFilter } from '../../../parts/list/filters.tsx';
import { ImportButton } from '../../../parts/import/import-button.tsx';
import { ListScreen } from '../../../parts/list/list-screen.tsx';
import { Thumb } from '../../../parts/format/thumb.tsx';
import { countText } from '../../../parts/format/numbers.ts';
import { useCrud } from '../../../parts/list/use-crud.tsx';
import { useSearch } from '../../../parts/list/use-search.ts';
import { BindDialog } from '../bind-dialog.tsx';
import { linkColumn } from '../party-columns.tsx';
import { SalesmanForm } from './salesman-form.tsx';
import '../agent/agents.css';
import { SalesmanTransfer, useSalesmanTransfer } from './salesman-transfer.tsx';

const avatarColumn: Column<SalesmanRow> = cell(
  'avatar',
  '头像',
  ({ avatar, picName }) =>
    avatar ? (
      <Thumb src={avatar} label={picName} />
    ) : (
      <span className="zy-initial" aria-hidden="true">
        {picName.slice(0, 1)}
      </span>
    ),
  { width: 56 },
);

const readBound = async (id: number) => (await call(salesmanApi.info, { id }, { quiet: true })).uidBound;

/** 业务员: the people who look after agents and shops. */
export const Salesmen = () => {
  const navigate = useNavigate();
  const may = useMay();
  const [bound, setBound] = useState<SalesmanRow>();
  const search = useSearch(salesmanApi.list);
  const firmFilter = useFirmFilter();
  const firmColumn = useFirmColumn<SalesmanRow>();
  const agentFilter = useAgentFilter('agentId', '所属经销商');
  const transfer = useSalesmanTransfer();
  const crud = useCrud(salesmanApi, {
    blank: { status: Enabled.on },
    from: ({ id }) => call(salesmanApi.info, { id }, { quiet: true }),
  });
  const openShops = may('admin:identity:shop:list')
    ? (row: SalesmanRow) => navigate(`/identity/shopAssManager?salesmanId=${row.id}`)
    : undefined;
  const openAgents = may('admin:identity:agent:list')
    ? (row: SalesmanRow) => navigate(`/identity/agentManager?salesmanId=${row.id}`)
    : undefined;

  const columns: Column<SalesmanRow>[] = [
    avatarColumn,
    name('picName', '姓名', { least: 96, open: crud.open }),
    text('phone', '手机号', { width: 116 }),
    text('agentName', '所属经销商', { width: 168 }),
    text('jobNo', '工号', { width: 88 }),
    text('dept', '部门', { width: 96 }),
    text('regionName', '负责区域', { width: 136 }),
    linkColumn('shopCount', '门店数', { width: 72, open: openShops }),
    linkColumn('agentCount', '经销商数', { width: 84, open: openAgents }),
    cell('uidBound', '微信绑定', (row) => (row.uidBound ? '是' : '否'), { width: 80 }),
    ...firmColumn,
    crud.statusColumn((row) => row.picName),
    time('createTime', '创建时间'),
    acts((row) => [
      crud.editAct(row),
      {
        label: '移交',
        may: salesmanApi.transfer.may,
        run: () => transfer.open(row),
        blocked: row.shopCount + row.agentCount === 0 ? '名下没有门店和经销商' : undefined,
      },
      { label: '绑定码', may: salesmanApi.bindQrcode.may, run: () => setBound(row) },
      crud.removeAct(row),
    ]),
  ];
  const add = crud.addButton('新增业务员');
  return (
    <>
      <ListScreen
        search={search}
        thing="业务员"
        columns={columns}
        flash={crud.draft.savedId}
        filters={[
          ...firmFilter,
          textFilter('keywords', '业务员', '姓名、手机或工号'),
          agentFilter,
          selectFilter('status', '状态', Enabled),
        ]}
        buttons={
          <>
            {add}
            <ImportButton endpoint={salesmanApi.import} biz="sales" thing="业务员" refresh={crud.lists} />
            <ExportButton biz="sales" endpoint={salesmanApi.export} input={search.values} />
          </>
        }
        batch={crud.batch}
        card={{
          head: 'picName',
          status: 'status',
          facts: ['jobNo', 'phone', ({ shopCount }) => `${countText(shopCount)} 家门店`, 'agentName'],
        }}
        empty={{ icon: ContactRound, text: '业务员负责经销商和门店，离职前把名下门店移交给别人。', action: add }}
      />
      <SalesmanForm draft={crud.draft} />
      <BindDialog
        who={bound && { id: bound.id, name: bound.picName, isBound: bound.uidBound }}
        code={salesmanApi.bindQrcode}
        unbind={salesmanApi.unbind}
        list={salesmanApi.list}
        readBound={readBound}
        bindsTo="可在手机上查看和新增门店。"
        close={() => setBound(undefined)}
      />
      <SalesmanTransfer draft={transfer} />
    </>
  );
};
