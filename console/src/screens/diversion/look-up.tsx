import { diversionApi, Judgement, type DiversionRow } from '@zhuiyuan/contract/diversion/diversion';
import { findHint } from '@zhuiyuan/contract/codes/cipher/code-input';
import { Level } from '@zhuiyuan/contract/codes/state/code-enums';
import { ScanLine } from 'lucide-react';
import { useState, type Dispatch, type ReactNode, type SetStateAction } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../lib/call.ts';
import { useMay } from '../../lib/session.ts';
import { acts, cell, code, enumDot, enumTag, name, text, type Column } from '../../parts/list/columns.tsx';
import { Cut } from '../../parts/format/cut.tsx';
import { ExportButton, startDownload } from '../../parts/list/export-button.tsx';
import { ListCards } from '../../parts/list/list-cards.tsx';
import { ListTable } from '../../parts/list/list-table.tsx';
import { countText } from '../../parts/format/numbers.ts';
import { Empty } from '../../parts/feedback/states.tsx';
import { timeText } from '../../parts/format/times.ts';
import { useNarrow } from '../../parts/frame/use-narrow.ts';
import { codePage } from '../../lib/code-addresses.ts';
import { NotFound } from '../../parts/feedback/not-found.tsx';
import { ScanArea } from '../../parts/pickers/scan-area.tsx';
import { useWarning, WarnForm } from '../../parts/form/warn-form.tsx';
import { CodeMap } from './code-map.tsx';
import { Whereabouts } from './whereabouts.tsx';
import '../../parts/list/list.css';
import '../../parts/list/list-narrow.css';

const mostAtOnce = 500;
const mostKept = 1000;

/** Codes scanned or pasted, each with its agent, his regions, its last scan and what one should think of it. */
export const LookUp = ({
  tabs,
  asked,
  setAsked,
}: {
  tabs: ReactNode;
  asked: DiversionRow[];
  setAsked: Dispatch<SetStateAction<DiversionRow[]>>;
}) => {
  const navigate = useNavigate();
  const may = useMay();
  const isNarrow = useNarrow();
  const [errors, setErrors] = useState<{ text: string; message: string }[]>([]);
  const [shownRow, setShownRow] = useState<DiversionRow>();
  const { warn, form: warning } = useWarning();
  const [mapped, setMapped] = useState<DiversionRow>();

  const take = async (codes: string[]): Promise<boolean> => {
    const rows = await call(diversionApi.query, { codes }, { quiet: true });
    const known = rows.filter((row) => row.message === '');
    const found = new Set(known.map(({ code: own }) => own));
    setAsked((before) => [...known, ...before.filter((row) => !found.has(row.code))].slice(0, mostKept));
    const bad = rows.filter((row) => row.message !== '');
    setErrors(bad.map((row) => ({ text: row.code, message: findHint(row.code) ?? row.message })));
    return bad.length === 0;
  };
  const evidence = async (row: DiversionRow) =>
    startDownload((await call(diversionApi.evidence, { code: row.code }, { quiet: true })).fileName);

  const open = may('admin:identity:identity:list')
    ? (row: DiversionRow) => void navigate(codePage(row.code))
    : undefined;
  const columns: Column<DiversionRow>[] = [
    code('code', '编码', { width: 204, open }),
    enumTag('judge', '判定', Judgement, { width: 108 }),
    name('storeName', '产品', { picture: 'image', least: 180 }),
    text('lotNo', '批号', { width: 100 }),
    text('agentName', '归属经销商', { width: 128 }),
    cell('regions', '授权区域', (row) => <Cut>{row.regions.join('、') || '-'}</Cut>, { width: 120 }),
    cell(
      'lastScan',
      '最近扫码地',
      (row) => (row.lastScan ? <Cut>{`${row.lastScan.regionName} ${timeText(row.lastScan.at)}`}</Cut> : '-'),
      { width: 212 },
    ),
    cell('distanceKm', '距离', (row) => (row.distanceKm === null ? '-' : `${row.distanceKm} 公里`), {
      width: 96,
      align: 'right',
    }),
    enumDot('level', '层级', Level, { width: 60 }),
    cell('boxChain', '所在箱', (row) => (row.boxChain.length === 0 ? '-' : `${row.boxChain.length} 级`), { width: 72 }),
    acts((row) => [
      { label: '流向', run: () => setShownRow(row) },
      { label: '地图', run: () => setMapped(row) },
      { label: '转预警', may: diversionApi.police.may, run: () => warn(row.code) },
      { label: '导出证据', may: diversionApi.evidence.may, run: () => evidence(row) },
    ]),
  ];
  const list = { rows: asked, values: {}, set: () => {}, isFirstLoad: false, isLoading: false };
  const instead = asked.length === 0 && (
    <Empty icon={ScanLine} title="还没有查询编码" text="扫描或粘贴编码，查看它归属的经销商、授权区域和最近扫码地" />
  );
  const suspects = asked.filter(({ judge }) => judge === 2).length;
  const head = (
    <>
      <ScanArea most={mostAtOnce} take={take} />
      <NotFound errors={errors} close={() => setErrors([])} />
      <div className="zy-query-bar">
        <span role="status">
          共 {countText(asked.length)} 个编码{suspects > 0 && `，${countText(suspects)} 个疑似窜货`}
        </span>
        {asked.length > 0 && (
          <>
            <button type="button" className="zy-link" onClick={() => setAsked([])}>
              清空
            </button>
            <ExportButton
              endpoint={diversionApi.export}
              input={{
                codes: asked
                  .slice(0, mostAtOnce)
                  .map((row) => row.code)
                  .join(','),
              }}
            />
          </>
        )}
      </div>
    </>
  );
  const dialogs = (
    <>
      <Whereabouts row={shownRow} close={() => setShownRow(undefined)} />
      <CodeMap row={mapped} close={() => setMapped(undefined)} />
      <WarnForm form={warning} />
    </>
  );
  if (isNarrow)
    return (
      <section className="zy-list-narrow">
        <div className="zy-list-tabs">{tabs}</div>
        {head}
        <ListCards
          search={{ ...list, hasMore: false, loadMore: () => {} }}
          columns={columns}
          card={{ head: 'code', status: 'judge', name: 'storeName', facts: ['agentName', 'lastScan', 'lotNo'] }}
          keyOf={(row) => row.code}
          instead={instead}
          flash={undefined}
        />
        {dialogs}
      </section>
    );
  return (
    <section className="sheet page-fill zy-list">
      <div className="zy-list-tabs">{tabs}</div>
      {head}
      <ListTable
        search={list}
        columns={columns}
        keyOf={(row) => row.code}
        picked={undefined}
        pick={() => {}}
        flash={undefined}
        instead={instead}
      />
      {dialogs}
    </section>
  );
};
