import { addDays, shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import { flowApi } from '@zhuiyuan/contract/trace/flow/flow';
import type { LotRow } from '@zhuiyuan/contract/trace/lot/lot';
import { Link, useNavigate } from 'react-router';
import { lotPage } from '../../../lib/object-addresses.ts';
import { useMay } from '../../../lib/session.ts';
import { countText } from '../../../parts/format/numbers.ts';
import { Tag } from '../../../parts/format/tag.tsx';
import { cell, count, day, linked, name, text, type Column } from '../../../parts/list/columns.tsx';
import { ProductLink } from '../../../parts/format/object-links.tsx';
import { useFirmColumn } from '../../../parts/pickers/firm-field.tsx';
import { soonDays, toLotStatus } from './lot-status.ts';
import '../trace.css';

/** The step records of a lot. */
export const lotFlows = (id: number): string => `/identity/flowManager?lotId=${id}`;

/** 有效期至: red when past, orange within 30 days. */
const expireColumn: Column<LotRow> = cell(
  'expireDate',
  '有效期至',
  ({ expireDate }) => {
    if (!expireDate) return '-';
    const today = shanghaiToday();
    if (expireDate < today) return <span className="zy-expired">{expireDate}</span>;
    return <span className={expireDate <= addDays(today, soonDays) ? 'zy-expiring' : undefined}>{expireDate}</span>;
  },
  { width: 104, sort: 'expireDate' },
);

/** What is worst about a lot, and why. */
const statusColumn: Column<LotRow> = {
  ...cell<LotRow>(
    'recallState',
    '状态',
    (row) => {
      const { label, tone, cause } = toLotStatus(row);
      return (
        <span className="zy-lot-status">
          <Tag tone={tone}>{label}</Tag>
          {cause && <small title={cause}>{cause}</small>}
        </span>
      );
    },
    { width: 168 },
  ),
  isStatus: true,
};

/** 已启用 / 计划: how much of the plan is activated, as a bar and in numbers. */
const planColumn: Column<LotRow> = {
  ...cell<LotRow>(
    'activeCnt',
    '已启用 / 计划',
    ({ activeCnt, planQty }) => (
      <span className="zy-lot-plan">
        {planQty ? (
          <i aria-hidden="true">
            <b style={{ width: `${Math.min(100, (activeCnt / planQty) * 100)}%` }} />
          </i>
        ) : null}
        <span className={activeCnt === 0 ? 'zy-zero' : undefined}>{countText(activeCnt)}</span>
        {' / '}
        {planQty === null ? '-' : countText(planQty)}
      </span>
    ),
    { width: 200, align: 'right' },
  ),
};

/** Columns of lots, of one product or of all. */
export const useLotColumns = (isOfProduct: boolean): Column<LotRow>[] => {
  const may = useMay();
  const navigate = useNavigate();
  const firmColumn = useFirmColumn<LotRow>();
  const flowCount: Column<LotRow> = cell(
    'flowCount',
    '流程记录',
    (row) =>
      may(flowApi.list.may) ? (
        <Link className="zy-link" to={lotFlows(row.id)}>
          {countText(row.flowCount)}
        </Link>
      ) : (
        countText(row.flowCount)
      ),
    { width: 76, align: 'right' },
  );
  const number = name<LotRow>('lotNo', '批号', { least: 104, open: (row) => void navigate(lotPage(row.id)) });
  const produced = day<LotRow>('produceDate', '生产日期', { width: 104, sort: 'produceDate' });
  const shipped = count<LotRow>('shipCnt', '已发货', { width: 70 });
  const voided = count<LotRow>('voidCnt', '已作废', { width: 66 });
  if (isOfProduct)
    return [
      number,
      statusColumn,
      produced,
      expireColumn,
      text('lineNo', '产线', { width: 80 }),
      planColumn,
      shipped,
      voided,
      flowCount,
      text('workshop', '车间', { width: 72 }),
      text('team', '班组', { width: 64 }),
    ];
  return [
    number,
    linked<LotRow>('storeName', '产品', (row, label) => <ProductLink id={row.productId}>{label}</ProductLink>, {
      width: 200,
    }),
    ...firmColumn,
    produced,
    expireColumn,
    count('planQty', '计划产量', { width: 82 }),
    count('activeCnt', '已启用', { width: 72 }),
    shipped,
    voided,
    flowCount,
    statusColumn,
  ];
};
