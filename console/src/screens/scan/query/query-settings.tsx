import { SelectScope, querySettingApi, type QuerySettingRow } from '@zhuiyuan/contract/scan/query/query-setting';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import ShieldCheck from 'icon:shield-check';
import { type ReactNode } from 'react';
import { acts, cell, enumDot, name, text, time, type Column } from '../../../parts/list/columns.tsx';
import { dateFilter, selectFilter, textFilter } from '../../../parts/list/filters.tsx';
import { useFirmColumn, useFirmFilter, useOptions } from '../../../parts/pickers/firm-field.tsx';
import { ListScreen } from '../../../parts/list/list-screen.tsx';
import { useCrud } from '../../../parts/list/use-crud.tsx';
import { useOpened } from '../../../parts/list/use-opened.ts';
import { useSearch } from '../../../parts/list/use-search.ts';
import { SettingPreview } from './setting-preview.tsx';

/** 查询设置: one default of the firm, others for chosen products. */
export const QuerySettings = ({ tabs }: { tabs: ReactNode }) => {
  const search = useSearch(querySettingApi.list);
  const products = useOptions('product');
  const firmFilter = useFirmFilter();
  const firmColumn = useFirmColumn<QuerySettingRow>();
  const crud = useCrud(querySettingApi, { page: '/identity/selectCreat' });
  const [shownSetting, setShownSetting] = useOpened();
  const columns: Column<QuerySettingRow>[] = [
    name('name', '名称', { open: crud.open ?? (({ id }) => setShownSetting(id)) }),
    enumDot('scope', '适用范围', SelectScope, { width: 88 }),
    text('productText', '适用产品', { width: 240 }),
    cell('needPin', '防伪验证码', (row) => (row.needPin ? '需要' : '不需要'), { width: 96 }),
    cell('overLimit', '超限次数', (row) => `${row.overLimit} 次`, { width: 88, align: 'right' }),
    cell('dedupeMin', '去重时间', (row) => `${row.dedupeMin} 分钟`, { width: 96, align: 'right' }),
    cell('voiceOn', '语音播报', (row) => (row.voiceOn ? '开启' : '关闭'), { width: 84 }),
    ...firmColumn,
    crud.statusColumn((row) => row.name),
    time('updateTime', '更新时间'),
    acts((row) => [
      crud.editAct(row),
      { label: '预览', run: () => setShownSetting(row.id) },
      {
        ...crud.removeAct(row),
        blocked: row.scope === SelectScope.firm ? '默认设置不能删除' : undefined,
      },
    ]),
  ];
  const add = crud.addButton('新增设置');
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
        batch={crud.batch}
        card={{
          head: 'scope',
          status: 'status',
          name: 'name',
          facts: ['productText', (row) => `超限 ${row.overLimit} 次`],
        }}
        empty={{ icon: ShieldCheck, text: '没有设置时，查询按企业规则和默认提示语回答。', action: add }}
      />
      <SettingPreview id={shownSetting} close={() => setShownSetting(undefined)} />
    </>
  );
};
