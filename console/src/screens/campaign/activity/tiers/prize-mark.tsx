import { ClaimMode, PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import type { ReactNode } from 'react';
import Ban from 'icon:ban';
import Banknote from 'icon:banknote';
import Coins from 'icon:coins';
import Gift from 'icon:gift';
import type { IconType } from '../../../../parts/icon/make-icon.tsx';
import { Cut } from '../../../../parts/format/cut.tsx';
import { Thumb } from '../../../../parts/format/thumb.tsx';

const icons: Record<number, IconType> = {
  [PrizeType.points]: Coins,
  [PrizeType.cash]: Banknote,
  [PrizeType.goods]: Gift,
  [PrizeType.none]: Ban,
};

/** A prize in a row: its picture, or the sign of its kind, its name, and how it is handed over. */
export const PrizeMark = ({
  prize,
  note,
  act,
}: {
  prize: { name: string; image: string; prizeType: number; claimMode: number } | undefined;
  /** In place of how it is handed over. */
  note?: string | undefined;
  /** A button after the words. */
  act?: ReactNode;
}) => {
  const Icon = icons[prize?.prizeType ?? PrizeType.none] ?? Gift;
  return (
    <span className="zy-prize">
      {prize?.image ? (
        <Thumb src={prize.image} label={prize.name} size={28} />
      ) : (
        <span className="zy-prize-sign" aria-hidden="true">
          <Icon size={16} strokeWidth={1.6} />
        </span>
      )}
      <span className="zy-prize-words">
        <Cut>{prize?.name ?? '请选择奖品'}</Cut>
        <small>{note ?? (prize ? ClaimMode.label(prize.claimMode) : '')}</small>
      </span>
      {act}
    </span>
  );
};
