import { GeoFallback, RangeMode, RegionMode } from '@zhuiyuan/contract/campaign/scope/scope-draft';
import { scopeApi, type ScopeRow } from '@zhuiyuan/contract/campaign/scope/scope';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { Tooltip } from 'antd';
import MapPinned from 'icon:map-pinned';
import { acts, cell, enumDot, name, time, type Column } from '../../../parts/list/columns.tsx';
import { selectFilter, textFilter } from '../../../parts/list/filters.tsx';
import { ListScreen } from '../../../parts/list/list-screen.tsx';
import { useCrud } from '../../../parts/list/use-crud.tsx';
import { useSearch } from '../../../parts/list/use-search.ts';
import { useFirmColumn, useFirmFilter } from '../../../parts/pickers/firm-field.tsx';
import { ScopeTest, useScopeTest } from './scope-test.tsx';
import './scopes.css';

const shown = 3;

/** The first regions, and how many there are. */
const regionsText = ({ regionNames, regionCount }: ScopeRow): string => {
  const first = regionNames.slice(0, shown).join('、');
  return regionCount > shown ? `${first}等${regionCount}个` : first;
};

const Regions = ({ row }: { row: ScopeRow }) => {
  if (row.regionCount <= shown) return <span className="zy-cut">{regionsText(row) || '-'}</span>;
  const all = row.regionNames.join('、');
  return (
    <Tooltip title={row.regionCount > row.regionNames.length ? `${all}等${row.regionCount}个` : all}>
      <span className="zy-cut">{regionsText(row)}</span>
    </Tooltip>
  );
};

const hasRegions = ({ regionMode }: ScopeRow): boolean => regionMode !== RegionMode.any;

const rangesText = ({ rangeMode, rangeCount }: ScopeRow): string =>
  rangeMode === RangeMode.any ? '不限' : `限 ${rangeCount} 个`;

/** 活动范围: where and with which codes one may take part in campaigns. */
export const Scopes = () => {
  const firmFilter = useFirmFilter();
  const firmColumn = useFirmColumn<ScopeRow>();
  const search = useSearch(scopeApi.list);
  const crud = useCrud(scopeApi, { page: '/lottery/scopeCreat' });
  const test = useScopeTest();

  const columns: Column<ScopeRow>[] = [
    name('name', '范围名称', { open: crud.open }),
    enumDot('regionMode', '区域限制', RegionMode, { width: 108 }),
    cell('regionText', '地区', (row) => <Regions row={row} />, { width: 220 }),
    cell('geoFallback', '无定位处理', (row) => (hasRegions(row) ? GeoFallback.label(row.geoFallback) : '-'), {
      width: 96,
    }),
    cell('rangeMode', '码段限制', rangesText, { width: 104 }),
    ...firmColumn,
    crud.statusColumn((row) => row.name, '停用后新活动不能再选择该范围，确定停用？'),
    time('createTime', '创建时间'),
    acts((row) => [
      crud.editAct(row),
      { label: '试算', may: scopeApi.test.may, run: () => test.open(row) },
      crud.removeAct(row),
    ]),
  ];
  const add = crud.addButton('新增活动范围');
  return (
    <>
      <ListScreen
        search={search}
        thing="活动范围"
        columns={columns}
        filters={[
          ...firmFilter,
          textFilter('name', '范围名称'),
          selectFilter('regionMode', '区域限制', RegionMode),
          selectFilter('status', '状态', Enabled),
        ]}
        buttons={add}
        batch={crud.batch}
        card={{
          head: 'regionMode',
          status: 'status',
          name: 'name',
          facts: [regionsText, (row) => `码段${rangesText(row)}`],
        }}
        empty={{
          icon: MapPinned,
          text: '活动范围说明哪些地区、哪些码可以参加抽奖，一个范围可以用在多个活动。',
          action: add,
        }}
      />
      <ScopeTest test={test} />
    </>
  );
};
