import type { PlayAnswer } from '@zhuiyuan/contract/campaign/draw/public-draw';
import { PlayIcon } from './play-icon.tsx';

export type Turns = NonNullable<PlayAnswer['turns']>;

/** What one friend brings: `1 次机会和 5 积分`. */
export const brought = (turn: string, { sharePoints }: Turns): string =>
  sharePoints > 0 ? `${turn}和 ${sharePoints} 积分` : turn;

/** The button that brings another turn, where shares bring any and somebody is here whose link it could be. */
export const ShareButton = ({ turns, open }: { turns: Turns | null; open: () => void }) => {
  // On one line; how often there is left is told with the link as well.
  const left = turns && turns.sharePoints === 0 ? `（今日还可得 ${turns.shareLeft} 次）` : '';
  const isUsedUp = turns?.shareLeft === 0;
  return (
    <div className="p-shares" hidden={!turns?.from}>
      <button type="button" className="p-share" hidden={isUsedUp} onClick={open}>
        <PlayIcon name="share" size={16} />
        <span>{turns && `分享给好友，再得 ${brought('1 次', turns)}${left}`}</span>
      </button>
      <p className="p-share-note" hidden={!isUsedUp}>
        今日分享机会已得满
      </p>
    </div>
  );
};
