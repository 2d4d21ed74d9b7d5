import { oddsText } from '@zhuiyuan/contract/kit/decimal';
import { million, type TierDraft } from '@zhuiyuan/contract/campaign/activity/activity-draft';
import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { Button } from 'antd';
import Check from 'icon:check';
import { countText } from '../../../../parts/format/numbers.ts';
import type { Editing } from '../edit-rules.ts';
import { isProposed } from '../template-start.ts';
import { termsOf, type KnownTerms } from '../values.ts';
import { CellInput } from './cell-input.tsx';
import { averageText, restOf, sumOfWeights, toCount, toWeight } from './odds.ts';
import { fillDown } from './paste-column.ts';
import { PrizeMark } from './prize-mark.tsx';
import { TierMore } from './tier-more.tsx';

const blankPrize = { name: '谢谢参与', image: '', prizeType: PrizeType.none, claimMode: 0 };

type NumberColumn = 'slotNo' | 'stockTotal' | 'weight' | 'dayCap';

const readers: Record<NumberColumn, (typed: string) => number | null> = {
  slotNo: toCount,
  stockTotal: (typed) => toCount(typed) ?? 0,
  weight: (typed) => (typed.trim() === '' ? 0 : toWeight(typed)),
  dayCap: toCount,
};
const writers: Record<NumberColumn, (value: number) => string> = {
  slotNo: String,
  stockTotal: countText,
  weight: oddsText,
  dayCap: countText,
};
const names: Record<NumberColumn, string> = {
  slotNo: '格位',
  stockTotal: '库存',
  weight: '中奖概率',
  dayCap: '每日限量',
};

/** What was copied from a sheet, put into a column from a row on. */
export const pasted = (tiers: readonly TierDraft[], at: number, column: NumberColumn, text: string): TierDraft[] =>
  fillDown(tiers, at, text, (row, cell) => {
    const next = readers[column](cell);
    return Number.isNaN(next) ? undefined : { ...row, [column]: next };
  });

interface TierLineProps {
  tier: TierDraft;
  at: number;
  known: KnownTerms;
  withSlots: boolean;
  editing: Editing;
  /** It was published: it may only get better. */
  isLimited: boolean;
  change: (part: Partial<TierDraft>) => void;
  paste: (column: NumberColumn, text: string) => void;
  swap: () => void;
  remove: () => void;
}

const NumberCell = ({
  tier,
  at,
  editing,
  isLimited,
  column,
  change,
  paste,
  ...rest
}: Pick<TierLineProps, 'tier' | 'at' | 'editing' | 'isLimited' | 'change' | 'paste'> & {
  column: NumberColumn;
  suffix?: string;
  placeholder?: string;
}) => {
  const shown = tier[column];
  if (editing === 'nothing' || (isLimited && column === 'slotNo'))
    return <span>{shown === null ? '不限' : writers[column](shown) + (rest.suffix ?? '')}</span>;
  return (
    <CellInput
      column={column}
      row={at}
      label={`第 ${at + 1} 行${names[column]}`}
      value={shown}
      write={writers[column]}
      read={readers[column]}
      change={(next) => change({ [column]: next })}
      paste={(text) => paste(column, text)}
      {...rest}
    />
  );
};

/** A tier with its prize, stock and odds. */
export const TierLine = ({ known, withSlots, swap, remove, ...cell }: TierLineProps) => {
  const { tier, at, editing, isLimited, change } = cell;
  return (
    <tr>
      {withSlots && (
        <td>
          <NumberCell {...cell} column="slotNo" />
        </td>
      )}
      <td title={tier.tierName} className="zy-tiers-tier">
        {tier.tierName}
      </td>
      <td>
        <PrizeMark
          prize={termsOf(known, tier)}
          note={isProposed(tier) ? '模板建议' : undefined}
          act={
            isProposed(tier) && editing !== 'nothing' ? (
              <Button size="small" aria-label={`第 ${at + 1} 行选择奖品`} onClick={swap}>
                选择
              </Button>
            ) : undefined
          }
        />
      </td>
      <td className="zy-tiers-number">
        <NumberCell {...cell} column="stockTotal" />
      </td>
      <td className="zy-tiers-number">
        <NumberCell {...cell} column="weight" suffix="%" />
      </td>
      <td className="zy-tiers-number zy-tiers-grey">{averageText(tier.weight)}</td>
      <td className="zy-tiers-number">
        <NumberCell {...cell} column="dayCap" placeholder="不限" />
      </td>
      {editing !== 'nothing' && (
        <td className="zy-tiers-number">
          <TierMore tier={tier} isLimited={isLimited} change={change} swap={swap} remove={remove} />
        </td>
      )}
    </tr>
  );
};

interface TableProps {
  tiers: readonly TierDraft[];
  withSlots: boolean;
  editing: Editing;
}

/** 谢谢参与, which takes what the tiers leave. */
export const BlankLine = ({
  tiers,
  withSlots,
  editing,
  blankSlot,
  setBlankSlot,
}: TableProps & { blankSlot: number | null; setBlankSlot: (slot: number | null) => void }) => (
  <tr>
    {withSlots && (
      <td>
        {editing === 'all' ? (
          <CellInput
            column="slotNo"
            row={tiers.length}
            label="谢谢参与的格位"
            value={blankSlot}
            write={String}
            read={toCount}
            change={setBlankSlot}
          />
        ) : (
          blankSlot
        )}
      </td>
    )}
    <td />
    <td>
      <PrizeMark prize={blankPrize} note="自动占其余概率" />
    </td>
    <td className="zy-tiers-number zy-tiers-grey">不限</td>
    <td className="zy-tiers-number">
      <span className="zy-tiers-fixed">
        {oddsText(restOf(tiers))}
        <i>%</i>
      </span>
    </td>
    <td />
    <td />
    {editing !== 'nothing' && <td />}
  </tr>
);

/** What all tiers come to. */
export const Totals = ({ tiers, withSlots, editing }: TableProps) => {
  const total = sumOfWeights(tiers);
  return (
    <tfoot>
      <tr>
        <th colSpan={withSlots ? 3 : 2} scope="row">
          合计
        </th>
        <td className="zy-tiers-number">{countText(tiers.reduce((sum, { stockTotal }) => sum + stockTotal, 0))}</td>
        <td className={total > million ? 'zy-tiers-number zy-odds-over' : 'zy-tiers-number'}>
          <span className="zy-tiers-fixed">
            {oddsText(Math.max(million, total))}
            <i>%</i>
          </span>
        </td>
        <td colSpan={editing === 'nothing' ? 2 : 3} className="zy-tiers-full">
          {total > 0 && total <= million && (
            <>
              <Check size={14} strokeWidth={2} aria-hidden="true" /> 概率已配满
            </>
          )}
        </td>
      </tr>
    </tfoot>
  );
};
