import { diversionApi, Judgement, type DiversionRow } from '@zhuiyuan/contract/diversion/diversion';
import { findHint } from '@zhuiyuan/contract/codes/cipher/code-input';
import ScanLine from 'icon:scan-line';
import { useState, type Dispatch, type ReactNode, type SetStateAction } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../lib/call.ts';
import { ExportButton } from '../../parts/list/export-button.tsx';
import { ListCards } from '../../parts/list/list-cards.tsx';
import { ListTable } from '../../parts/list/list-table.tsx';
import { countText } from '../../parts/format/numbers.ts';
import { shortTimeText } from '../../parts/format/times.ts';
import { Empty } from '../../parts/feedback/states.tsx';
import { useNarrow } from '../../parts/frame/use-narrow.ts';
import { NotFound } from '../../parts/feedback/not-found.tsx';
import { ScanArea } from '../../parts/pickers/scan-area.tsx';
import { GoodsAsk } from './goods-ask.tsx';
import { useWhereabouts } from './use-whereabouts.tsx';
import '../../parts/list/list.css';
import '../../parts/list/list-narrow.css';

const mostAtOnce = 500;
const mostKept = 1000;

/** The number of a shipping document: 发货, 退货 or 调拨. */
const documentNo = /^(FH|TH|DB)\d{8}-\d{4,}$/i;

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
  const isNarrow = useNarrow();
  const navigate = useNavigate();
  const [errors, setErrors] = useState<{ text: string; message: string }[]>([]);
  const { columns, dialogs } = useWhereabouts();

  const take = async (codes: string[]): Promise<boolean> => {
    if (codes.length === 1 && documentNo.test(codes[0]!)) {
      void navigate({ search: new URLSearchParams({ deliverNo: codes[0]!.toUpperCase() }).toString() });
      return true;
    }
    const rows = await call(diversionApi.query, { codes }, { quiet: true });
    const known = rows.filter((row) => row.message === '');
    const found = new Set(known.map(({ code: own }) => own));
    setAsked((before) => [...known, ...before.filter((row) => !found.has(row.code))].slice(0, mostKept));
    const bad = rows.filter((row) => row.message !== '');
    setErrors(bad.map((row) => ({ text: row.code, message: findHint(row.code) ?? row.message })));
    return bad.length === 0;
  };
  const list = { rows: asked, values: {}, set: () => {}, isFirstLoad: false, isLoading: false };
  const instead = asked.length === 0 && (
    <Empty
      icon={ScanLine}
      title="还没有查询编码"
      text="扫描或粘贴编码，查看它归属的经销商、授权区域和最近扫码地；也可以查一张发货单或一个经销商的货物"
    />
  );
  const suspects = asked.filter(({ judge }) => judge === Judgement.diverted).length;
  const head = (
    <>
      <ScanArea most={mostAtOnce} take={take} placeholder="扫描或粘贴编码，一行一个；也可以输入一个发货单号" />
      <GoodsAsk />
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
  if (isNarrow)
    return (
      <section className="zy-list-narrow">
        <div className="zy-list-tabs">{tabs}</div>
        {head}
        <ListCards
          search={{ ...list, hasMore: false, loadMore: () => {} }}
          columns={columns}
          card={{
            head: 'code',
            status: 'judge',
            name: 'storeName',
            facts: [
              (row) => row.agentName,
              (row) => row.lastScan && `${row.lastScan.regionName} ${shortTimeText(row.lastScan.at)}`,
              'lotNo',
            ],
          }}
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
