import { diversionApi, Judgement, type DiversionRow } from '@zhuiyuan/contract/diversion/diversion';
import { Level } from '@zhuiyuan/contract/codes/state/code-enums';
import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../lib/call.ts';
import { codePage } from '../../lib/code-addresses.ts';
import { useMay } from '../../lib/session.ts';
import { Cut } from '../../parts/format/cut.tsx';
import { shortTimeText } from '../../parts/format/times.ts';
import { useWarning, WarnForm } from '../../parts/form/warn-form.tsx';
import { acts, cell, code, enumTag, name, text, type Column } from '../../parts/list/columns.tsx';
import { startDownload } from '../../parts/list/export-button.tsx';
import { CodeMap } from './code-map.tsx';
import { Whereabouts } from './whereabouts.tsx';

/** When and where, and how far from where the goods belong. */
const scanText = ({ regionName, at }: { regionName: string; at: string }, distanceKm: number | null): string =>
  `${shortTimeText(at)} ${regionName}${distanceKm === null ? '' : `，${distanceKm} 公里`}`;

const boxesText = (boxes: number): string => (boxes === 0 ? '' : `，${boxes} 级箱`);

/** What is shown of codes that were looked up, what may be done with each, and the dialogs of that; `more` are columns after the product. */
export const useWhereabouts = <Row extends DiversionRow>(
  more: readonly Column<Row>[] = [],
): { columns: Column<Row>[]; dialogs: ReactNode } => {
  const navigate = useNavigate();
  const may = useMay();
  const [shownRow, setShownRow] = useState<DiversionRow>();
  const [mapped, setMapped] = useState<DiversionRow>();
  const { warn, form } = useWarning();
  const evidence = async (row: DiversionRow) =>
    startDownload((await call(diversionApi.evidence, { code: row.code }, { quiet: true })).fileName);
  const open = may('admin:identity:identity:list')
    ? (row: DiversionRow) => void navigate(codePage(row.code))
    : undefined;
  const lot = text<Row>('lotNo', '批号', { width: 92 });
  const owner = cell<Row>(
    'agentName',
    '归属',
    (row) => <Cut>{[row.agentName, row.shopName].filter(Boolean).join(' ') || '-'}</Cut>,
    { width: 116 },
  );
  const regions = cell<Row>('regions', '授权区域', (row) => <Cut>{row.regions.join('、') || '-'}</Cut>, { width: 104 });
  const lastScan = cell<Row>(
    'lastScan',
    '最近扫码地',
    (row) => (row.lastScan ? <Cut>{scanText(row.lastScan, row.distanceKm)}</Cut> : '-'),
    { width: 212 },
  );
  const columns: Column<Row>[] = [
    code('code', '编码', { width: 188, open }),
    enumTag('judge', '判定', Judgement, { width: 108 }),
    name('storeName', '产品', { picture: 'image', least: 150 }),
    ...(more.length > 0 ? [...more, lastScan, owner, lot, regions] : [lot, owner, regions, lastScan]),
    cell('level', '层级', (row) => `${Level.label(row.level)}${boxesText(row.boxChain.length)}`, { width: 96 }),
    acts((row) => [
      { label: '流向', run: () => setShownRow(row) },
      { label: '地图', run: () => setMapped(row) },
      { label: '转预警', may: diversionApi.police.may, run: () => warn(row.code) },
      { label: '导出证据', may: diversionApi.evidence.may, run: () => evidence(row) },
    ]),
  ];
  const dialogs = (
    <>
      <Whereabouts row={shownRow} close={() => setShownRow(undefined)} />
      <CodeMap row={mapped} close={() => setMapped(undefined)} />
      <WarnForm form={form} />
    </>
  );
  return { columns, dialogs };
};
