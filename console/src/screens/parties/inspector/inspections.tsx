import { inspectionApi, Opinion, type InspectionRow } from '@zhuiyuan/contract/parties/inspector/inspector';
import { CodeLink } from '../../../parts/format/object-links.tsx';
import { Facts } from '../../../parts/format/facts.tsx';
import { Image } from 'antd';
import ScanSearch from 'icon:scan-search';
import { type ReactNode } from 'react';
import { Link } from 'react-router';
import { useAgentFilter } from '../../../parts/pickers/agent-input.tsx';
import { acts, cell, code, enumTag, text, time, type Column } from '../../../parts/list/columns.tsx';
import { ExportButton } from '../../../parts/list/export-button.tsx';
import { useFirmColumn, useFirmFilter, useOptions } from '../../../parts/pickers/firm-field.tsx';
import { dateFilter, selectFilter } from '../../../parts/list/filters.tsx';
import { ListScreen } from '../../../parts/list/list-screen.tsx';
import { RowDrawer } from '../../../parts/frame/row-drawer.tsx';
import { EnumTag } from '../../../parts/format/tag.tsx';
import { useOpened } from '../../../parts/list/use-opened.ts';
import { useSearch } from '../../../parts/list/use-search.ts';
import { useMay } from '../../../lib/session.ts';
import { useAct } from '../../../parts/feedback/use-act.ts';
import '../agent/agents.css';

/** The list of warnings. */
const warnings = '/identity/selectManager?tab=abnormal&view=risk';

const Pictures = ({ images, size }: { images: string[]; size: number }) =>
  images.length === 0 ? (
    '-'
  ) : (
    <Image.PreviewGroup>
      <span className="zy-inspect-pictures">
        {images.map((address, at) => (
          <Image
            key={address}
            src={address}
            width={size}
            height={size}
            alt={`取证照片 ${at + 1}`}
            preview={{ mask: false }}
          />
        ))}
      </span>
    </Image.PreviewGroup>
  );

/** The tab 稽查记录: what was found where. */
export const Inspections = ({ tabs }: { tabs: ReactNode }) => {
  const search = useSearch(inspectionApi.list);
  const inspectors = useOptions('inspector');
  const firmFilter = useFirmFilter();
  const firmColumn = useFirmColumn<InspectionRow>();
  const agentFilter = useAgentFilter('agentId', '归属经销商');
  const [shownId, setShownId] = useOpened();
  const mayLookUp = useMay()('admin:identity:select:log');
  const warn = useAct(inspectionApi.police, { done: '提交成功', refresh: [inspectionApi.list, inspectionApi.info] });
  const columns: Column<InspectionRow>[] = [
    time('at', '稽查时间', { seconds: true }),
    text('auditor', '稽查员', { width: 80 }),
    code('code', '编码'),
    { ...text<InspectionRow>('storeName', '产品'), width: undefined, least: 160 },
    text('agentName', '归属经销商', { width: 160 }),
    text('authRegion', '授权区域', { width: 136 }),
    text('foundRegion', '发现地', { width: 152 }),
    text('shopName', '门店', { width: 120 }),
    enumTag('opinion', '结论', Opinion, { width: 84 }),
    cell('images', '照片', (row) => <Pictures images={row.images.slice(0, 2)} size={24} />, { width: 84 }),
    cell(
      'policeNo',
      '预警单',
      (row) =>
        row.policeNo && mayLookUp ? (
          <Link className="zy-link" to={`${warnings}&code=${row.code}`}>
            {row.policeNo}
          </Link>
        ) : (
          row.policeNo || '-'
        ),
      { width: 88 },
    ),
    ...firmColumn,
    acts((row) => [
      { label: '查看', run: () => setShownId(row.id) },
      {
        label: '转预警',
        may: inspectionApi.police.may,
        confirm: '确定提交窜货预警？',
        blocked: row.policeNo ? '已转预警' : undefined,
        run: () => warn({ id: row.id }),
      },
    ]),
  ];
  return (
    <>
      <ListScreen
        search={search}
        thing="稽查记录"
        tabs={tabs}
        columns={columns}
        filters={[
          ...firmFilter,
          selectFilter('auditorId', '稽查员', inspectors),
          selectFilter('opinion', '结论', Opinion),
          agentFilter,
          dateFilter('dateLimit', '稽查时间'),
        ]}
        buttons={<ExportButton biz="inspect" endpoint={inspectionApi.export} input={search.values} />}
        card={{ head: 'at', status: 'opinion', name: 'storeName', facts: ['code', 'auditor', 'foundRegion'] }}
        empty={{ icon: ScanSearch, text: '稽查员在手机上扫码取证后，记录会出现在这里。' }}
      />
      <InspectionDetail row={search.rows.find(({ id }) => id === shownId)} close={() => setShownId(undefined)} />
    </>
  );
};

const toOpinion = ({ opinion }: Pick<InspectionRow, 'opinion'>) => <EnumTag of={Opinion} value={opinion} />;

const InspectionDetail = ({ row, close }: { row: InspectionRow | undefined; close: () => void }) => {
  return (
    <RowDrawer
      endpoint={inspectionApi.info}
      id={row?.id}
      close={close}
      title="稽查记录"
      name={(record) => record.code}
      mark={toOpinion}
      width={560}
    >
      {(data) => (
        <Facts
          items={[
            { label: '编码', value: data.code && <CodeLink code={data.code} /> },
            { label: '稽查时间', value: data.at },
            { label: '稽查员', value: data.auditor },
            { label: '产品', value: data.storeName || '-' },
            { label: '归属经销商', value: data.agentName || '-' },
            { label: '授权区域', value: data.authRegion || '-' },
            { label: '发现地', value: data.foundRegion || '-' },
            { label: '坐标', value: data.lng === null ? '-' : `${data.lng}, ${data.lat ?? ''}` },
            { label: '门店', value: data.shopName || '-' },
            { label: '取证照片', value: <Pictures images={data.images} size={72} /> },
            { label: '备注', value: data.remark || '-' },
          ]}
        />
      )}
    </RowDrawer>
  );
};
