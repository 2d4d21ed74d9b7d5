import { activityApi } from '@zhuiyuan/contract/campaign/activity/activity';
import { merchantApi } from '@zhuiyuan/contract/fund/merchant/merchant';
import { Delivery, PayoutStatus, PaySource } from '@zhuiyuan/contract/payout/payout-enums';
import { PayoutTime, redInfoApi, type RedInfoRow } from '@zhuiyuan/contract/payout/red-info';
import { redActiveApi } from '@zhuiyuan/contract/red/active/red-active';
import { redSendApi } from '@zhuiyuan/contract/red/send/red-send';
import { reconApi } from '@zhuiyuan/contract/payout/recon';
import { YesNo } from '@zhuiyuan/contract/kit/enumeration';
import { Button, Segmented } from 'antd';
import HandCoins from 'icon:hand-coins';
import RefreshCw from 'icon:refresh-cw';
import RotateCcw from 'icon:rotate-ccw';
import Scale from 'icon:scale';
import WalletCards from 'icon:wallet-cards';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { sendPage } from '../../lib/object-addresses.ts';
import { useMay } from '../../lib/session.ts';
import { confirm, toast } from '../../lib/toast.ts';
import { useRead } from '../../lib/use-read.ts';
import { May } from '../../parts/feedback/may.tsx';
import { useAct } from '../../parts/feedback/use-act.ts';
import { useSubmitLock } from '../../parts/feedback/use-submit-lock.ts';
import { moneyText } from '../../parts/format/numbers.ts';
import { useNarrow } from '../../parts/frame/use-narrow.ts';
import { acts } from '../../parts/list/columns.tsx';
import { ExportButton } from '../../parts/list/export-button.tsx';
import { dateFilter, selectFilter, textFilter, together, type Filter } from '../../parts/list/filters.tsx';
import { ListFilters } from '../../parts/list/list-filters.tsx';
import { ListScreen, type Picked } from '../../parts/list/list-screen.tsx';
import { ListSearchBar } from '../../parts/list/list-search-bar.tsx';
import { ListTabs } from '../../parts/list/list-tabs.tsx';
import { useFilters } from '../../parts/list/use-filters.ts';
import { useOpened } from '../../parts/list/use-opened.ts';
import { useSearch } from '../../parts/list/use-search.ts';
import { useFirmColumn, useFirmFilter, useOptions } from '../../parts/pickers/firm-field.tsx';
import { moneyRange } from '../../parts/pickers/money-range.tsx';
import { PayoutDays } from './payout-days.tsx';
import { PayoutDrawer } from './payout-drawer.tsx';
import { PayoutFigures } from './payout-figures.tsx';
import { columns } from './payout-columns.tsx';
import { ReconDrawer } from './recon-drawer.tsx';
import { payoutReads, tellDone, usePayoutActs } from './use-payout-acts.ts';
import { useReview } from './use-review.tsx';
import './payouts.css';

const minuteMs = 60_000;

/** Buttons over ticked rows: 重发 for those that failed, 查询状态 for all. */
const Batch = ({ picked }: { picked: Picked<RedInfoRow> }) => {
  const may = useMay();
  const [isBusy, lock] = useSubmitLock();
  const resend = useAct(redInfoApi.resend, { done: '', refresh: payoutReads });
  const sync = useAct(redInfoApi.sync, { done: '', refresh: payoutReads });
  const ids = picked.keys.map(Number);
  const failed = picked.rows.filter(({ status, isClosed }) => status === Delivery.FAILED && !isClosed);
  const nameOf = (id: number) => picked.rows.find((row) => row.id === id)?.billNo ?? String(id);
  const run = (act: typeof resend) =>
    lock(async () => {
      try {
        tellDone(await act({ ids }), nameOf);
        picked.clear();
      } catch (error) {
        toast.failure(error);
      }
    });
  const resendAll = async () => {
    const rest = ids.length - failed.length;
    const asks = `将使用新的商户单号重新发放 ${failed.length} 笔失败的红包${rest > 0 ? `，另外 ${rest} 笔不是发放失败，不处理` : ''}，确定重发？`;
    if (await confirm({ text: asks, verb: '重发' })) await run(resend);
  };
  return (
    <>
      {may(redInfoApi.sync.may) && (
        <Button loading={isBusy} icon={<RefreshCw size={14} strokeWidth={1.6} />} onClick={() => void run(sync)}>
          批量查询状态
        </Button>
      )}
      {may(redInfoApi.resend.may) && (
        <Button
          disabled={failed.length === 0 || isBusy}
          title={failed.length === 0 ? '没有发放失败的红包' : undefined}
          icon={<RotateCcw size={14} strokeWidth={1.6} />}
          onClick={() => void resendAll()}
        >
          批量重发
        </Button>
      )}
    </>
  );
};

const batchOf = (picked: Picked<RedInfoRow>) => <Batch picked={picked} />;

/** The list's filters and buttons over the chart of its days, in place of the list. */
const ByDay = ({
  search,
  filters,
  tabs,
  buttons,
  input,
}: {
  search: ReturnType<typeof usePayouts>;
  filters: readonly Filter[];
  tabs: React.ReactNode;
  buttons: React.ReactNode;
  input: Parameters<typeof PayoutDays>[0]['input'];
}) => {
  const isNarrow = useNarrow();
  const state = useFilters(search as never);
  return (
    <section className={isNarrow ? 'zy-list-narrow' : 'sheet page-fill zy-list'}>
      <div className="zy-list-tabs">{tabs}</div>
      {isNarrow ? (
        <ListSearchBar filters={filters} state={state} search={search as never} />
      ) : (
        <ListFilters filters={filters} state={state} />
      )}
      <div className={isNarrow ? 'zy-list-buttons' : 'zy-list-bar'}>{buttons}</div>
      <div className="zy-payout-days">
        <PayoutDays input={input} />
      </div>
    </section>
  );
};

/** The statuses are its tabs, and there are no others. */
const usePayouts = () => ({ ...useSearch(redInfoApi.list), openView: undefined });

/** 红包发放记录: every payout, how far it is, and what can be done about it. */
export const Payouts = () => {
  const may = useMay();
  const search = usePayouts();
  const [address] = useSearchParams();
  const firmFilter = useFirmFilter();
  const firmColumn = useFirmColumn<RedInfoRow>();
  const activities = useOptions('activity');
  const merchants = useOptions('merchant');
  const redActives = useOptions('redActive');
  const actsOf = usePayoutActs();
  const review = useReview();
  const navigate = useNavigate();
  const [opened, open] = useOpened();
  const [hasRecon, setHasRecon] = useState(() => address.get('recon') === '1');
  const [isByDay, setIsByDay] = useState(false);

  const { page: _page, limit: _limit, status, ...filtersSet } = search.input;
  const board = useRead(redInfoApi.board, search.refused?.length ? undefined : filtersSet, {
    every: minuteMs,
    keeps: true,
  });
  const counted = board.data?.counted;
  const countOf = (of: string) => counted && (counted.find((row) => row.status === of)?.count ?? 0);
  const tabs = (
    <ListTabs
      value={String(search.values['status'] ?? '')}
      change={(next) => search.set({ status: next || undefined })}
      items={[
        { value: '', label: '全部', count: counted?.reduce((sum, row) => sum + row.count, 0) },
        ...PayoutStatus.options.map(({ value, label }) => ({
          value,
          label,
          count: countOf(value) || (counted ? 0 : undefined),
        })),
      ]}
    />
  );
  const redActiveId = Number(search.values['redActiveId']) || undefined;
  const filters: Filter<keyof typeof search.input & string>[] = [
    ...firmFilter,
    textFilter('keywords', '单号', '发放单号或商户单号'),
    { ...selectFilter('activityId', '活动', activities), may: activityApi.listAll.may },
    { ...selectFilter('redActiveId', '红包活动', redActives), may: redActiveApi.listAll.may },
    selectFilter('source', '来源', PaySource),
    textFilter('uid', '消费者', '消费者编号'),
    ...together(
      selectFilter('dateType', '时间类型', PayoutTime, { placeholder: PayoutTime.label(PayoutTime.create) }),
      dateFilter('dateLimit', '时间'),
    ),
    { ...selectFilter('mchConfId', '商户', merchants), may: merchantApi.listAll.may },
    ...moneyRange('Amount', '金额'),
    selectFilter('hold', '冻结', YesNo),
  ];
  const buttons = (
    <>
      <May of={redSendApi.save.may}>
        <Button
          type="primary"
          icon={<HandCoins size={14} strokeWidth={1.6} />}
          onClick={() => void navigate(redActiveId ? `${sendPage}?redActiveId=${redActiveId}` : sendPage)}
        >
          手工发放
        </Button>
      </May>
      <ExportButton biz="red_info" endpoint={redInfoApi.export} input={search.input} />
      <May of={reconApi.diffs.may}>
        <Button icon={<Scale size={14} strokeWidth={1.6} />} onClick={() => setHasRecon(true)}>
          对账差异
        </Button>
      </May>
      <Segmented
        className="zy-payout-switch"
        value={isByDay ? 'day' : 'list'}
        onChange={(next) => setIsByDay(next === 'day')}
        options={[
          { value: 'list', label: '列表' },
          { value: 'day', label: '按天' },
        ]}
      />
    </>
  );
  const all = columns((row) => open(row.id));
  return (
    <>
      <PayoutFigures counted={counted} />
      {isByDay ? (
        <ByDay
          search={search}
          filters={filters as never}
          tabs={tabs}
          buttons={buttons}
          input={{ ...filtersSet, status }}
        />
      ) : (
        <ListScreen
          search={search}
          thing="红包发放记录"
          columns={[
            ...all.slice(0, 10),
            ...firmColumn,
            ...all.slice(10),
            acts<RedInfoRow>((row) => {
              const can = { ...actsOf(row), ...review.actsOf(row) };
              return [
                { label: '详情', run: () => open(row.id) },
                ...[can.pass, can.sync, can.resend, can.cancel, can.close, can.reject].filter(
                  (act) => act !== undefined,
                ),
              ];
            }),
          ]}
          tabs={tabs}
          filters={filters as never}
          buttons={buttons}
          batch={may({ any: [String(redInfoApi.sync.may), String(redInfoApi.resend.may)] }) ? batchOf : undefined}
          card={{
            head: 'billNo',
            status: 'status',
            name: 'consumer',
            facts: [({ amount }) => `${moneyText(amount)} 元`, 'actName', 'createTime'],
          }}
          empty={{
            icon: WalletCards,
            text: '消费者中了现金，钱从这里逐笔付出：每一笔到哪一步、失败在哪里，都看得到。',
          }}
        />
      )}
      {review.dialog}
      <PayoutDrawer id={opened} ids={search.rows.map(({ id }) => id)} open={open} />
      <ReconDrawer isOpen={hasRecon && opened === undefined} close={() => setHasRecon(false)} open={(id) => open(id)} />
    </>
  );
};
