import { ReconDiffType, ReconState } from '@zhuiyuan/contract/payout/payout-enums';
import { reconApi, type ReconDay, type ReconDiff } from '@zhuiyuan/contract/payout/recon';
import Scale from 'icon:scale';
import { useState } from 'react';
import { AreaField } from '../../parts/form/fields.tsx';
import { FormModal } from '../../parts/form/form-modal.tsx';
import { useDraft } from '../../parts/form/use-draft.ts';
import { SideDrawer } from '../../parts/frame/side-drawer.tsx';
import {
  acts,
  cell,
  code,
  count,
  day,
  enumDot,
  enumTag,
  money,
  text,
  time,
  type Column,
} from '../../parts/list/columns.tsx';
import { dateFilter, selectFilter, textFilter } from '../../parts/list/filters.tsx';
import { ListScreen } from '../../parts/list/list-screen.tsx';
import { ListTabs } from '../../parts/list/list-tabs.tsx';
import { useLocalSearch } from '../../parts/list/use-local-search.ts';
import { useFirmColumn, useFirmFilter, useOptions } from '../../parts/pickers/firm-field.tsx';

const tabs = [
  { value: 'diffs', label: '差异' },
  { value: 'days', label: '对账日' },
];

interface TabProps {
  tab: string;
  show: (tab: string) => void;
}

const Diffs = ({ tab, show, open }: TabProps & { open: (redInfoId: number) => void }) => {
  const search = useLocalSearch(reconApi.diffs);
  const merchants = useOptions('merchant');
  const handle = useDraft({
    create: reconApi.handle,
    list: reconApi.diffs,
    refresh: [reconApi.days],
    from: ({ id }) => ({ id, remark: '' }),
    done: { create: '操作成功', update: '操作成功' },
  });
  const columns: Column<ReconDiff>[] = [
    day('billDate', '账单日'),
    code('outBillNo', '商户单号', { width: 212 }),
    enumTag('state', '状态', ReconState),
    enumDot('diffType', '差异', ReconDiffType, { width: 100 }),
    money('ourAmount', '平台金额', { width: 112 }),
    money('billAmount', '账单金额', { width: 112 }),
    text('mchName', '商户', { width: 128 }),
    ...useFirmColumn<ReconDiff>(),
    cell('handled', '处理', (row) => (row.handledName ? `${row.handledName}：${row.handleRemark}` : '-'), {
      width: 200,
    }),
    time('handledAt', '处理时间'),
    acts((row) => [
      ...(row.state === ReconState.open
        ? [{ label: '处理', may: reconApi.handle.may, run: () => handle.open(row) }]
        : []),
      ...(row.redInfoId === null ? [] : [{ label: '发放详情', run: () => open(row.redInfoId!) }]),
    ]),
  ];
  return (
    <>
      <ListScreen
        search={search}
        thing="对账差异"
        beside={0}
        tabs={<ListTabs items={tabs} value={tab} change={show} />}
        columns={columns}
        filters={[
          ...useFirmFilter(),
          textFilter('outBillNo', '商户单号'),
          selectFilter('state', '状态', ReconState),
          selectFilter('diffType', '差异', ReconDiffType),
          selectFilter('mchConfId', '商户', merchants),
          dateFilter('dateLimit', '账单日'),
        ]}
        card={{ head: 'outBillNo', status: 'state', name: 'diffType', facts: ['billDate', 'ourAmount', 'billAmount'] }}
        empty={{ icon: Scale, text: '每天 10:30 取前一天的微信账单逐笔核对，不一致的列在这里。' }}
      />
      <FormModal draft={handle} title="处理对账差异" save="处理">
        <AreaField
          name="remark"
          label="处理说明"
          rows={3}
          isWide
          help="只记录结论，不改变发放状态；钱款出入请在资金池调账"
        />
      </FormModal>
    </>
  );
};

const Days = ({ tab, show }: TabProps) => {
  const merchants = useOptions('merchant');
  const columns: Column<ReconDay>[] = [
    day('billDate', '账单日'),
    text('mchName', '商户', { width: 160 }),
    count('lines', '账单笔数'),
    money('outAmount', '支出', { width: 128 }),
    money('inAmount', '退回', { width: 128 }),
    count('diffCount', '差异', { width: 76 }),
    count('openCount', '待处理', { width: 76 }),
    ...useFirmColumn<ReconDay>(),
    time('at', '对账时间'),
  ];
  return (
    <ListScreen
      search={useLocalSearch(reconApi.days)}
      thing="对账记录"
      beside={0}
      tabs={<ListTabs items={tabs} value={tab} change={show} />}
      columns={columns}
      keyOf={({ mchConfId, billDate }) => `${mchConfId} ${billDate}`}
      filters={[...useFirmFilter(), selectFilter('mchConfId', '商户', merchants), dateFilter('dateLimit', '账单日')]}
      card={{ head: 'billDate', name: 'mchName', facts: ['lines', 'outAmount', 'inAmount', 'diffCount'] }}
      empty={{ icon: Scale, text: '每天 10:30 取前一天的微信账单，取到的日子列在这里。' }}
    />
  );
};

/** 对账差异: where the bills of WeChat Pay and what was booked do not agree, and the days that were held against each other. */
export const ReconDrawer = ({
  isOpen,
  close,
  open,
}: {
  isOpen: boolean;
  close: () => void;
  open: (redInfoId: number) => void;
}) => {
  const [tab, setTab] = useState('diffs');
  return (
    <SideDrawer isOpen={isOpen} close={close} title="对账差异" width="min(1180px, calc(100vw - 160px))">
      {tab === 'diffs' ? <Diffs tab={tab} show={setTab} open={open} /> : <Days tab={tab} show={setTab} />}
    </SideDrawer>
  );
};
