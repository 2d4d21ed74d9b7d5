import { ClaimStatus } from '@zhuiyuan/contract/campaign/campaign-states';
import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { RedemptionStatus } from '@zhuiyuan/contract/claim/redemption-states';
import { Verdict } from '@zhuiyuan/contract/codes/state/verdict';
import type { RiskHitRow } from '@zhuiyuan/contract/consumer/black';
import { consumerApi, type PointRow } from '@zhuiyuan/contract/consumer/consumer';
import type { RowOf } from '../../lib/list-endpoint.ts';
import { PointSource } from '@zhuiyuan/contract/member/point-source';
import { Delivery } from '@zhuiyuan/contract/payout/payout-enums';
import { VerStatus } from '@zhuiyuan/contract/redeem/redeem-states';
import { HitState, RiskAction } from '@zhuiyuan/contract/risk/risk-enums';
import { useNavigate } from 'react-router';
import { codePage } from '../../lib/code-addresses.ts';
import { drawOf, payoutOf } from '../../lib/object-addresses.ts';
import { redemptionOf, wonText } from '../../parts/claims/won-text.ts';
import { countText, moneyText } from '../../parts/format/numbers.ts';
import { ActivityLink } from '../../parts/format/object-links.tsx';
import { Cut } from '../../parts/format/cut.tsx';
import { cell, code, count, enumTag, linked, money, text, time, type Column } from '../../parts/list/columns.tsx';
import { PagedTable } from '../../parts/list/plain-table.tsx';
import { useLocalSearch } from '../../parts/list/use-local-search.ts';
import type { ListEndpoint } from '../../lib/list-endpoint.ts';

const List = <E extends ListEndpoint>({
  endpoint,
  id,
  columns,
  empty,
}: {
  endpoint: E;
  id: number;
  columns: readonly Column<RowOf<E>>[];
  empty: string;
}) => {
  const search = useLocalSearch(endpoint, { fixed: { id } as never });
  return (
    <PagedTable
      search={search as never}
      columns={columns as never}
      keyOf={(row: { id: number }) => row.id}
      empty={empty}
    />
  );
};

export const Scans = ({ id }: { id: number }) => {
  const navigate = useNavigate();
  const columns: Column<RowOf<typeof consumerApi.scans>>[] = [
    time('at', '时间', { seconds: true }),
    code('code', '码', { width: 204, open: (row) => void navigate(codePage(row.code)) }),
    enumTag('verdict', '结果', Verdict, { width: 104 }),
    count('times', '次数', { width: 60 }),
    text('storeName', '产品', { width: 180 }),
    text('regionName', '地区', { width: 148 }),
    text('device', '设备', { width: 140 }),
  ];
  return <List endpoint={consumerApi.scans} id={id} columns={columns} empty="还没有登录后的扫码" />;
};

export const Draws = ({ id }: { id: number }) => {
  const navigate = useNavigate();
  const columns: Column<RowOf<typeof consumerApi.draws>>[] = [
    time('drawnAt', '抽奖时间', { seconds: true }),
    cell(
      'drawNo',
      '抽奖单号',
      (row) => (
        <button type="button" className="zy-link" onClick={() => void navigate(drawOf(row.activityId, row.drawNo))}>
          {row.drawNo}
        </button>
      ),
      { width: 160 },
    ),
    linked('actName', '活动', (row, label) => <ActivityLink id={row.activityId}>{label}</ActivityLink>, { width: 148 }),
    cell('prizeName', '结果', (row) => <Cut>{row.prizeType === PrizeType.none ? '未中奖' : row.prizeName}</Cut>, {
      width: 140,
    }),
    money('amount', '金额', { width: 100 }),
    cell(
      'claimStatus',
      '状态',
      (row) => (row.hold ? '待复核' : row.claimStatus === null ? '-' : ClaimStatus.label(row.claimStatus)),
      {
        width: 84,
      },
    ),
    text('region', '地区', { width: 104 }),
  ];
  return <List endpoint={consumerApi.draws} id={id} columns={columns} empty="还没有抽过奖" />;
};

const claimColumns: Column<RowOf<typeof consumerApi.claims>>[] = [
  time('createTime', '中奖时间'),
  text('claimNo', '领取单号', { width: 160 }),
  text('prizeName', '奖品', { width: 148 }),
  enumTag('status', '状态', ClaimStatus),
  cell('amount', '面额', wonText, { width: 92, align: 'right' }),
  text('activityName', '活动', { width: 148 }),
  time('expireAt', '有效期'),
  text('shopName', '核销门店', { width: 140 }),
];
export const Claims = ({ id }: { id: number }) => (
  <List endpoint={consumerApi.claims} id={id} columns={claimColumns} empty="还没有中过奖" />
);

export const Reds = ({ id }: { id: number }) => {
  const navigate = useNavigate();
  const columns: Column<RowOf<typeof consumerApi.reds>>[] = [
    time('createTime', '创建时间', { seconds: true }),
    code('billNo', '发放单号', { width: 176, open: (row) => void navigate(payoutOf(row.billNo)) }),
    enumTag('status', '状态', Delivery, { width: 128 }),
    money('amount', '金额', { width: 100 }),
    text('actName', '活动', { width: 148 }),
    text('reason', '失败原因', { width: 160 }),
    time('receivedAt', '到账时间', { seconds: true }),
  ];
  return <List endpoint={consumerApi.reds} id={id} columns={columns} empty="还没有红包" />;
};

const pointColumns: Column<PointRow>[] = [
  time('createTime', '时间', { seconds: true }),
  cell('source', '来源', (row) => PointSource.label(row.source), { width: 92 }),
  cell('delta', '变动', (row) => `${row.delta > 0 ? '+' : '−'}${countText(Math.abs(row.delta))}`, {
    width: 100,
    align: 'right',
  }),
  count('balance', '余额', { width: 100 }),
  text('title', '说明', { width: 240 }),
  text('operatorName', '操作人', { width: 96 }),
];
export const Points = ({ id }: { id: number }) => (
  <List endpoint={consumerApi.pointLog} id={id} columns={pointColumns} empty="还没有积分变动" />
);

export const Redeems = ({ id }: { id: number }) => {
  const navigate = useNavigate();
  const columns: Column<RowOf<typeof consumerApi.redeems>>[] = [
    time('createTime', '提交时间'),
    cell(
      'redeemNo',
      '兑换单号',
      (row) => (
        <button type="button" className="zy-link" onClick={() => void navigate(redemptionOf(row.redeemNo))}>
          {row.redeemNo}
        </button>
      ),
      { width: 160 },
    ),
    text('prizeName', '奖品', { width: 148 }),
    enumTag('status', '状态', RedemptionStatus),
    text('receiver', '收货人', { width: 84 }),
    text('phone', '手机号', { width: 116 }),
    cell('shipNo', '物流单号', (row) => <Cut>{row.shipNo ? `${row.shipCompany} ${row.shipNo}` : '-'}</Cut>, {
      width: 180,
    }),
  ];
  return <List endpoint={consumerApi.redeems} id={id} columns={columns} empty="没有邮寄的奖品" />;
};

const verColumns: Column<RowOf<typeof consumerApi.vers>>[] = [
  time('verAt', '核销时间', { seconds: true }),
  text('verNo', '核销单号', { width: 160 }),
  text('prizeName', '奖品', { width: 148 }),
  enumTag('status', '状态', VerStatus),
  text('shopName', '门店', { width: 180 }),
  text('actName', '活动', { width: 148 }),
  cell('deductAmount', '抵扣（元）', (row) => moneyText(row.deductAmount), { width: 100, align: 'right' }),
];
export const Vers = ({ id }: { id: number }) => (
  <List endpoint={consumerApi.vers} id={id} columns={verColumns} empty="没有到店核销" />
);

const riskColumns: Column<RiskHitRow>[] = [
  time('lastAt', '最近命中', { seconds: true }),
  cell('name', '规则', (row) => <Cut>{`${row.code} ${row.name}`}</Cut>, { width: 180 }),
  cell('value', '数值', (row) => `${countText(row.value)} / ${countText(row.threshold)}`, {
    width: 96,
    align: 'right',
  }),
  cell('action', '处置', (row) => RiskAction.label(row.action), { width: 92 }),
  count('times', '次数', { width: 60 }),
  enumTag('handled', '处理', HitState, { width: 92 }),
  text('actName', '活动', { width: 148 }),
  text('remark', '说明', { width: 160 }),
];
export const Risks = ({ id }: { id: number }) => (
  <List endpoint={consumerApi.risks} id={id} columns={riskColumns} empty="没有命中规则" />
);
