import { DeliverStatus } from '@zhuiyuan/contract/movement/move-enums';
import { signApi } from '@zhuiyuan/contract/movement/sign/sign';
import { SignTab, signListApi, usualTransitDays, type SignRow } from '@zhuiyuan/contract/movement/sign/sign-list';
import PackageCheck from 'icon:package-check';
import { useState, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { deliverPage } from '../../../lib/object-addresses.ts';
import { newKey } from '../../../lib/new-key.ts';
import { toast } from '../../../lib/toast.ts';
import { useRead } from '../../../lib/use-read.ts';
import { useAct } from '../../../parts/feedback/use-act.ts';
import { countText } from '../../../parts/format/numbers.ts';
import { Dot } from '../../../parts/format/tag.tsx';
import { ImportButton } from '../../../parts/import/import-button.tsx';
import { acts, cell, count, enumTag, text, time, type Column } from '../../../parts/list/columns.tsx';
import { dateFilter, textFilter } from '../../../parts/list/filters.tsx';
import { ListScreen } from '../../../parts/list/list-screen.tsx';
import { ListTabs } from '../../../parts/list/list-tabs.tsx';
import { useSearch } from '../../../parts/list/use-search.ts';
import { useFirmColumn, useFirmFilter } from '../../../parts/pickers/firm-field.tsx';
import { deliverChanges } from '../deliver-changes.ts';
import { deliverNo, partyName } from '../deliver-columns.tsx';
import { usePartyFilter } from '../party-filters.tsx';
import { SignDrawer } from '../sign-drawer.tsx';
import { Differences } from './differences.tsx';

const transit = cell<SignRow>(
  'days',
  '在途天数',
  ({ days }) => {
    if (days === null) return '-';
    const words = `${countText(days)} 天`;
    return days > usualTransitDays ? <Dot tone="bad">{words}</Dot> : words;
  },
  { width: 84 },
);

const columnsOf = (tab: 'pending' | 'signed', open: (row: SignRow) => void): Column<SignRow>[] => [
  deliverNo(open),
  enumTag('status', '状态', DeliverStatus, { width: 88 }),
  partyName('fromName', '发货方', ({ fromName, fromKind }) => [fromName, fromKind]),
  partyName('toName', '收货方', ({ toName, toKind }) => [toName, toKind], 190),
  ...(tab === 'pending' ? [count<SignRow>('remainQty', '未签', { width: 72 }), transit] : []),
  count('itemQty', '件数', { width: 72 }),
  text('productText', '产品', { width: 160 }),
  count('signQty', '已签收', { width: 76 }),
  time('shipAt', '发货时间'),
  ...(tab === 'signed' ? [time<SignRow>('signAt', '签收时间')] : []),
];

const Documents = ({ tabs, tab }: { tabs: ReactNode; tab: 'pending' | 'signed' }) => {
  const search = useSearch(signListApi.list, { fixed: { tab } });
  const navigate = useNavigate();
  const firmFilter = useFirmFilter();
  const firmColumn = useFirmColumn<SignRow>();
  const from = usePartyFilter(search, 'from');
  const to = usePartyFilter(search, 'to');
  const [scanned, setScanned] = useState<SignRow>();
  const sign = useAct(signApi.sign, { done: '', refresh: deliverChanges });
  const open = (row: SignRow) => void navigate(deliverPage(row.id));
  const signAll = async ({ id }: SignRow) => {
    const { signed } = await sign({ id, mode: 'all', idemKey: newKey() });
    toast.success(`签收成功：${countText(signed)}件`);
  };
  const isPending = tab === SignTab.pending;
  return (
    <>
      <ListScreen
        search={search}
        thing={isPending ? '待签收的发货单' : '已签收的发货单'}
        tabs={tabs}
        columns={[
          ...columnsOf(tab, open),
          ...firmColumn,
          acts<SignRow>((row) => [
            ...(isPending
              ? [
                  {
                    label: '整单签收',
                    may: signApi.sign.may,
                    confirm: `确定签收发货单${row.deliverNo}共${countText(row.remainQty)}件？`,
                    run: () => signAll(row),
                  },
                  { label: '扫码签收', may: signApi.sign.may, run: () => setScanned(row) },
                ]
              : []),
            { label: '详情', run: () => open(row) },
          ]),
        ]}
        filters={[
          ...firmFilter,
          textFilter('keywords', '单号', '发货单号、外部单号或物流单号'),
          textFilter('code', '编码', '编码或所在箱码'),
          ...from,
          ...to,
          ...(isPending ? [textFilter('overDays', '在途超过', '天数，如 7')] : []),
          dateFilter('dateLimit', '发货时间'),
        ]}
        buttons={
          isPending && <ImportButton endpoint={signListApi.import} biz="sign" thing="签收" refresh={deliverChanges} />
        }
        card={{
          head: 'deliverNo',
          status: 'status',
          name: 'toName',
          facts: ['productText', (row) => `${countText(row.remainQty)} 件未签`, 'shipAt'],
        }}
        empty={{
          icon: PackageCheck,
          text: isPending ? '货发出后，等着签收的发货单会列在这里。' : '签收完成的发货单会列在这里。',
        }}
      />
      <SignDrawer row={scanned} close={() => setScanned(undefined)} />
    </>
  );
};

/** 签收: documents on their way, those that arrived, and what was not as it should be. */
export const Signing = () => {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const { data: counts } = useRead(signListApi.counts, {});
  const wanted = new URLSearchParams(search).get('tab');
  const tab = SignTab.options.find(({ value }) => value === wanted)?.value ?? SignTab.pending;
  const countOf: Record<string, number | undefined> = { pending: counts?.pendingCnt, diff: counts?.openDiffCnt };
  const tabs = (
    <ListTabs
      value={tab}
      change={(next) => void navigate({ pathname, search: `tab=${next}` }, { replace: true })}
      items={SignTab.options.map(({ value, label }) => ({ value, label, count: countOf[value] }))}
    />
  );
  return tab === SignTab.diff ? <Differences tabs={tabs} /> : <Documents key={tab} tabs={tabs} tab={tab} />;
};
