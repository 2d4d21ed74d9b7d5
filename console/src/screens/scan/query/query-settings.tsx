import { SelectScope, selectConfigApi, type SelectConfigRow } from '@zhuiyuan/contract/scan/query/select-config';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { Button } from 'antd';
import { ShieldCheck } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../../lib/call.ts';
import { useMay } from '../../../lib/session.ts';
import { BatchDelete } from '../../../parts/list/batch-delete.tsx';
import { acts, cell, enumDot, name, onOff, text, time, type Column } from '../../../parts/list/columns.tsx';
import { dateFilter, selectFilter, textFilter } from '../../../parts/list/filters.tsx';
import { useFirmColumn, useFirmFilter, useOptions } from '../../../parts/pickers/firm-field.tsx';
import { ListScreen, type Picked } from '../../../parts/list/list-screen.tsx';
import { May } from '../../../parts/feedback/may.tsx';
import { useAct } from '../../../parts/feedback/use-act.ts';
import { useSearch } from '../../../parts/list/use-search.ts';
import { SettingPreview } from './setting-preview.tsx';

const lists = [selectConfigApi.list];
const removePicked = (picked: Picked<SelectConfigRow>) => (
  <BatchDelete endpoint={selectConfigApi.removeMany} picked={picked} refresh={lists} />
);
const form = '/identity/selectCreat';

/** 查询设置: one default of the firm, others for chosen products. */
export const QuerySettings = ({ tabs }: { tabs: ReactNode }) => {
  const navigate = useNavigate();
  const may = useMay();
  const search = useSearch(selectConfigApi.list);
  const products = useOptions('product');
  const firmFilter = useFirmFilter();
  const firmColumn = useFirmColumn<SelectConfigRow>();
  const remove = useAct(selectConfigApi.remove, { done: '删除成功', refresh: lists });
  const [shown, setShown] = useState<SelectConfigRow>();

  const flip = async (row: SelectConfigRow, isOn: boolean) => {
    await call(selectConfigApi.updateStatus, { id: row.id, status: isOn ? 0 : 1 }, { quiet: true });
    search.reload();
    return true;
  };
  const edit = (row: SelectConfigRow) => navigate(`${form}/${row.id}`);
  const columns: Column<SelectConfigRow>[] = [
    name('name', '名称', { open: may(selectConfigApi.update.may) ? edit : setShown }),
    enumDot('scope', '适用范围', SelectScope, { width: 88 }),
    text('productText', '适用产品', { width: 240 }),
    cell('needPin', '防伪验证码', (row) => (row.needPin ? '需要' : '不需要'), { width: 96 }),
    cell('overLimit', '超限次数', (row) => `${row.overLimit} 次`, { width: 88, align: 'right' }),
    cell('dedupeMin', '去重时间', (row) => `${row.dedupeMin} 分钟`, { width: 96, align: 'right' }),
    cell('voiceOn', '语音播报', (row) => (row.voiceOn ? '开启' : '关闭'), { width: 84 }),
    ...firmColumn,
    may(selectConfigApi.updateStatus.may)
      ? onOff('status', '状态', { on: (value) => value === 0, change: flip, name: (row) => row.name })
      : enumDot('status', '状态', Enabled),
    time('updateTime', '更新时间'),
    acts((row) => [
      { label: '编辑', may: selectConfigApi.update.may, run: () => edit(row) },
      { label: '预览', run: () => setShown(row) },
      {
        label: '删除',
        may: selectConfigApi.remove.may,
        destructive: true,
        confirm: '确定删除当前数据',
        blocked: row.scope === 1 ? '默认设置不能删除' : undefined,
        run: () => remove({ id: row.id }),
      },
    ]),
  ];
  const add = (
    <May of={selectConfigApi.save.may}>
      <Button type="primary" onClick={() => navigate(form)}>
        新增设置
      </Button>
    </May>
  );
  return (
    <>
      <ListScreen
        search={search}
        thing="查询设置"
        tabs={tabs}
        columns={columns}
        filters={[
          ...firmFilter,
          textFilter('name', '名称'),
          selectFilter('scope', '适用范围', SelectScope),
          selectFilter('productId', '产品', products),
          selectFilter('status', '状态', Enabled),
          dateFilter('dateLimit', '创建时间'),
        ]}
        buttons={add}
        batch={may(selectConfigApi.removeMany.may) ? removePicked : undefined}
        card={{
          head: 'scope',
          status: 'status',
          name: 'name',
          facts: ['productText', (row) => `超限 ${row.overLimit} 次`],
        }}
        empty={{ icon: ShieldCheck, text: '没有设置时，查询按企业规则和默认提示语回答。', action: add }}
      />
      <SettingPreview id={shown?.id} close={() => setShown(undefined)} />
    </>
  );
};
