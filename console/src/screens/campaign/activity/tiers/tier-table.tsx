import { million, mostTiers, type TierDraft } from '@zhuiyuan/contract/campaign/activity/activity-draft';
import { type PlayMode } from '@zhuiyuan/contract/campaign/campaign-states';
import type { PrizeRow } from '@zhuiyuan/contract/campaign/prize/prize';
import { Button } from 'antd';
import Plus from 'icon:plus';
import { useState } from 'react';
import { SheetHead } from '../../../../parts/frame/sheet.tsx';
import type { Editing } from '../edit-rules.ts';
import { sumOfWeights } from './odds.ts';
import { OddsBar } from './odds-bar.tsx';
import { PrizePicker } from './prize-picker.tsx';
import { freeSlot, hasSlots, nextTierName, roomFor, slotIssue } from './slots.ts';
import { BlankLine, pasted, TierLine, Totals } from './tier-lines.tsx';
import { tierErrors } from './tier-errors.ts';
import type { KnownTerms } from '../values.ts';

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
              <TierLine
                // oxlint-disable-next-line react/no-array-index-key -- rows have no name of their own before they are saved
                key={at}
                tier={tier}
                at={at}
                known={known}
                withSlots={withSlots}
                editing={editing}
                isLimited={isLimited(tier)}
                change={(part) => change(at, part)}
                paste={(column, text) => setTiers(pasted(tiers, at, column, text))}
                swap={() => setSwapped(at)}
                remove={() => setTiers(tiers.filter((_, each) => each !== at))}
              />
            ))}
            <BlankLine
              tiers={tiers}
              withSlots={withSlots}
              editing={editing}
              blankSlot={blankSlot}
              setBlankSlot={setBlankSlot}
            />
          </tbody>
          <Totals tiers={tiers} withSlots={withSlots} editing={editing} />
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
