import { LedgerType } from '@zhuiyuan/contract/fund/ledger-enums';
import type { LedgerRow } from '@zhuiyuan/contract/fund/pool/pool';
import { Cut } from '../../../parts/format/cut.tsx';
import { ActivityLink, RedActiveLink } from '../../../parts/format/object-links.tsx';
import { countText, moneyText } from '../../../parts/format/numbers.ts';
import { cell, enumDot, rowId, text, time, type Column } from '../../../parts/list/columns.tsx';

/** An amount of one of the four columns; nothing moved is a dash. */
export const moved = (fen: number) => (fen === 0 ? <span className="zy-zero">-</span> : moneyText(fen));

/** What money moved for: activities, or what somebody wrote and enclosed. */
export const targetText = ({ activityCount, count, actName, remark, voucherCount }: LedgerRow): string => {
  const what = activityCount > 1 ? `${countText(activityCount)} 个活动` : actName;
  const enclosed = voucherCount > 0 ? `凭证 ${voucherCount} 张` : '';
  return [what, count === 1 ? remark : '', enclosed].filter(Boolean).join('，') || '-';
};

/** Who did it: a name, or how many people; and who approved it. */
export const operatorText = ({ operatorName, operatorCount, reviewerName }: LedgerRow): string =>
  operatorCount > 1
    ? `${operatorCount} 人`
    : [operatorName, reviewerName && `${reviewerName}复核`].filter(Boolean).join('，');

export const moneyColumns: Column<LedgerRow>[] = [
  cell('pool', '资金池可用（元）', ({ pool }) => moved(pool), { width: 120, align: 'right' }),
  cell('avail', '活动可用（元）', ({ avail }) => moved(avail), { width: 108, align: 'right' }),
  cell('reserved', '活动预占（元）', ({ reserved }) => moved(reserved), { width: 108, align: 'right' }),
  cell('outside', '企业外（元）', ({ outside }) => moved(outside), { width: 96, align: 'right' }),
];

/** The four amounts on a card: those that moved. */
export const moneyFacts = (
  [
    ['资金池可用', 'pool'],
    ['活动可用', 'avail'],
    ['活动预占', 'reserved'],
    ['企业外', 'outside'],
  ] as const
).map(
  ([title, of]) =>
    (row: LedgerRow) =>
      row[of] === 0 ? '' : `${title} ${moneyText(row[of])} 元`,
);

const target: Column<LedgerRow> = {
  key: 'target',
  title: '对象',
  least: 120,
  raw: targetText,
  bare: (row) => <Cut>{targetText(row)}</Cut>,
  render: (row) => {
    const words = <Cut>{targetText(row)}</Cut>;
    return row.isRed ? (
      <RedActiveLink id={row.activityId}>{words}</RedActiveLink>
    ) : (
      <ActivityLink id={row.activityId}>{words}</ActivityLink>
    );
  },
};
const operator: Column<LedgerRow> = {
  key: 'operator',
  title: '操作人',
  width: 92,
  raw: operatorText,
  render: (row) => <Cut>{operatorText(row)}</Cut>,
};

/** Single movements. */
export const entryColumns: Column<LedgerRow>[] = [
  time('at', '时间', { seconds: true }),
  enumDot('type', '类型', LedgerType, { width: 84 }),
  text('poolName', '资金池', { width: 104 }),
  target,
  ...moneyColumns,
  {
    key: 'balanceAfter',
    title: '资金池余额（元）',
    width: 120,
    align: 'right',
    render: ({ balanceAfter }) =>
      balanceAfter === null ? <span className="zy-zero">-</span> : moneyText(balanceAfter),
  },
  operator,
  rowId('id', '流水号', { width: 68 }),
];

export { target as targetColumn, operator as operatorColumn };
