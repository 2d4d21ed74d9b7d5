import { BoxState, Level } from '@zhuiyuan/contract/codes/state/code-enums';
import { identityApi } from '@zhuiyuan/contract/codes/lookup/identity';
import { packLogApi } from '@zhuiyuan/contract/packing/pack-log';
import { packingApi, type BoxRow } from '@zhuiyuan/contract/packing/packing';
import { Button } from 'antd';
import { Package } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useRead } from '../../lib/use-read.ts';
import { StatCard, StatStrip } from '../../parts/charts/stat-card.tsx';
import { May } from '../../parts/feedback/may.tsx';
import { useAct } from '../../parts/feedback/use-act.ts';
import { countText } from '../../parts/format/numbers.ts';
import { CodeLink, LotLink, ProductLink } from '../../parts/format/object-links.tsx';
import { Tag } from '../../parts/format/tag.tsx';
import {
  acts,
  cell,
  code,
  count,
  enumDot,
  enumTag,
  linked,
  text,
  time,
  type Column,
} from '../../parts/list/columns.tsx';
import { dateFilter, selectFilter, textFilter } from '../../parts/list/filters.tsx';
import { ExportButton } from '../../parts/list/export-button.tsx';
import { ListScreen } from '../../parts/list/list-screen.tsx';
import { useSearch } from '../../parts/list/use-search.ts';
import { ImportButton } from '../../parts/import/import-button.tsx';
import { useFirmColumn, useFirmFilter, useOptions } from '../../parts/pickers/firm-field.tsx';
import { BoxDrawer } from './box-drawer.tsx';
import { BoxLabels } from './box-labels.tsx';
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
  const [printed, setPrinted] = useState<readonly BoxRow[]>([]);
  const seal = useAct(packingApi.seal, { refresh: packingChanges });
  const dissolve = useAct(packingApi.dissolve, { refresh: packingChanges });
  const append = ({ code: boxCode, level }: BoxRow) =>
    level === Level.box
      ? {
          label: '追加装入',
          may: packingApi.alone.may,
          run: () => navigate(`/identity/packManager/alone?code=${boxCode}`),
        }
      : {
          label: '追加装入',
          may: packingApi.box.may,
          run: () => navigate(`/identity/packManager/box?code=${boxCode}`),
        };
  const columns: Column<BoxRow>[] = [
    code('code', '箱码', { width: 204, open: (row) => setOpened(row) }),
    enumTag('boxState', '状态', BoxState, { width: 96 }),
    enumDot('level', '箱级别', Level, { width: 68 }),
    cell(
      'childText',
      '装量',
      (row) => (
        <span className={row.childCnt >= row.capacity ? 'zy-box-full' : undefined}>
          {countText(row.childCnt)}/{countText(row.capacity)}
        </span>
      ),
      { width: 76, align: 'right' },
    ),
    linked('storeName', '产品', (row, label) => <ProductLink id={row.productId}>{label}</ProductLink>, { width: 160 }),
    {
      ...cell<BoxRow>(
        'lotNo',
        '批号',
        (row) => (
          <span className="zy-box-lot">
            {row.lotNo ? <LotLink id={row.lotId}>{row.lotNo}</LotLink> : '-'}
            {row.isMixed && <Tag tone="kind">混装</Tag>}
          </span>
        ),
        { width: 148 },
      ),
      bare: (row) => row.lotNo || '-',
    },
    count('itemQty', '内含件数', { width: 84 }),
    cell('parentCode', '上级箱码', (row) => (row.parentCode ? <CodeLink code={row.parentCode} /> : '-'), {
      width: 190,
    }),
    text('operatorName', '装箱人', { width: 84 }),
    ...firmColumn,
    time('packedAt', '装箱时间', { seconds: true }),
    acts((row) => [
      { label: '查看', run: () => setOpened(row) },
      ...(row.boxState === BoxState.empty || row.boxState === BoxState.packing ? [append(row)] : []),
      ...(row.boxState === BoxState.packing || row.boxState === BoxState.full
        ? [{ label: '封箱', may: packingApi.seal.may, run: () => seal({ code: row.code }) }]
        : []),
      { label: '打印箱标', may: packingApi.print.may, run: () => setPrinted([row]) },
      {
        label: '日志',
        may: packLogApi.list.may,
        run: () => navigate(`/identity/packLogManager?code=${row.code}`),
      },
      ...(row.childCnt > 0
        ? [
            {
              label: '拆散',
              may: packingApi.dissolve.may,
              destructive: true,
              confirm: `确定拆散箱${row.code}？箱内${countText(row.childCnt)}个下级将全部释放`,
              run: () => dissolve({ code: row.code }),
            },
          ]
        : []),
    ]),
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
          selectFilter('boxState', '状态', BoxState),
          dateFilter('dateLimit', '装箱时间'),
        ]}
        buttons={
          <>
            {toAlone}
            <May of={packingApi.box.may}>
              <Button onClick={() => void navigate('/identity/packManager/box')}>小箱装大箱</Button>
            </May>
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
        empty={{ icon: Package, text: '装过的箱会列在这里，可查看箱内、拆出或拆散。', action: toAlone }}
      />
      <May of={identityApi.children.may}>
        <BoxDrawer box={opened} close={() => setOpened(undefined)} />
      </May>
      <BoxLabels boxes={printed} close={() => setPrinted([])} />
    </div>
  );
};
