import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { inspectorApi, type InspectorRow } from '@zhuiyuan/contract/parties/inspector/inspector';
import ShieldCheck from 'icon:shield-check';
import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../../lib/call.ts';
import { useMay } from '../../../lib/session.ts';
import { acts, cell, name, text, time, type Column } from '../../../parts/list/columns.tsx';
import { useFirmColumn, useFirmFilter } from '../../../parts/pickers/firm-field.tsx';
import { selectFilter, textFilter } from '../../../parts/list/filters.tsx';
import { ListScreen } from '../../../parts/list/list-screen.tsx';
import { countText } from '../../../parts/format/numbers.ts';
import { useCrud } from '../../../parts/list/use-crud.tsx';
import { useSearch } from '../../../parts/list/use-search.ts';
import { BindDialog } from '../bind-dialog.tsx';
import { linkColumn, regionsColumn } from '../party-columns.tsx';
import { InspectorForm } from './inspector-form.tsx';

const readBound = async (id: number) => (await call(inspectorApi.info, { id }, { quiet: true })).uidBound;

/** The tab 稽查员: who checks codes in the market, and where. */
export const InspectorList = ({ tabs }: { tabs: ReactNode }) => {
  const navigate = useNavigate();
  const may = useMay();
  const [bound, setBound] = useState<InspectorRow>();
  const search = useSearch(inspectorApi.list);
  const firmFilter = useFirmFilter();
  const firmColumn = useFirmColumn<InspectorRow>();
  const crud = useCrud(inspectorApi, {
    blank: { status: Enabled.on, regions: [], scopes: ['query', 'evidence'] },
    from: ({ id }) => call(inspectorApi.info, { id }, { quiet: true }) as Promise<object>,
  });
  const openRecords = (opinion: string) =>
    may('admin:identity:inspector:record')
      ? (row: InspectorRow) => navigate(`/identity/inspector?tab=record&auditorId=${row.id}${opinion}`)
      : undefined;

  const columns: Column<InspectorRow>[] = [
    name('auditor', '姓名', { least: 96, open: crud.open }),
    text('jobNo', '工号', { width: 88 }),
    text('phone', '手机号', { width: 116 }),
    { ...regionsColumn('稽查区域'), width: 220 },
    text('scopeNames', '权限', { width: 168 }),
    linkColumn('recordCount', '稽查次数', { width: 84, open: openRecords('') }),
    linkColumn('crossCount', '窜货数', { width: 76, open: openRecords('&opinion=2') }),
    cell('uidBound', '微信绑定', (row) => (row.uidBound ? '是' : '否'), { width: 80 }),
    ...firmColumn,
    crud.statusColumn((row) => row.auditor),
    time('createTime', '创建时间'),
    acts((row) => [
      crud.editAct(row),
      { label: '绑定码', may: inspectorApi.bindQrcode.may, run: () => setBound(row) },
      crud.removeAct(row),
    ]),
  ];
  const add = crud.addButton('新增稽查员');
  return (
    <>
      <ListScreen
        search={search}
        thing="稽查员"
        tabs={tabs}
        columns={columns}
        flash={crud.draft.savedId}
        filters={[
          ...firmFilter,
          textFilter('auditor', '姓名'),
          textFilter('phone', '手机号'),
          selectFilter('status', '状态', Enabled),
        ]}
        buttons={add}
        batch={crud.batch}
        card={{
          head: 'auditor',
          status: 'status',
          facts: ['jobNo', 'phone', ({ recordCount }) => `稽查 ${countText(recordCount)} 次`, 'scopeNames'],
        }}
        empty={{ icon: ShieldCheck, text: '稽查员在市场上扫码，核对货是否在授权的区域。', action: add }}
      />
      <InspectorForm draft={crud.draft} />
      <BindDialog
        who={bound && { id: bound.id, name: bound.auditor, isBound: bound.uidBound }}
        code={inspectorApi.bindQrcode}
        unbind={inspectorApi.unbind}
        list={inspectorApi.list}
        readBound={readBound}
        bindsTo="可在手机上扫码稽查、拍照取证。"
        close={() => setBound(undefined)}
      />
    </>
  );
};
