import { RedPayKind } from '@zhuiyuan/contract/campaign/prize-terms';
import { RedScene } from '@zhuiyuan/contract/campaign/red-type/red-type';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { PayChannel } from '@zhuiyuan/contract/payout/payout-enums';
import { redInfoApi } from '@zhuiyuan/contract/payout/red-info';
import { redActiveApi, type RedActiveRow } from '@zhuiyuan/contract/red/active/red-active';
import { RedKind } from '@zhuiyuan/contract/red/red-enums';
import Banknote from 'icon:banknote';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { payoutsOf } from '../../../lib/object-addresses.ts';
import { useRead } from '../../../lib/use-read.ts';
import { StatCard, StatStrip } from '../../../parts/charts/stat-card.tsx';
import { MoneyField } from '../../../parts/form/fields.tsx';
import { FormModal } from '../../../parts/form/form-modal.tsx';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { Facts } from '../../../parts/format/facts.tsx';
import { Cut } from '../../../parts/format/cut.tsx';
import { countText, maybeMoney, moneyText } from '../../../parts/format/numbers.ts';
import { timeText } from '../../../parts/format/times.ts';
import { acts, cell, enumDot, extra, money, name, text, time, type Column } from '../../../parts/list/columns.tsx';
import { ExportButton } from '../../../parts/list/export-button.tsx';
import { dateFilter, selectFilter, textFilter } from '../../../parts/list/filters.tsx';
import { ListScreen } from '../../../parts/list/list-screen.tsx';
import { useCrud } from '../../../parts/list/use-crud.tsx';
import { useSearch } from '../../../parts/list/use-search.ts';
import { useFirmColumn, useFirmFilter, useOptions } from '../../../parts/pickers/firm-field.tsx';

const changes = [redActiveApi.board, redActiveApi.info];

const periodText = ({ startAt, endAt }: RedActiveRow): string => `${timeText(startAt)} ~ ${timeText(endAt)}`;
const packetText = ({ packetCnt, packetLimit }: RedActiveRow): string =>
  packetLimit === null ? countText(packetCnt) : `${countText(packetCnt)}/${countText(packetLimit)}`;

const columnsOf = (open: ((row: RedActiveRow) => void) | undefined): Column<RedActiveRow>[] => [
  name('name', '活动名称', { open, least: 144 }),
  { ...text<RedActiveRow>('amountText', '面额', { width: 116 }), align: 'right' },
  money('budgetAmount', '预算', { width: 112 }),
  money('usedAmount', '已占用', { width: 104 }),
  money('paidAmount', '已领取', { width: 104 }),
  money('remain', '剩余', { width: 108 }),
  cell('packetCnt', '个数', packetText, { width: 88, align: 'right' }),
  cell('period', '活动时间', (row) => <Cut>{periodText(row)}</Cut>, { width: 184 }),
  extra(text('redTypeDes', '红包类型', { width: 112 })),
  extra(enumDot('kind', '红包形式', RedKind, { width: 92 })),
  extra(enumDot('channel', '发放渠道', PayChannel, { width: 92 })),
  extra(enumDot('scene', '场景', RedScene, { width: 112 })),
  extra(enumDot('payKind', '支付方式', RedPayKind, { width: 96 })),
  extra(text('mchName', '商户', { width: 128 })),
];

/** The figures above the list; of the chosen firm, or of all. */
const Board = ({ firmId }: { firmId: number | undefined }) => {
  const { data } = useRead(redActiveApi.board, firmId ? { firmId } : {}, { every: 60_000, keeps: true });
  const number = (value: number | undefined) => (value === undefined ? '—' : countText(value));
  return (
    <StatStrip label="红包活动概况">
      <StatCard label="红包活动数" value={number(data?.count)} unit="个" />
      <StatCard label="总预算" value={maybeMoney(data?.budgetAmount)} unit="元" />
      <StatCard label="已发放" value={maybeMoney(data?.paidAmount)} unit="元" hint="消费者已经收到的" />
      <StatCard label="待领取" value={maybeMoney(data?.sentAmount)} unit="元" hint="已发出，等消费者确认收款" />
      <StatCard
        label="发放失败"
        value={number(data?.failedCnt)}
        unit="笔"
        hint="还没有重发或关闭的"
        isAlarm={(data?.failedCnt ?? 0) > 0}
      />
    </StatStrip>
  );
};

/** 红包活动: what red codes and packets sent by hand are paid of. */
export const RedActives = () => {
  const navigate = useNavigate();
  const firmFilter = useFirmFilter();
  const firmColumn = useFirmColumn<RedActiveRow>();
  const types = useOptions('redType');
  const search = useSearch(redActiveApi.list);
  const crud = useCrud(redActiveApi, { page: '/lottery/redActiveCreat', refresh: changes });
  const [raised, setRaised] = useState<RedActiveRow>();
  const raising = useDraft({ create: redActiveApi.addBudget, refresh: crud.lists, done: { create: '操作成功' } });

  const columns = [
    ...columnsOf(crud.open),
    ...firmColumn,
    crud.statusColumn((row) => row.name, '停用后红包码不能领取，也不能再发放，确定停用？'),
    time<RedActiveRow>('createTime', '创建时间'),
    acts<RedActiveRow>((row) => [
      crud.editAct(row),
      ...(row.endedAt === null
        ? [
            {
              label: '追加预算',
              may: redActiveApi.addBudget.may,
              run: () => {
                setRaised(row);
                raising.open(undefined, { id: row.id });
              },
            },
          ]
        : []),
      { label: '发放记录', may: redInfoApi.list.may, run: () => navigate(payoutsOf(row.id)) },
      crud.removeAct(row),
    ]),
  ];
  const add = crud.addButton('新增红包活动');
  return (
    <>
      <Board firmId={Number(search.values['firmId']) || undefined} />
      <ListScreen
        search={search}
        thing="红包活动"
        columns={columns}
        filters={[
          ...firmFilter,
          textFilter('name', '活动名称'),
          selectFilter('redTypeId', '红包类型', types),
          selectFilter('channel', '发放渠道', PayChannel),
          selectFilter('kind', '红包形式', RedKind),
          selectFilter('status', '状态', Enabled),
          dateFilter('dateLimit', '创建时间'),
        ]}
        buttons={
          <>
            {add}
            <ExportButton biz="redActive" endpoint={redActiveApi.export} input={search.input} />
          </>
        }
        batch={crud.batch}
        card={{
          head: 'amountText',
          status: 'status',
          name: 'name',
          facts: [
            ({ remain, budgetAmount }) => `剩余 ${moneyText(remain)} / ${moneyText(budgetAmount)} 元`,
            (row) => `个数 ${packetText(row)}`,
            (row) => periodText(row).replaceAll(/20\d\d-/g, ''),
          ],
        }}
        empty={{
          icon: Banknote,
          text: '红包活动从资金池划出一笔预算，红包码和手工发放的红包都从这里付。',
          action: add,
        }}
      />
      <FormModal draft={raising} title="追加预算" save="追加">
        {raised && (
          <Facts
            items={[
              { label: '红包活动', value: raised.name },
              { label: '剩余预算', value: `${moneyText(raised.remain)} 元` },
            ]}
          />
        )}
        <MoneyField name="amount" label="追加金额" help="从该商户的资金池划拨" />
      </FormModal>
    </>
  );
};
