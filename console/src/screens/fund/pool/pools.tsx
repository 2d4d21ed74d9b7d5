import { poolApi, type PoolRow } from '@zhuiyuan/contract/fund/pool/pool';
import { merchantApi } from '@zhuiyuan/contract/fund/merchant/merchant';
import { Enabled, enumeration } from '@zhuiyuan/contract/kit/enumeration';
import { Button, Tooltip } from 'antd';
import Plus from 'icon:plus';
import RefreshCw from 'icon:refresh-cw';
import Wallet from 'icon:wallet';
import Wrench from 'icon:wrench';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { session, useMay } from '../../../lib/session.ts';
import { May } from '../../../parts/feedback/may.tsx';
import { Empty, Failed, NothingFound } from '../../../parts/feedback/states.tsx';
import { useAct } from '../../../parts/feedback/use-act.ts';
import { moneyText } from '../../../parts/format/numbers.ts';
import { EnumTag } from '../../../parts/format/tag.tsx';
import { useNarrow } from '../../../parts/frame/use-narrow.ts';
import { usableActs, type Act } from '../../../parts/list/acts.tsx';
import { acts, cell, money, type Column } from '../../../parts/list/columns.tsx';
import { ExportButton } from '../../../parts/list/export-button.tsx';
import { inWords, selectFilter, textFilter } from '../../../parts/list/filters.tsx';
import { ListCards } from '../../../parts/list/list-cards.tsx';
import { ListFilters } from '../../../parts/list/list-filters.tsx';
import { ListSearchBar } from '../../../parts/list/list-search-bar.tsx';
import { PagedTable } from '../../../parts/list/plain-table.tsx';
import { useFilters } from '../../../parts/list/use-filters.ts';
import { useSearch } from '../../../parts/list/use-search.ts';
import { useFirmColumn, useFirmFilter, useIsPlatform, useOptions } from '../../../parts/pickers/firm-field.tsx';
import { MerchantDrawer } from '../merchant/merchants.tsx';
import { BalanceCheck } from './balance-check.tsx';
import { fundChanges } from './fund-changes.ts';
import { FundFigures, LowNotices, useOverview } from './fund-figures.tsx';
import { AdjustDrawer, AllocateModal, RechargeDrawer, useAdjust, useAllocate, useRecharge } from './fund-forms.tsx';
import { LedgerSheet } from './ledger-sheet.tsx';
import { useHeldColumn } from './held-column.tsx';
import './fund.css';

const editPath = '/lottery/assets/redBag/editBeg';

/** 启用, and what is to be known before money runs out. */
const PoolState = enumeration({
  on: { value: 0, label: '启用', tone: 'good' },
  off: { value: 1, label: '停用', tone: 'gone' },
  low: { value: 2, label: '低于预警线', tone: 'wait' },
});

const stopText = '停用后该资金池的红包将暂停发放，确定停用？';
const sizes = [100];

/** 红包资金池: what the pools hold, whether it adds up, and every movement. */
export const Pools = () => {
  const search = useSearch(poolApi.list, { sizes });
  const firmId = Number(search.values.firmId) || undefined;
  const overview = useOverview(firmId);
  const recharge = useRecharge();
  const adjust = useAdjust();
  const allocate = useAllocate();
  const navigate = useNavigate();
  const may = useMay();
  const [hasMerchants, setHasMerchants] = useState(false);

  const linkOf = (low: { id: number } | undefined) => {
    if (!low) return { text: '查看', run: () => document.getElementById('fund-pools')?.scrollIntoView() };
    const pool = search.rows.find(({ id }) => id === low.id);
    return pool && may(poolApi.recharge.may) ? { text: '充值登记', run: () => recharge.open(pool) } : undefined;
  };
  return (
    <div className="zy-fund-page">
      <LowNotices low={overview.data?.low ?? []} linkOf={linkOf} />
      <FundFigures overview={overview} />
      <section className="sheet" id="fund-pools" aria-label="资金池">
        <PoolBar search={search} firmId={firmId} openMerchants={() => setHasMerchants(true)} />
        <PoolTable
          search={search}
          recharge={(pool) => recharge.open(pool)}
          adjust={(pool) => adjust.open(pool)}
          allocate={(pool) => allocate.open(pool)}
          edit={(pool) => void navigate(`${editPath}?id=${pool.id}`)}
        />
        <BalanceCheck firmId={firmId} />
      </section>
      <LedgerSheet firmId={firmId} />
      <RechargeDrawer draft={recharge} />
      <AdjustDrawer draft={adjust} />
      <AllocateModal draft={allocate} />
      <May of={merchantApi.list.may}>
        <MerchantDrawer isOpen={hasMerchants} close={() => setHasMerchants(false)} />
      </May>
    </div>
  );
};

type PoolSearch = ReturnType<typeof useSearch<typeof poolApi.list>>;

/** More pools than this have filters above them. */
const manyPools = 8;

const PoolBar = ({
  search,
  firmId,
  openMerchants,
}: {
  search: PoolSearch;
  firmId: number | undefined;
  openMerchants: () => void;
}) => {
  const isNarrow = useNarrow();
  const isPlatform = useIsPlatform();
  const merchants = useOptions('merchant');
  const filters = [
    ...useFirmFilter(),
    textFilter('name', '资金池'),
    selectFilter('mchConfId', '商户', merchants),
    selectFilter('status', '状态', Enabled),
  ];
  const state = useFilters(search as never);
  const isAsked = inWords(filters, search.values).length > 0;
  const hasFilters = isPlatform || isAsked || search.total > manyPools;
  return (
    <>
      {hasFilters &&
        (isNarrow ? (
          <div className="zy-fund-search">
            <ListSearchBar filters={filters} state={state} search={search as never} />
          </div>
        ) : (
          <ListFilters filters={filters} state={state} />
        ))}
      <div className="zy-list-bar zy-fund-bar">
        <AddPool />
        <ExportButton
          label="导出流水"
          biz="fundLedger"
          endpoint={poolApi.ledgerExport}
          input={firmId ? { firmId } : {}}
        />
        <May of={merchantApi.list.may}>
          <Button icon={<Wrench size={14} strokeWidth={1.6} />} onClick={openMerchants}>
            商户配置
          </Button>
        </May>
        <span className="zy-list-tools">
          <Tooltip title="刷新">
            <Button
              type="text"
              className="zy-tool"
              aria-label="刷新"
              icon={<RefreshCw size={16} strokeWidth={1.6} />}
              onClick={search.reload}
            />
          </Tooltip>
        </span>
      </div>
    </>
  );
};

const AddPool = () => {
  const navigate = useNavigate();
  return (
    <May of={poolApi.save.may}>
      <Button type="primary" icon={<Plus size={14} strokeWidth={1.6} />} onClick={() => void navigate(editPath)}>
        新增资金池
      </Button>
    </May>
  );
};

const useStatus = () => useAct(poolApi.updateStatus, { refresh: fundChanges });
const useRemove = () => useAct(poolApi.remove, { done: '删除成功', refresh: fundChanges });

const PoolTable = ({
  search,
  recharge,
  allocate,
  adjust,
  edit,
}: {
  search: PoolSearch;
  recharge: (pool: PoolRow) => void;
  allocate: (pool: PoolRow) => void;
  adjust: (pool: PoolRow) => void;
  edit: (pool: PoolRow) => void;
}) => {
  const isNarrow = useNarrow();
  const may = useMay();
  const isAdmin = session.use((current) => current?.roles.includes('admin') ?? false);
  const setStatus = useStatus();
  const remove = useRemove();
  const firmColumn = useFirmColumn<PoolRow>();
  const held = useHeldColumn(search.rows);
  const actsOf = (pool: PoolRow): Act[] => [
    { label: '充值登记', may: poolApi.recharge.may, run: () => recharge(pool) },
    {
      label: '划拨到活动',
      may: poolApi.allocate.may,
      blocked: pool.status === Enabled.on ? undefined : '资金池已停用',
      run: () => allocate(pool),
    },
    { label: '编辑', may: poolApi.update.may, run: () => edit(pool) },
    ...(isAdmin ? [{ label: '调账', may: poolApi.adjust.may, run: () => adjust(pool) }] : []),
    pool.status === Enabled.on
      ? {
          label: '停用',
          may: poolApi.updateStatus.may,
          confirm: stopText,
          run: () => setStatus({ id: pool.id, status: Enabled.off }),
        }
      : { label: '启用', may: poolApi.updateStatus.may, run: () => setStatus({ id: pool.id, status: Enabled.on }) },
    { label: '删除', may: poolApi.remove.may, destructive: true, run: () => remove({ id: pool.id }) },
  ];
  const hasActs = search.rows.some((pool) => usableActs(actsOf(pool), may).length > 0);
  const columns: Column<PoolRow>[] = [
    {
      key: 'name',
      title: '资金池',
      least: 176,
      render: (pool) => (
        <span className="zy-fund-pool">
          <button type="button" className="zy-link" onClick={() => edit(pool)}>
            <span className="zy-cut">{pool.name}</span>
          </button>
          <small>
            {pool.mchName} {pool.mchid}
          </small>
        </span>
      ),
    },
    {
      ...cell<PoolRow>(
        'status',
        '状态',
        ({ status, isLow }) => <EnumTag of={PoolState} value={isLow ? PoolState.low : status} />,
        { width: 124 },
      ),
      isStatus: true,
    },
    cell(
      'balance',
      '可用余额（元）',
      ({ balance, isLow }) => <b className={isLow ? 'zy-fund-low' : undefined}>{moneyText(balance)}</b>,
      { width: 128, align: 'right' },
    ),
    money('allocated', '已划拨', { width: 120 }),
    money('reserved', '其中预占', { width: 120 }),
    money('paidTotal', '累计支出', { width: 120 }),
    held,
    money('warnAmount', '预警线', { width: 112 }),
    ...firmColumn,
    ...(hasActs ? [acts(actsOf)] : []),
  ];
  const asked = Object.values(search.values).some(Boolean);
  let instead = null;
  if (search.error && search.rows.length === 0) instead = <Failed error={search.error} retry={search.reload} />;
  else if (!search.isFirstLoad && search.rows.length === 0)
    instead = asked ? (
      <NothingFound title="没有符合条件的资金池" filters={[]} clear={search.clear} />
    ) : (
      <Empty
        icon={Wallet}
        title="还没有资金池"
        text="现金奖品从资金池付出：先在商户配置里添加商户，再为它建资金池并充值。"
        action={<AddPool />}
      />
    );
  if (instead) return instead;
  if (isNarrow)
    return (
      <ListCards
        search={search}
        columns={columns}
        card={{ head: 'name', status: 'status', facts: ['balance', 'allocated', 'reserved', 'paidTotal', 'held'] }}
        keyOf={({ id }) => id}
        instead={null}
        flash={undefined}
      />
    );
  const sum = (key: 'balance' | 'allocated' | 'reserved' | 'paidTotal') =>
    moneyText(search.rows.reduce((total, row) => total + row[key], 0));
  const isWhole = search.rows.length === search.total;
  return (
    <div className="zy-fund-pools">
      <PagedTable
        search={search}
        columns={columns}
        keyOf={({ id }) => id}
        empty="还没有资金池"
        sums={
          isWhole && search.total > 1
            ? {
                of: {
                  balance: sum('balance'),
                  allocated: sum('allocated'),
                  reserved: sum('reserved'),
                  paidTotal: sum('paidTotal'),
                },
              }
            : undefined
        }
      />
    </div>
  );
};
