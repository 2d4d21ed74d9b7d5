import { claimText, ClaimMode, PrizeType, RedPayKind } from '@zhuiyuan/contract/campaign/prize-terms';
import { prizeApi, type PrizeRow } from '@zhuiyuan/contract/campaign/prize/prize';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import Gift from 'icon:gift';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { acts, cell, enumDot, extra, name, text, time, type Column } from '../../../parts/list/columns.tsx';
import { ExportButton } from '../../../parts/list/export-button.tsx';
import { selectFilter, textFilter } from '../../../parts/list/filters.tsx';
import { ListScreen } from '../../../parts/list/list-screen.tsx';
import { useCrud } from '../../../parts/list/use-crud.tsx';
import { useSearch } from '../../../parts/list/use-search.ts';
import { useFirmColumn, useFirmFilter } from '../../../parts/pickers/firm-field.tsx';
import { moneyText } from '../../../parts/format/numbers.ts';
import { useAct } from '../../../parts/feedback/use-act.ts';

const form = '/lottery/prizeCreat';

/** An amount that prizes of some types do not have. */
const amount = (key: 'faceValue' | 'costPrice' | 'deductAmount', title: string, width: number): Column<PrizeRow> =>
  cell(key, `${title}（元）`, (row) => (row[key] === 0 ? '-' : moneyText(row[key])), { width, align: 'right' });

/** 奖品库: what campaigns promise, and how it is claimed. */
export const PrizeList = ({ tabs }: { tabs: ReactNode }) => {
  const navigate = useNavigate();
  const firmFilter = useFirmFilter();
  const firmColumn = useFirmColumn<PrizeRow>();
  const search = useSearch(prizeApi.list);
  const crud = useCrud(prizeApi, { page: form });
  const copy = useAct(prizeApi.copy, { refresh: crud.lists });

  const columns: Column<PrizeRow>[] = [
    name('name', '奖品名称', { picture: 'image', open: crud.open }),
    enumDot('prizeType', '奖品类型', PrizeType, { width: 84 }),
    { ...text<PrizeRow>('amountText', '面额', { width: 128 }), align: 'right' },
    amount('faceValue', '价值', 108),
    extra(amount('costPrice', '成本', 108)),
    cell('claimMode', '领取方式', (row) => claimText(row) || '-', { width: 148 }),
    extra(
      cell('payKind', '发放方式', ({ payKind }) => (payKind === null ? '-' : RedPayKind.label(payKind)), { width: 88 }),
    ),
    cell('validDays', '有效期', ({ validDays }) => `${validDays} 天`, { width: 72, align: 'right' }),
    amount('deductAmount', '门店抵扣', 120),
    ...firmColumn,
    crud.statusColumn((row) => row.name, '停用后新活动不能再选择该奖品，确定停用？'),
    time('createTime', '创建时间'),
    acts((row) => [
      crud.editAct(row),
      {
        label: '复制',
        may: { all: [prizeApi.copy.may, prizeApi.update.may] },
        run: () => copy({ id: row.id }).then((twin) => navigate(`${form}/${twin.id}`)),
      },
      crud.removeAct(row),
    ]),
  ];
  const add = crud.addButton('新增奖品');
  return (
    <ListScreen
      search={search}
      thing="奖品"
      tabs={tabs}
      columns={columns}
      filters={[
        ...firmFilter,
        textFilter('name', '奖品名称'),
        selectFilter('prizeType', '奖品类型', PrizeType),
        selectFilter('claimMode', '领取方式', ClaimMode),
        selectFilter('status', '状态', Enabled),
      ]}
      buttons={
        <>
          {add}
          <ExportButton biz="prize" endpoint={prizeApi.export} input={search.values} />
        </>
      }
      batch={crud.batch}
      card={{
        head: 'prizeType',
        status: 'status',
        name: 'name',
        facts: ['amountText', claimText],
      }}
      empty={{ icon: Gift, text: '奖品是抽奖活动的奖级里发出去的东西，现金、积分和实物都在这里准备。', action: add }}
    />
  );
};
