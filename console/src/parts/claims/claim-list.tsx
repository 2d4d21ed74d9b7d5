import { ClaimBusy, ClaimStatus } from '@zhuiyuan/contract/campaign/campaign-states';
import { activityApi } from '@zhuiyuan/contract/campaign/activity/activity';
import { ClaimMode, PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { claimApi } from '@zhuiyuan/contract/claim/claim-list';
import { redemptionApi } from '@zhuiyuan/contract/claim/redemption';
import { Delivery } from '@zhuiyuan/contract/payout/payout-enums';
import { redInfoApi } from '@zhuiyuan/contract/payout/red-info';
import { YesNo } from '@zhuiyuan/contract/kit/enumeration';
import { shopApi } from '@zhuiyuan/contract/parties/shop/shop';
import { Button } from 'antd';
import Gift from 'icon:gift';
import { type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { codePage } from '../../lib/code-addresses.ts';
import { payoutOf } from '../../lib/object-addresses.ts';
import { useMay } from '../../lib/session.ts';
import { useRead } from '../../lib/use-read.ts';
import { StatCard, StatStrip } from '../charts/stat-card.tsx';
import { DateField } from '../form/date-fields.tsx';
import { AreaField } from '../form/fields.tsx';
import { FormModal } from '../form/form-modal.tsx';
import { EnumDot } from '../format/tag.tsx';
import { cardText, moneyText, percentText } from '../format/numbers.ts';
import type { Act } from '../list/acts.tsx';
import { acts, cell, code, enumTag, extra, name, text, time, type Column } from '../list/columns.tsx';
import { ExportButton } from '../list/export-button.tsx';
import { dateFilter, selectFilter, textFilter } from '../list/filters.tsx';
import { ListScreen, type Picked } from '../list/list-screen.tsx';
import { useOpened } from '../list/use-opened.ts';
import { useSearch } from '../list/use-search.ts';
import { useFirmColumn, useFirmFilter, useOptions } from '../pickers/firm-field.tsx';
import { useTierFilter } from '../pickers/use-tier-filter.ts';
import { ClaimDetail } from './claim-detail.tsx';
import { useMany } from './use-many.ts';
import { wonText, type ClaimRow } from './won-text.ts';

const changes = [claimApi.list, claimApi.sums, redemptionApi.list];
const wonTypes = PrizeType.options.filter(({ value }) => value !== PrizeType.none);

const claimMode = cell<ClaimRow>('claimMode', '领取方式', (row) => ClaimMode.label(row.claimMode), { width: 92 });
const delivery = cell<ClaimRow>(
  'delivery',
  '红包状态',
  (row) => (row.delivery ? <EnumDot of={Delivery} value={row.delivery} /> : '-'),
  { width: 116 },
);
const tier = text<ClaimRow>('tierName', '奖级', { width: 80 });
const verTail = cell<ClaimRow>('verTail', '核销码', (row) => (row.verTail ? `**** ${row.verTail}` : '-'), {
  width: 96,
});
const shop = text<ClaimRow>('shopName', '核销门店', { width: 148 });
const wonAt = time<ClaimRow>('createTime', '中奖时间');
const expireAt = time<ClaimRow>('expireAt', '有效期');
const claimedAt = time<ClaimRow>('claimedAt', '领取时间');

/** What stands in the middle of all claims, and of those of one activity. */
const ofAll: Column<ClaimRow>[] = [
  claimMode,
  delivery,
  text('activityName', '活动', { width: 148 }),
  tier,
  wonAt,
  expireAt,
  extra(verTail),
  extra(shop),
  extra(claimedAt),
];
const ofOne: Column<ClaimRow>[] = [
  verTail,
  expireAt,
  claimedAt,
  shop,
  extra(claimMode),
  extra(delivery),
  extra(tier),
  extra(wonAt),
];

const Sums = ({ input }: { input: Parameters<typeof useSums>[0] }) => {
  const sums = useSums(input);
  const write = (value: number | undefined, how: (value: number) => string) => (value === undefined ? '—' : how(value));
  return (
    <StatStrip label="领取概况">
      <StatCard label="中奖数" value={write(sums?.won, cardText)} unit="个" />
      <StatCard label="已领取" value={write(sums?.claimed, cardText)} unit="个" />
      <StatCard label="未领取" value={write(sums?.open, cardText)} unit="个" />
      <StatCard label="已关闭" value={write(sums?.closed, cardText)} unit="个" />
      <StatCard
        label="领取率"
        value={sums && sums.won > 0 ? percentText(sums.claimed / sums.won) : '—'}
        hint="已领取占中奖数的比例"
      />
      <StatCard label="领取金额" value={write(sums?.amount, moneyText)} unit="元" hint="已到账的现金奖品" />
    </StatStrip>
  );
};
const useSums = (input: Omit<ReturnType<typeof useClaims>['input'], 'page' | 'limit'>) =>
  useRead(claimApi.sums, input, { keeps: true }).data;
/** Those of one activity have none of the list's views. */
const useClaims = (activityId?: number) => {
  const search = useSearch(claimApi.list, activityId === undefined ? {} : { fixed: { activityId } });
  return activityId === undefined ? search : { ...search, openView: undefined };
};

/** 领取记录: every prize that was won, or those of one activity, and what became of each. */
export const ClaimList = ({ tabs, activityId }: { tabs?: ReactNode; activityId?: number }) => {
  const navigate = useNavigate();
  const may = useMay();
  const search = useClaims(activityId);
  const isOfOne = activityId !== undefined;
  const firmFilter = useFirmFilter();
  const firmColumn = useFirmColumn<ClaimRow>();
  const activities = useOptions('activity');
  const tierFilter = useTierFilter(search.values, activityId ?? search.values['activityId']);
  const shops = useOptions('shop');
  const agents = useOptions('agent');
  const [shownId, setShownId] = useOpened();
  const nameOf = (id: number) => search.rows.find((row) => row.id === id)?.claimNo ?? String(id);
  const extend = useMany(claimApi.extend, changes, nameOf);
  const close = useMany(claimApi.close, changes, nameOf);
  const { page: _page, limit: _limit, ...filters } = search.input;

  const actsOf = (row: ClaimRow): Act[] => {
    const payout: Act = {
      label: '红包记录',
      may: redInfoApi.list.may,
      blocked: row.payoutNo === '' ? '还没有发放红包' : undefined,
      run: () => void navigate(payoutOf(row.payoutNo)),
    };
    const ofCash = row.prizeType === PrizeType.cash ? [payout] : [];
    if (row.status !== ClaimStatus.open) return ofCash;
    const isHeld = row.busy !== ClaimBusy.free || row.hold;
    return [
      { label: '延期', may: claimApi.extend.may, run: () => extend.begin([row.id]) },
      {
        label: '关闭',
        may: claimApi.close.may,
        destructive: true,
        asksItself: true,
        blocked: isHeld ? (row.hold ? '奖品正在审核中' : '奖品正在发放或邮寄中') : undefined,
        run: () => close.begin([row.id]),
      },
      ...ofCash,
    ];
  };
  const columns: Column<ClaimRow>[] = [
    text('claimNo', '领取单号', { width: 160 }),
    name<ClaimRow>('prizeName', '奖品', { open: ({ id }) => setShownId(id), least: 148 }),
    enumTag('status', '状态', ClaimStatus),
    cell('amount', '面额', wonText, { width: 92, align: 'right' }),
    text('consumer', '消费者', { width: 104 }),
    ...(isOfOne ? ofOne : ofAll),
    extra(text('drawNo', '抽奖单号', { width: 160 })),
    extra(code('codeText', '码', { width: 204, open: (row) => void navigate(codePage(row.codeText)) })),
    extra(cell('prizeType', '奖品类型', (row) => PrizeType.label(row.prizeType), { width: 84 })),
    extra(text('collectText', '收集信息', { width: 200 })),
    extra(text('region', '地区', { width: 104 })),
    ...(isOfOne ? [] : firmColumn),
    acts((row) => [{ label: '详情', run: () => setShownId(row.id) }, ...actsOf(row)]),
  ];
  const batch = (picked: Picked<ClaimRow>) => (
    <>
      <Button onClick={() => extend.begin(picked.keys.map(Number))}>批量延期</Button>
      <Button danger onClick={() => close.begin(picked.keys.map(Number))}>
        批量关闭
      </Button>
    </>
  );
  return (
    <>
      <Sums input={filters} />
      <ListScreen
        search={search}
        thing="领取记录"
        tabs={tabs}
        columns={columns}
        filters={[
          ...(isOfOne ? [] : firmFilter),
          textFilter('keywords', '单号或码', '领取单号、抽奖单号或码'),
          ...(isOfOne ? [] : [{ ...selectFilter('activityId', '活动', activities), may: activityApi.listAll.may }]),
          ...tierFilter,
          selectFilter('prizeType', '奖品类型', wonTypes),
          selectFilter('status', '状态', ClaimStatus),
          selectFilter('hold', '冻结复核', YesNo),
          selectFilter('delivery', '红包状态', Delivery),
          { ...selectFilter('shopId', '核销门店', shops), may: shopApi.listAll.may },
          selectFilter('agentId', '经销商', agents),
          textFilter('consumer', '消费者', '昵称'),
          dateFilter('dateLimit', '中奖时间'),
        ]}
        buttons={<ExportButton biz="claim" endpoint={claimApi.export} input={filters} />}
        batch={may(claimApi.extend.may) ? batch : undefined}
        card={{
          head: 'claimNo',
          status: 'status',
          name: 'prizeName',
          facts: [
            'consumer',
            isOfOne ? 'tierName' : 'activityName',
            (row) => wonText(row).replace('-', ''),
            'createTime',
          ],
        }}
        empty={{ icon: Gift, text: '消费者抽中的每个奖品都列在这里，直到领走或关闭。' }}
      />
      <ClaimDetail
        row={search.rows.find(({ id }) => id === shownId)}
        close={() => setShownId(undefined)}
        actsOf={actsOf}
      />
      <FormModal draft={extend} title="延长有效期" save="确定">
        <DateField name="until" label="有效期至" help="当天 23:59:59 到期，最长延至中奖后 365 天" />
      </FormModal>
      <FormModal draft={close} title="关闭领取" save="关闭">
        <AreaField
          name="reason"
          label="关闭原因"
          rows={2}
          help="消费者在“我的奖品”里看得到；未到账的现金退回预算，按活动设置退回库存"
        />
      </FormModal>
    </>
  );
};
