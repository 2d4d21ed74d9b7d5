import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { inspectorApi, type InspectorRow } from '@zhuiyuan/contract/parties/inspector/inspector';
import { Button } from 'antd';
import { ShieldCheck } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../../lib/call.ts';
import { useMay } from '../../../lib/session.ts';
import { BatchDelete } from '../../../parts/list/batch-delete.tsx';
import { acts, cell, name, text, time, type Column } from '../../../parts/list/columns.tsx';
import { useFirmColumn, useFirmFilter } from '../../../parts/pickers/firm-field.tsx';
import { selectFilter, textFilter } from '../../../parts/list/filters.tsx';
import { ListScreen, type Picked } from '../../../parts/list/list-screen.tsx';
import { May } from '../../../parts/feedback/may.tsx';
import { useAct } from '../../../parts/feedback/use-act.ts';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { useSearch } from '../../../parts/list/use-search.ts';
import { linkColumn, regionsColumn } from '../party-columns.tsx';
import { BindDialog } from '../bind-dialog.tsx';
import { InspectorForm } from './inspector-form.tsx';
import { useStatusColumn } from '../party-states.tsx';

const lists = [inspectorApi.list];
const removePicked = (picked: Picked<InspectorRow>) => (
  <BatchDelete endpoint={inspectorApi.removeMany} picked={picked} refresh={lists} />
);
const readBound = async (id: number) => (await call(inspectorApi.info, { id }, { quiet: true })).uidBound;

/** The tab 稽查员: who checks codes in the market, and where. */
export const InspectorList = ({ tabs }: { tabs: ReactNode }) => {
  const navigate = useNavigate();
  const may = useMay();
  const search = useSearch(inspectorApi.list);
  const firmFilter = useFirmFilter();
  const firmColumn = useFirmColumn<InspectorRow>();
  const remove = useAct(inspectorApi.remove, { done: '删除成功', refresh: lists });
  const [bound, setBound] = useState<InspectorRow>();
  const draft = useDraft({
    create: inspectorApi.save,
    update: inspectorApi.update,
    list: inspectorApi.list,
    blank: { status: 0, regions: [], scopes: ['query', 'evidence'] },
    from: ({ id }) => call(inspectorApi.info, { id }, { quiet: true }) as Promise<object>,
  });
  const statusColumn = useStatusColumn<InspectorRow>(inspectorApi.updateStatus, {
    nameOf: (row) => row.auditor,
    reload: search.reload,
  });
  const openRecords = (opinion: string) =>
    may('admin:identity:inspector:record')
      ? (row: InspectorRow) => navigate(`/identity/inspector?tab=record&auditorId=${row.id}${opinion}`)
      : undefined;

  const columns: Column<InspectorRow>[] = [
    name('auditor', '姓名', {
      least: 96,
      open: may(inspectorApi.update.may) ? (row) => draft.open(row) : undefined,
    }),
    text('jobNo', '工号', { width: 88 }),
    text('phone', '手机号', { width: 116 }),
    { ...regionsColumn('稽查区域'), width: 220 },
    text('scopeNames', '权限', { width: 168 }),
    linkColumn('recordCount', '稽查次数', { width: 84, open: openRecords('') }),
    linkColumn('crossCount', '窜货数', { width: 76, open: openRecords('&opinion=2') }),
    cell('uidBound', '微信绑定', (row) => (row.uidBound ? '是' : '否'), { width: 80 }),
    ...firmColumn,
    statusColumn,
    time('createTime', '创建时间'),
    acts((row) => [
      { label: '编辑', may: inspectorApi.update.may, run: () => draft.open(row) },
      { label: '绑定码', may: inspectorApi.bindQrcode.may, run: () => setBound(row) },
      {
        label: '删除',
        may: inspectorApi.remove.may,
        destructive: true,
        confirm: '确定删除当前数据',
        run: () => remove({ id: row.id }),
      },
    ]),
  ];
  const add = (
    <May of={inspectorApi.save.may}>
      <Button type="primary" onClick={() => draft.open()}>
        新增稽查员
      </Button>
    </May>
  );
  return (
    <>
      <ListScreen
        search={search}
        thing="稽查员"
        tabs={tabs}
        columns={columns}
        flash={draft.savedId}
        filters={[
          ...firmFilter,
          textFilter('auditor', '姓名'),
          textFilter('phone', '手机号'),
          selectFilter('status', '状态', Enabled),
        ]}
        buttons={add}
        batch={may(inspectorApi.removeMany.may) ? removePicked : undefined}
        card={{ head: 'jobNo', status: 'status', name: 'auditor', facts: ['phone', 'scopeNames', 'recordCount'] }}
        empty={{ icon: ShieldCheck, text: '稽查员在市场上扫码，核对货是否在授权的区域。', action: add }}
      />
      <InspectorForm draft={draft} />
      <BindDialog
        who={bound && { id: bound.id, name: bound.auditor, isBound: bound.uidBound }}
        code={inspectorApi.bindQrcode}
        unbind={inspectorApi.unbind}
        list={inspectorApi.list}
        readBound={readBound}
        close={() => setBound(undefined)}
      />
    </>
  );
};
