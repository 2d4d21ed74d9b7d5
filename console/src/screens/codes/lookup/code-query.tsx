import { codeOpApi } from '@zhuiyuan/contract/codes/ops/code-op';
import { findHint } from '@zhuiyuan/contract/codes/cipher/code-input';
import { Level, Life, Shipping } from '@zhuiyuan/contract/codes/state/code-enums';
import { identityApi, type CodeFacts } from '@zhuiyuan/contract/codes/lookup/identity';
import { RegistrationStatus } from '@zhuiyuan/contract/codes/state/registration-status';
import ScanLine from 'icon:scan-line';
import { useState, type Dispatch, type Key, type ReactNode, type SetStateAction } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../../lib/call.ts';
import { useMay } from '../../../lib/session.ts';
import { toast } from '../../../lib/toast.ts';
import type { Act } from '../../../parts/list/acts.tsx';
import {
  extra,
  acts,
  cell,
  code,
  count,
  enumDot,
  enumTag,
  name,
  text,
  time,
  type Column,
} from '../../../parts/list/columns.tsx';
import { CodeText } from '../../../parts/format/code.tsx';
import { ListCards } from '../../../parts/list/list-cards.tsx';
import { toShown } from '../../../parts/views/column-layout.ts';
import { ColumnSettings } from '../../../parts/views/column-settings.tsx';
import { useListViews } from '../../../parts/views/use-list-views.ts';
import { ListTable } from '../../../parts/list/list-table.tsx';
import { countText } from '../../../parts/format/numbers.ts';
import { Empty } from '../../../parts/feedback/states.tsx';
import { EnumDot } from '../../../parts/format/tag.tsx';
import { useNarrow } from '../../../parts/frame/use-narrow.ts';
import { codePage } from '../../../lib/code-addresses.ts';
import { useCodeActs } from './use-code-acts.tsx';
import { NotFound } from '../../../parts/feedback/not-found.tsx';
import { PickedCodes } from './picked-codes.tsx';
import { ScanArea } from '../../../parts/pickers/scan-area.tsx';
import '../../../parts/list/list.css';
import '../../../parts/list/list-narrow.css';

const mostAtOnce = 200;
/** Rows kept on the screen; older ones make room. */
const mostKept = 1000;

/** What was looked up so far, newest first, and what was not found in the last look-up. */
export interface Asked {
  rows: CodeFacts[];
  errors: { text: string; message: string }[];
}
export const nothingAsked: Asked = { rows: [], errors: [] };

const keyOf = (row: CodeFacts) => `${row.codeId} ${row.face}`;

/** What is told of a code; its own page and that of its box open by their text. */
const columnsOf = ({
  open,
  actsOf,
}: {
  open: (text: string) => void;
  actsOf: (row: CodeFacts) => Act[];
}): Column<CodeFacts>[] => [
  code('code', '编码', { open: (row) => open(row.code), width: 212 }),
  enumDot('level', '层级', Level, { width: 64 }),
  name('storeName', '产品', { picture: 'image' }),
  text('lotNo', '批号', { width: 96 }),
  enumTag('life', '码状态', Life),
  extra(
    cell(
      'boxCode',
      '所在箱',
      ({ boxCode }) =>
        boxCode ? (
          <button type="button" className="zy-link" onClick={() => open(boxCode)}>
            <CodeText code={boxCode} />
          </button>
        ) : (
          '-'
        ),
      { width: 184 },
    ),
  ),
  extra(text('holderName', '持有方', { width: 160 })),
  enumDot('shipStatus', '发货状态', Shipping, { width: 96 }),
  count('scanCnt', '扫码次数', { width: 100, sort: 'scanCnt' }),
  time('firstScanAt', '首次扫码'),
  cell(
    'regStatus',
    '标识注册',
    ({ regStatus }) => (regStatus === null ? '未注册' : <EnumDot of={RegistrationStatus} value={regStatus} />),
    { width: 96 },
  ),
  time('activatedAt', '启用时间', { sort: 'activatedAt' }),
  acts((row) => [{ label: '详情', run: () => open(row.code) }, ...actsOf(row)]),
];

/** 单码查询: whatever was scanned or pasted, with what is known of it. */
export const CodeQuery = ({
  tabs,
  asked,
  setAsked,
}: {
  tabs: ReactNode;
  asked: Asked;
  setAsked: Dispatch<SetStateAction<Asked>>;
}) => {
  const navigate = useNavigate();
  const isNarrow = useNarrow();
  const may = useMay();
  const [picked, setPicked] = useState<Key[]>([]);
  const [sort, setSort] = useState<string>();
  /** Reads codes that are shown once more; those that were not found stay named. */
  const renew = async (codes: readonly string[]) => {
    try {
      for (let at = 0; at < codes.length; at += mostAtOnce) {
        const { rows } = await call(identityApi.query, { texts: codes.slice(at, at + mostAtOnce) }, { quiet: true });
        const now = new Map(rows.map((row) => [keyOf(row), row]));
        setAsked((before) => ({ ...before, rows: before.rows.map((row) => now.get(keyOf(row)) ?? row) }));
      }
    } catch (error) {
      toast.failure(error);
    }
  };
  const { actsOf, dialogs } = useCodeActs((changed) => void renew([changed]));
  const mayChange = [codeOpApi.update, codeOpApi.freeze, codeOpApi.unfreeze, codeOpApi.delete].some((op) =>
    may(op.may),
  );

  const take = async (texts: string[]): Promise<boolean> => {
    const { rows, errors } = await call(identityApi.query, { texts }, { quiet: true });
    const found = new Set(rows.map(keyOf));
    setAsked((before) => ({
      rows: [...rows, ...before.rows.filter((row) => !found.has(keyOf(row)))].slice(0, mostKept),
      errors: errors.map((error) => ({ ...error, message: findHint(error.text) ?? error.message })),
    }));
    return errors.length === 0;
  };

  const columns = columnsOf({ open: (typed) => void navigate(codePage(typed)), actsOf });
  const chosenCodes = asked.rows.filter((row) => picked.includes(keyOf(row))).map((row) => row.code);
  const look = useListViews({ path: identityApi.query.path, values: {} }, columns, { isPicking: mayChange });
  const list = {
    rows: toSorted(asked.rows, sort),
    values: { sort },
    set: (values: { sort?: string }) => setSort(values.sort),
    isFirstLoad: false,
    isLoading: false,
  };
  const instead = asked.rows.length === 0 && (
    <Empty icon={ScanLine} title="还没有查询编码" text="扫描包装上的码，或把编码粘贴到上面的框里" />
  );
  const head = (
    <>
      <ScanArea most={mostAtOnce} take={take} />
      <NotFound errors={asked.errors} close={() => setAsked((before) => ({ ...before, errors: [] }))} />
      {dialogs}
      <div className="zy-query-bar">
        <span role="status">共 {countText(asked.rows.length)} 个编码</span>
        {asked.rows.length > 0 && (
          <button
            type="button"
            className="zy-link"
            onClick={() => {
              setPicked([]);
              setAsked(nothingAsked);
            }}
          >
            清空
          </button>
        )}
        {!isNarrow && (
          <span className="zy-list-tools">
            <ColumnSettings columns={columns} layout={look.layout} isUsual={look.isUsual} change={look.change} />
          </span>
        )}
      </div>
    </>
  );
  if (isNarrow) {
    return (
      <section className="zy-list-narrow">
        <div className="zy-list-tabs">{tabs}</div>
        {head}
        <ListCards
          search={{ ...list, hasMore: false, loadMore: () => {} }}
          columns={columns}
          card={{
            head: 'code',
            status: 'life',
            name: 'storeName',
            facts: ['lotNo', 'level', (row) => `${countText(row.scanCnt)} 次`],
          }}
          keyOf={keyOf}
          instead={instead}
          flash={undefined}
        />
      </section>
    );
  }
  return (
    <section className="sheet page-fill zy-list">
      <div className="zy-list-tabs">{tabs}</div>
      {head}
      {chosenCodes.length > 0 && (
        <PickedCodes codes={chosenCodes} clear={() => setPicked([])} changed={(codes) => void renew(codes)} />
      )}
      <ListTable
        search={list}
        columns={toShown(columns, look.layout)}
        density={look.layout.density}
        resize={look.resize}
        keyOf={keyOf}
        picked={mayChange ? picked : undefined}
        pick={setPicked}
        flash={undefined}
        instead={instead}
      />
    </section>
  );
};

/** Codes by one of their numbers or times, `-` before it from the most; as they were asked without one. */
const toSorted = (rows: CodeFacts[], sort: string | undefined): CodeFacts[] => {
  if (!sort) return rows;
  const valueOf = (row: CodeFacts) => String(row[sort.replace('-', '') as 'scanCnt' | 'activatedAt'] ?? '');
  const up = rows.toSorted((a, b) => valueOf(a).localeCompare(valueOf(b), 'en', { numeric: true }));
  return sort.startsWith('-') ? up.toReversed() : up;
};
