import { million, mostTiers, type TierDraft } from '@zhuiyuan/contract/campaign/activity/activity-draft';
import { type PlayMode } from '@zhuiyuan/contract/campaign/campaign-states';
import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import type { PrizeRow } from '@zhuiyuan/contract/campaign/prize/prize';
import { oddsText } from '@zhuiyuan/contract/kit/decimal';
import { Button } from 'antd';
import Check from 'icon:check';
import Plus from 'icon:plus';
import { useState } from 'react';
import { countText } from '../../../../parts/format/numbers.ts';
import { SheetHead } from '../../../../parts/frame/sheet.tsx';
import { CellInput } from './cell-input.tsx';
import type { Editing } from '../edit-rules.ts';
import { averageText, restOf, sumOfWeights, toCount, toWeight } from './odds.ts';
import { OddsBar } from './odds-bar.tsx';
import { fillDown } from './paste-column.ts';
import { PrizeMark } from './prize-mark.tsx';
import { PrizePicker } from './prize-picker.tsx';
import { freeSlot, hasSlots, nextTierName, roomFor, slotIssue } from './slots.ts';
import { TierMore } from './tier-more.tsx';
import { tierErrors } from './tier-errors.ts';
import { isProposed } from '../template-start.ts';
import { termsOf, type KnownTerms } from '../values.ts';

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

interface TierTableProps {
  tiers: readonly TierDraft[];
  setTiers: (tiers: TierDraft[]) => void;
  blankSlot: number | null;
  setBlankSlot: (slot: number | null) => void;
  playMode: PlayMode;
  known: KnownTerms;
  learn: (prizes: PrizeRow[]) => void;
  firmId: number | undefined;
  editing: Editing;
  /** The tiers as they were published. */
  before: readonly TierDraft[];
  /** Shows what is missing, not only what is wrong. */
  isTried: boolean;
}

/** The tiers of an activity with their odds; 谢谢参与 takes by itself what is left. */
export const TierTable = ({
  tiers,
  setTiers,
  blankSlot,
  setBlankSlot,
  playMode,
  known,
  learn,
  firmId,
  editing,
  before,
  isTried,
}: TierTableProps) => {
  /** Rows that wait for a prize: one that is exchanged, or -1 for new ones. */
  const [swapped, setSwapped] = useState<number>();
  const withSlots = hasSlots(playMode);
  const change = (at: number, part: Partial<TierDraft>) =>
    setTiers(
      tiers.map((tier, each) => {
        if (each === at) return { ...tier, ...part };
        // There is one at most.
        return part.isFallback ? { ...tier, isFallback: false } : tier;
      }),
    );
  const old = (tier: TierDraft) => before.find(({ id }) => id !== undefined && id === tier.id);
  const isLimited = (tier: TierDraft) => editing === 'better' && old(tier) !== undefined;
  // Places of a wheel or grid are published with the rest.
  const isFixed = editing === 'better' && withSlots;
  const room = isFixed ? 0 : Math.max(0, (roomFor(playMode) ?? mostTiers) - tiers.length);
  const total = sumOfWeights(tiers);

  const number = (
    tier: TierDraft,
    at: number,
    column: NumberColumn,
    rest: { suffix?: string; placeholder?: string },
  ) => {
    const stays = editing === 'nothing' || (isLimited(tier) && column === 'slotNo');
    const shown = tier[column];
    if (stays) return <span>{shown === null ? '不限' : writers[column](shown) + (rest.suffix ?? '')}</span>;
    return (
      <CellInput
        column={column}
        row={at}
        label={`第 ${at + 1} 行${names[column]}`}
        value={shown}
        write={writers[column]}
        read={readers[column]}
        change={(next) => change(at, { [column]: next })}
        paste={(text) =>
          setTiers(
            fillDown(tiers, at, text, (row, cell) => {
              const next = readers[column](cell);
              return Number.isNaN(next) ? undefined : { ...row, [column]: next };
            }),
          )
        }
        {...rest}
      />
    );
  };

  const take = (prizes: PrizeRow[]) => {
    learn(prizes);
    if (swapped !== undefined && swapped >= 0) change(swapped, { prizeId: prizes[0]!.id });
    else {
      const next = [...tiers];
      for (const { id } of prizes) {
        next.push({
          tierName: nextTierName(next.map(({ tierName }) => tierName)),
          prizeId: id,
          slotNo: freeSlot(playMode, [...next.map(({ slotNo }) => slotNo), blankSlot]),
          stockTotal: 0,
          weight: 0,
          dayCap: null,
          hourCap: null,
          userCap: null,
          isFallback: false,
          visible: true,
        });
      }
      setTiers(next);
      if (withSlots && blankSlot === null)
        setBlankSlot(
          freeSlot(
            playMode,
            next.map(({ slotNo }) => slotNo),
          ),
        );
    }
    setSwapped(undefined);
  };

  const errors = tierErrors(tiers, { old, isTried });
  const places = isTried || tiers.length > 0 ? slotIssue(playMode, tiers, blankSlot) : undefined;
  return (
    <section className="sheet zy-form-section zy-tiers" aria-label="奖品与概率">
      <SheetHead
        title="奖品与概率"
        finding={tiers.length > 0 ? `${tiers.length} 个奖级，谢谢参与占其余概率` : '谢谢参与占其余概率'}
      >
        {editing !== 'nothing' && (
          <Button
            icon={<Plus size={14} strokeWidth={1.6} />}
            disabled={room === 0}
            title={
              room > 0
                ? undefined
                : isFixed
                  ? '格位已经公布，不能增加奖级'
                  : withSlots
                    ? '格位已配满'
                    : '最多 12 个奖级'
            }
            onClick={() => setSwapped(-1)}
          >
            添加奖级
          </Button>
        )}
      </SheetHead>
      <OddsBar tiers={tiers} />
      <div className="zy-tiers-scroll">
        <table>
          <thead>
            <tr>
              {withSlots && <th className="zy-tiers-slot">格位</th>}
              <th className="zy-tiers-name">奖级</th>
              <th>奖品</th>
              <th className="zy-tiers-stock">库存</th>
              <th className="zy-tiers-odds">中奖概率</th>
              <th className="zy-tiers-mean">平均</th>
              <th className="zy-tiers-cap">每日限量</th>
              {editing !== 'nothing' && <th className="zy-tiers-more" aria-label="更多" />}
            </tr>
          </thead>
          <tbody>
            {tiers.map((tier, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- rows have no name of their own before they are saved
              <tr key={at}>
                {withSlots && <td>{number(tier, at, 'slotNo', {})}</td>}
                <td title={tier.tierName} className="zy-tiers-tier">
                  {tier.tierName}
                </td>
                <td>
                  <PrizeMark
                    prize={termsOf(known, tier)}
                    note={isProposed(tier) ? '模板建议' : undefined}
                    act={
                      isProposed(tier) && editing !== 'nothing' ? (
                        <Button size="small" aria-label={`第 ${at + 1} 行选择奖品`} onClick={() => setSwapped(at)}>
                          选择
                        </Button>
                      ) : undefined
                    }
                  />
                </td>
                <td className="zy-tiers-number">{number(tier, at, 'stockTotal', {})}</td>
                <td className="zy-tiers-number">{number(tier, at, 'weight', { suffix: '%' })}</td>
                <td className="zy-tiers-number zy-tiers-grey">{averageText(tier.weight)}</td>
                <td className="zy-tiers-number">{number(tier, at, 'dayCap', { placeholder: '不限' })}</td>
                {editing !== 'nothing' && (
                  <td className="zy-tiers-number">
                    <TierMore
                      tier={tier}
                      isLimited={isLimited(tier)}
                      change={(part) => change(at, part)}
                      swap={() => setSwapped(at)}
                      remove={() => setTiers(tiers.filter((_, each) => each !== at))}
                    />
                  </td>
                )}
              </tr>
            ))}
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
          </tbody>
          <tfoot>
            <tr>
              <th colSpan={withSlots ? 3 : 2} scope="row">
                合计
              </th>
              <td className="zy-tiers-number">
                {countText(tiers.reduce((sum, { stockTotal }) => sum + stockTotal, 0))}
              </td>
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
        </table>
      </div>
      {(errors.length > 0 || places || total > million) && (
        <ul className="zy-tiers-errors" role="alert">
          {total > million && <li>中奖概率合计不能超过100%</li>}
          {places && <li>{places}</li>}
          {errors.map((error) => (
            <li key={error}>{error}</li>
          ))}
        </ul>
      )}
      <PrizePicker
        most={swapped === undefined ? 0 : swapped >= 0 ? 1 : room}
        firmId={firmId}
        take={take}
        close={() => setSwapped(undefined)}
      />
    </section>
  );
};
