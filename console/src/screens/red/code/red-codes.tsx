import { redCodeApi, type RedBatchRow, type RedCodeRow } from '@zhuiyuan/contract/red/code/red-code';
import { redActiveApi } from '@zhuiyuan/contract/red/active/red-active';
import { RedBatchState, RedCodeState } from '@zhuiyuan/contract/red/red-enums';
import { Button } from 'antd';
import Coins from 'icon:coins';
import { useNavigate, useSearchParams } from 'react-router';
import { call } from '../../../lib/call.ts';
import { confirm, toast } from '../../../lib/toast.ts';
import { useMay } from '../../../lib/session.ts';
import { useRead } from '../../../lib/use-read.ts';
import { StatCard, StatStrip } from '../../../parts/charts/stat-card.tsx';
import { tellMany } from '../../../parts/claims/use-many.ts';
import { May } from '../../../parts/feedback/may.tsx';
import { useAct } from '../../../parts/feedback/use-act.ts';
import { Code } from '../../../parts/format/code.tsx';
import { countText, maybeMoney, moneyText, percentText } from '../../../parts/format/numbers.ts';
import {
  acts,
  cell,
  count,
  enumTag,
  extra,
  money,
  name,
  text,
  time,
  type Column,
} from '../../../parts/list/columns.tsx';
import { ExportButton } from '../../../parts/list/export-button.tsx';
import { dateFilter, selectFilter, textFilter } from '../../../parts/list/filters.tsx';
import { ListScreen, type Picked } from '../../../parts/list/list-screen.tsx';
import { ListTabs } from '../../../parts/list/list-tabs.tsx';
import { useSearch } from '../../../parts/list/use-search.ts';
import { useFirmColumn, useFirmFilter, useOptions } from '../../../parts/pickers/firm-field.tsx';

const page = '/lottery/redBarCreat';
const changes = [redCodeApi.list, redCodeApi.batches, redCodeApi.board, redCodeApi.info, redActiveApi.list];
const voidText = '作废后红包码不可使用，预算退回，确定作废？';
const digestShown = 12;

const Board = ({ firmId }: { firmId: number | undefined }) => {
  const { data } = useRead(redCodeApi.board, firmId ? { firmId } : {}, { every: 60_000, keeps: true });
  const number = (value: number | undefined) => (value === undefined ? '—' : countText(value));
  const usable = data && data.count - data.voidCnt;
  return (
    <StatStrip label="红包码概况">
      <StatCard
        label="红包码总数"
        value={number(data?.count)}
        unit="个"
        note={data && data.voidCnt > 0 ? `其中已作废 ${countText(data.voidCnt)} 个` : undefined}
      />
      <StatCard label="已领取" value={number(data?.usedCnt)} unit="个" />
      <StatCard
        label="领取率"
        value={data && usable ? percentText(data.usedCnt / usable) : '—'}
        hint="已领取占未作废红包码的比例"
      />
      <StatCard label="已领金额" value={maybeMoney(data?.usedAmount)} unit="元" />
      <StatCard
        label="未领取占用"
        value={maybeMoney(data?.openAmount)}
        unit="元"
        hint="还没有人领取的红包码占着的预算"
      />
    </StatStrip>
  );
};

const tabs = [
  { value: '', label: '批次' },
  { value: 'codes', label: '明细' },
];

/** Computes the digest of a batch anew and says whether it is what it was. */
const prove = async ({ batchNo }: RedBatchRow): Promise<void> => {
  const { ok } = await call(redCodeApi.proof, { batchNo });
  if (ok) toast.success('存证一致：金额与码的对应关系没有变过');
  else toast.error('存证不一致：批次的码或金额与生成时不同，请停止使用并联系平台');
};

interface Tabs {
  change: (value: string, batchNo?: string) => void;
}

const Batches = ({ change }: Tabs) => {
  const navigate = useNavigate();
  const firmFilter = useFirmFilter();
  const firmColumn = useFirmColumn<RedBatchRow>();
  const actives = useOptions('redActive');
  const search = useSearch(redCodeApi.batches, { every: 10_000 });
  const run = { refresh: changes };
  const voidAll = useAct(redCodeApi.void, run);
  const freeze = useAct(redCodeApi.freeze, run);
  const unfreeze = useAct(redCodeApi.unfreeze, run);
  const open = (row: RedBatchRow) => void navigate(`${page}/${row.id}`);
  const columns: Column<RedBatchRow>[] = [
    name('batchNo', '批次号', { open, width: 124 }),
    { ...text<RedBatchRow>('redActiveName', '红包活动'), width: undefined, least: 140 },
    enumTag('state', '状态', RedBatchState),
    cell('count', '数量', (row) => countText(row.count), { width: 88, align: 'right' }),
    money('totalAmount', '总金额', { width: 112 }),
    count('usedCnt', '已领取', { width: 84 }),
    money('usedAmount', '已领金额', { width: 108 }),
    count('voidCnt', '已作废', { width: 84 }),
    cell('digest', '存证摘要', ({ digest }) => (digest ? <Code code={digest.slice(0, digestShown)} /> : '-'), {
      width: 156,
    }),
    extra(text('codesText', '码来源', { width: 200 })),
    ...firmColumn,
    text('operatorName', '操作人', { width: 88 }),
    time('createTime', '创建时间'),
    acts((row) => {
      const isInUse = row.state === RedBatchState.ready || row.state === RedBatchState.frozen;
      const { batchNo } = row;
      return [
        { label: '查看明细', may: redCodeApi.list.may, run: () => change('codes', batchNo) },
        ...(row.digest ? [{ label: '重新校验存证', may: redCodeApi.proof.may, run: () => prove(row) }] : []),
        ...(row.state === RedBatchState.ready
          ? [{ label: '冻结', may: redCodeApi.freeze.may, run: () => freeze({ batchNo }) }]
          : []),
        ...(row.state === RedBatchState.frozen
          ? [{ label: '解冻', may: redCodeApi.unfreeze.may, run: () => unfreeze({ batchNo }) }]
          : []),
        ...(isInUse
          ? [
              {
                label: '整批作废',
                may: redCodeApi.void.may,
                destructive: true,
                confirm: voidText,
                run: () => voidAll({ batchNo }),
              },
            ]
          : []),
      ];
    }),
  ];
  const add = <AddButton />;
  return (
    <ListScreen
      search={search}
      thing="红包码批次"
      columns={columns}
      tabs={<ListTabs value="" change={(value) => change(value)} items={tabs} />}
      filters={[
        ...firmFilter,
        textFilter('batchNo', '批次号'),
        selectFilter('redActiveId', '红包活动', actives),
        selectFilter('state', '状态', RedBatchState),
        dateFilter('dateLimit', '创建时间'),
      ]}
      buttons={add}
      card={{
        head: 'batchNo',
        status: 'state',
        name: 'redActiveName',
        facts: [
          ({ count: all, usedCnt }) => `已领取 ${countText(usedCnt)} / ${countText(all)} 个`,
          ({ totalAmount }) => `共 ${moneyText(totalAmount)} 元`,
        ],
      }}
      empty={{ icon: Coins, text: '红包码把一笔钱按金额分布随机发到码上，扫码的人直接领取。', action: add }}
    />
  );
};

const AddButton = () => {
  const navigate = useNavigate();
  return (
    <May of={redCodeApi.save.may}>
      <Button type="primary" onClick={() => void navigate(page)}>
        新增红包码
      </Button>
    </May>
  );
};

const Codes = ({ change }: Tabs) => {
  const may = useMay();
  const firmFilter = useFirmFilter();
  const firmColumn = useFirmColumn<RedCodeRow>();
  const actives = useOptions('redActive');
  const search = useSearch(redCodeApi.list);
  const run = { done: '', refresh: changes };
  const voidMany = useAct(redCodeApi.void, run);
  const freeze = useAct(redCodeApi.freeze, run);
  const unfreeze = useAct(redCodeApi.unfreeze, run);
  /** Says how many were done, and why not the others. */
  const actOn = async (act: typeof voidMany, picked: Picked<RedCodeRow>) => {
    const { ok, fail } = await act({ ids: picked.keys.map(Number) });
    tellMany({ ok, fail }, (id) => picked.rows.find((row) => row.id === id)?.codeText ?? String(id));
    picked.clear();
  };
  const voidAfterAsking = async (picked: Picked<RedCodeRow>) => {
    if (await confirm({ text: voidText })) await actOn(voidMany, picked);
  };
  const mayAct = may(redCodeApi.void.may) || may(redCodeApi.freeze.may);
  const batch = (picked: Picked<RedCodeRow>) => (
    <>
      <May of={redCodeApi.void.may}>
        <Button danger onClick={() => void voidAfterAsking(picked)}>
          批量作废
        </Button>
      </May>
      <May of={redCodeApi.freeze.may}>
        <Button onClick={() => void actOn(freeze, picked)}>冻结</Button>
        <Button onClick={() => void actOn(unfreeze, picked)}>解冻</Button>
      </May>
    </>
  );
  const columns: Column<RedCodeRow>[] = [
    text('codeText', '红包码', { width: 160 }),
    { ...text<RedCodeRow>('redActiveName', '红包活动'), width: undefined, least: 140 },
    text('batchNo', '批次号', { width: 124 }),
    enumTag('state', '状态', RedCodeState),
    cell('amount', '金额（元）', ({ amount }) => (amount === null ? '***' : moneyText(amount)), {
      width: 108,
      align: 'right',
    }),
    text('consumer', '领取人', { width: 128 }),
    time('usedAt', '领取时间'),
    extra(cell('batchState', '批次状态', ({ batchState }) => RedBatchState.label(batchState), { width: 92 })),
    ...firmColumn,
  ];
  return (
    <ListScreen
      search={search}
      thing="红包码"
      columns={columns}
      tabs={<ListTabs value="codes" change={(value) => change(value)} items={tabs} />}
      filters={[
        ...firmFilter,
        textFilter('code', '红包码'),
        textFilter('batchNo', '批次号'),
        selectFilter('redActiveId', '红包活动', actives),
        selectFilter('state', '状态', RedCodeState),
        dateFilter('dateLimit', '领取时间'),
      ]}
      buttons={
        <>
          <AddButton />
          <ExportButton biz="redCode" endpoint={redCodeApi.export} input={search.input} />
        </>
      }
      batch={mayAct ? batch : undefined}
      card={{ head: 'codeText', status: 'state', name: 'redActiveName', facts: ['batchNo', 'consumer'] }}
      empty={{ icon: Coins, text: '生成一批红包码后，每个码在这里有一行。' }}
    />
  );
};

/** 红包码: batches of packets dealt to codes, and the codes themselves. */
export const RedCodes = () => {
  const [params, setParams] = useSearchParams();
  const isCodes = params.get('tab') === 'codes';
  // What is looked for among batches means nothing among codes.
  const change = (tab: string, batchNo = '') =>
    setParams({ ...(tab && { tab }), ...(batchNo && { batchNo }) }, { replace: true });
  return (
    <>
      <Board firmId={Number(params.get('firmId')) || undefined} />
      {isCodes ? <Codes change={change} /> : <Batches change={change} />}
    </>
  );
};
