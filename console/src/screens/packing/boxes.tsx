import { BoxState, Level } from '@zhuiyuan/contract/codes/state/code-enums';
import { identityApi } from '@zhuiyuan/contract/codes/lookup/identity';
import { packingApi, type BoxRow } from '@zhuiyuan/contract/packing/packing';
import { Button } from 'antd';
import Package from 'icon:package';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useRead } from '../../lib/use-read.ts';
import { StatCard, StatStrip } from '../../parts/charts/stat-card.tsx';
import { May } from '../../parts/feedback/may.tsx';
import { countText } from '../../parts/format/numbers.ts';
import { acts, time, type Column } from '../../parts/list/columns.tsx';
import { dateFilter, selectFilter, textFilter } from '../../parts/list/filters.tsx';
import { ExportButton } from '../../parts/list/export-button.tsx';
import { ListScreen } from '../../parts/list/list-screen.tsx';
import { useSearch } from '../../parts/list/use-search.ts';
import { ImportButton } from '../../parts/import/import-button.tsx';
import { useFirmColumn, useFirmFilter, useOptions } from '../../parts/pickers/firm-field.tsx';
import { lotFilter } from '../../parts/pickers/lot-select.tsx';
import { BoxDrawer } from './box-drawer.tsx';
import { boxColumns } from './box-columns.tsx';
import { useBoxActs } from './use-box-acts.tsx';
import { packingChanges } from './packing-changes.ts';
import './packing.css';

const Cards = () => {
  const { data } = useRead(packingApi.cards, {});
  const of = (value: number | undefined) => (value === undefined ? '-' : countText(value));
  return (
    <StatStrip label="今日装箱">
      <StatCard label="今日装小箱" unit="箱" value={of(data?.boxCnt)} />
      <StatCard label="今日装大箱" unit="箱" value={of(data?.caseCnt)} />
      <StatCard label="今日装入" unit="件" value={of(data?.itemCnt)} />
      <StatCard label="今日拆箱" unit="次" value={of(data?.openCnt)} />
      <StatCard label="今日失败" unit="次" value={of(data?.failCnt)} hint="提交和导入时被拒绝的编码，原因见包装日志" />
    </StatStrip>
  );
};

/** 包装管理: boxes that were packed or opened, the last one first. Sets that nobody touched are not among them. */
export const Boxes = () => {
  const search = useSearch(packingApi.list);
  const navigate = useNavigate();
  const products = useOptions('product');
  const firmFilter = useFirmFilter();
  const firmColumn = useFirmColumn<BoxRow>();
  const [opened, setOpened] = useState<BoxRow>();
  const box = useBoxActs();
  const columns: Column<BoxRow>[] = [
    ...boxColumns<BoxRow>(setOpened),
    ...firmColumn,
    time('packedAt', '装箱时间', { seconds: true }),
    acts((row) => [{ label: '查看', run: () => setOpened(row) }, ...box.of(row)]),
  ];
  const toAlone = (
    <May of={packingApi.alone.may}>
      <Button type="primary" onClick={() => void navigate('/identity/packManager/alone')}>
        单品装箱
      </Button>
    </May>
  );
  return (
    <div className="zy-boxes-page">
      <Cards />
      <ListScreen
        search={search}
        thing="箱"
        columns={columns}
        filters={[
          ...firmFilter,
          textFilter('code', '编码', '箱码或箱内任一编码'),
          selectFilter('level', '箱级别', Level),
          selectFilter('productId', '产品', products),
          lotFilter('lotId', '批号'),
          selectFilter('boxState', '状态', BoxState),
          dateFilter('dateLimit', '装箱时间'),
        ]}
        buttons={
          <>
            {toAlone}
            <May of={packingApi.box.may}>
              <Button onClick={() => void navigate('/identity/packManager/box')}>小箱装大箱</Button>
            </May>
            <Button onClick={() => void navigate('/identity/packManager/boxList')}>箱列表</Button>
            <ImportButton endpoint={packingApi.import} biz="pack" thing="包装关联" refresh={packingChanges} />
            <ExportButton biz="box" endpoint={packingApi.export} input={search.values} />
          </>
        }
        card={{
          head: 'level',
          status: 'boxState',
          name: 'code',
          facts: [
            (row) => `装量 ${countText(row.childCnt)}/${countText(row.capacity)}`,
            'storeName',
            'lotNo',
            'packedAt',
          ],
        }}
        empty={{ icon: Package, text: '装过的箱会列在这里，可查看箱内、拆出或拆箱。', action: toAlone }}
      />
      <May of={identityApi.children.may}>
        <BoxDrawer box={opened} close={() => setOpened(undefined)} />
      </May>
      {box.dialogs}
    </div>
  );
};
