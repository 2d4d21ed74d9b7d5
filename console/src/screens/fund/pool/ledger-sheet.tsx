import { LedgerType, RequestStatus } from '@zhuiyuan/contract/fund/ledger-enums';
import { poolApi, type FundRequest, type LedgerRow } from '@zhuiyuan/contract/fund/pool/pool';
import { shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import { Segmented } from 'antd';
import ReceiptText from 'icon:receipt-text';
import { useState } from 'react';
import { session, useMay } from '../../../lib/session.ts';
import { useRead } from '../../../lib/use-read.ts';
import { Failed } from '../../../parts/feedback/states.tsx';
import { DayInput } from '../../../parts/form/date-fields.tsx';
import { countText, moneyText } from '../../../parts/format/numbers.ts';
import { Tag } from '../../../parts/format/tag.tsx';
import { dayText } from '../../../parts/format/times.ts';
import { Sheet } from '../../../parts/frame/sheet.tsx';
import { SideDrawer } from '../../../parts/frame/side-drawer.tsx';
import { acts, count, text, type Column } from '../../../parts/list/columns.tsx';
import { ExportButton } from '../../../parts/list/export-button.tsx';
import { dateFilter, selectFilter } from '../../../parts/list/filters.tsx';
import { ListScreen } from '../../../parts/list/list-screen.tsx';
import { PagedTable, PlainTable } from '../../../parts/list/plain-table.tsx';
import { useLocalSearch } from '../../../parts/list/use-local-search.ts';
import { useOptions } from '../../../parts/pickers/firm-field.tsx';
import { ReviewModal, useReview } from './fund-forms.tsx';
import { entryColumns, moneyColumns, moneyFacts, operatorColumn, targetColumn, targetText } from './ledger-columns.tsx';

/** A movement, or what waits for another person and has moved nothing yet. */
type Row = LedgerRow & { request?: FundRequest };

const mostRows = 500;
const minuteMs = 60_000;
const oneDay = (day: string) => `${day},${day}`;

const asRow = (request: FundRequest): Row => ({
  id: -request.id,
  firmId: request.firmId,
  poolId: request.poolId,
  poolName: request.poolName,
  type: request.kind,
  day: dayText(request.createTime),
  at: request.createTime,
  count: 1,
  activityCount: 0,
  activityId: null,
  actName: '',
  isRed: false,
  voucherCount: request.vouchers.length,
  pool: request.amount,
  avail: 0,
  reserved: 0,
  outside: -request.amount,
  balanceAfter: null,
  remark: request.remark,
  operatorName: request.operatorName,
  operatorCount: 1,
  reviewerName: '',
  request,
});

/** 按天: a row for each type and pool, and above them what waits for approval and does not count. */
const Days = ({ day, firmId, open }: { day: string; firmId: number | undefined; open: (row: LedgerRow) => void }) => {
  const may = useMay();
  const me = session.use((current) => current?.admin.id);
  const review = useReview();
  const of = firmId ? { firmId } : {};
  const ledger = useRead(
    poolApi.ledger,
    { ...of, groupBy: 'day', dateLimit: oneDay(day), limit: mostRows },
    { every: minuteMs, keeps: true },
  );
  const waiting = useRead(poolApi.requests, { ...of, status: RequestStatus.waiting, limit: 100 }, { every: minuteMs });
  if (ledger.error && !ledger.data)
    return <Failed title="流水没有加载出来" error={ledger.error} retry={() => void ledger.refetch()} />;

  const mayReview = may(poolApi.audit.may);
  const rows: Row[] = [...(waiting.data?.list ?? []).map(asRow), ...(ledger.data?.list ?? [])];
  const hasActs = mayReview && rows.some(({ request }) => request);
  const columns: Column<Row>[] = [
    {
      key: 'type',
      title: '类型',
      width: 132,
      render: (row) =>
        row.request ? (
          <span className="zy-fund-type">
            {LedgerType.label(row.type)} <Tag tone="wait">待复核</Tag>
          </span>
        ) : (
          <button type="button" className="zy-link" onClick={() => open(row)}>
            {LedgerType.label(row.type)}
          </button>
        ),
    },
    text('poolName', '资金池', { width: 144 }),
    targetColumn as Column<Row>,
    count('count', '笔数', { width: 84 }),
    ...(moneyColumns as Column<Row>[]).map((column) => ({
      ...column,
      render: (row: Row) =>
        row.request ? <span className="zy-fund-waiting">{column.render(row)}</span> : column.render(row),
    })),
    { ...(operatorColumn as Column<Row>), width: 152 },
    ...(hasActs
      ? [
          acts<Row>(({ request }) =>
            request
              ? [
                  {
                    label: '复核',
                    blocked: request.createdBy === me ? '须由另一人复核' : undefined,
                    run: () => review.open(request),
                  },
                ]
              : [],
          ),
        ]
      : []),
  ];
  const sum = ledger.data?.sum;
  const total = sum ? sum.pool + sum.avail + sum.reserved + sum.outside : 0;
  return (
    <>
      <PlainTable
        columns={columns}
        rows={rows}
        keyOf={({ id }) => id}
        empty={ledger.data ? `${day} 没有资金流水` : '加载中'}
        sums={
          sum && sum.count > 0
            ? {
                name: '当日合计',
                of: {
                  count: countText(sum.count),
                  pool: moneyText(sum.pool),
                  avail: moneyText(sum.avail),
                  reserved: moneyText(sum.reserved),
                  outside: moneyText(sum.outside),
                  operator: (
                    <span className={total === 0 ? 'zy-fund-even' : 'zy-fund-uneven'}>相加 {moneyText(total)}</span>
                  ),
                },
              }
            : undefined
        }
      />
      <ReviewModal draft={review} />
    </>
  );
};

/** 逐笔 of one day, or of one type and pool of it. */
const Entries = ({ fixed }: { fixed: { dateLimit: string; firmId?: number; poolId?: number; type?: number } }) => (
  <PagedTable
    search={useLocalSearch(poolApi.ledger, { fixed: fixed as never })}
    columns={entryColumns}
    keyOf={({ id }) => id}
    empty="没有资金流水"
  />
);

/** 全部流水: every movement, found by pool, type and time. */
const AllEntries = ({ firmId }: { firmId: number | undefined }) => {
  const pools = useOptions('pool');
  const search = useLocalSearch(poolApi.ledger, { fixed: firmId ? { firmId } : {} });
  return (
    <ListScreen
      search={search}
      thing="资金流水"
      beside={0}
      columns={entryColumns}
      filters={[
        selectFilter('poolId', '资金池', pools),
        selectFilter('type', '类型', LedgerType),
        dateFilter('dateLimit', '时间'),
      ]}
      buttons={
        <ExportButton
          biz="fundLedger"
          endpoint={poolApi.ledgerExport}
          input={{ ...search.values, ...(firmId && { firmId }) }}
        />
      }
      card={{
        head: 'at',
        status: 'type',
        name: 'poolName',
        facts: [targetText, ...moneyFacts],
      }}
      empty={{ icon: ReceiptText, text: '充值、划拨、预占、支出、退回都逐笔记在这里，只增不改。' }}
    />
  );
};

/** 资金流水 of one day, by type and pool or one by one. */
export const LedgerSheet = ({ firmId }: { firmId: number | undefined }) => {
  const [day, setDay] = useState(shanghaiToday);
  const [by, setBy] = useState('day');
  const [opened, setOpened] = useState<LedgerRow>();
  const [hasAll, setHasAll] = useState(false);
  return (
    <Sheet
      title="资金流水"
      finding="每行四列相加为 0"
      isFlush
      extra={
        <>
          <span className="zy-fund-day">
            <DayInput value={day} onChange={(next) => setDay(next ?? shanghaiToday())} />
          </span>
          <Segmented
            value={by}
            onChange={setBy}
            options={[
              { value: 'day', label: '按天' },
              { value: 'entry', label: '逐笔' },
            ]}
          />
          <button type="button" className="zy-link" onClick={() => setHasAll(true)}>
            全部流水
          </button>
        </>
      }
    >
      <div className="zy-fund-ledger">
        {by === 'day' ? (
          <Days day={day} firmId={firmId} open={setOpened} />
        ) : (
          <Entries key={day} fixed={{ dateLimit: oneDay(day), ...(firmId && { firmId }) }} />
        )}
      </div>
      <SideDrawer
        isOpen={opened !== undefined}
        close={() => setOpened(undefined)}
        title={opened ? LedgerType.label(opened.type) : ''}
        name={opened && `${opened.poolName}，${opened.day}`}
      >
        {opened && <Entries fixed={{ dateLimit: oneDay(opened.day), poolId: opened.poolId, type: opened.type }} />}
      </SideDrawer>
      <SideDrawer
        isOpen={hasAll}
        close={() => setHasAll(false)}
        title="全部流水"
        width="min(1260px, calc(100vw - 120px))"
      >
        <AllEntries firmId={firmId} />
      </SideDrawer>
    </Sheet>
  );
};
