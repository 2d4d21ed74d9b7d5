import type { PlayAnswer } from '@zhuiyuan/contract/campaign/draw/public-draw';
import { isWechat } from '../../lib/wechat.ts';
import { copy } from '../../lib/copy.ts';
import { toast } from '../../lib/toast.ts';
import { PlayIcon } from './play-icon.tsx';
import { Sheet } from './sheet.tsx';

type Turns = NonNullable<PlayAnswer['turns']>;

/** The link that somebody sends on; what comes of it is his. */
const linkOf = (activityId: number, from: string): string =>
  `${location.origin}/trace/play?${new URLSearchParams({ activity: String(activityId), from }).toString()}`;

/** What one friend brings: `1 次机会和 5 积分`. */
const brought = (turn: string, { sharePoints }: Turns): string =>
  sharePoints > 0 ? `${turn}和 ${sharePoints} 积分` : turn;

/** How a link is sent on: by the phone itself where it can, else by copying. */
export const ShareSheet = ({
  activity: { id, name },
  turns,
  closed,
}: {
  activity: { id: number; name: string };
  turns: Turns;
  closed: () => void;
}) => {
  const url = linkOf(id, turns.from);
  const canSend = !isWechat() && typeof navigator.share === 'function';
  const copyWith = async (close: () => void): Promise<void> => {
    if (!(await copy(url))) return toast('没有复制成功，请长按链接复制');
    toast('链接已复制，发给好友即可');
    return close();
  };
  const sendWith = async (close: () => void): Promise<void> => {
    try {
      await navigator.share({ title: name, url });
      close();
    } catch {
      // He thought better of it.
    }
  };
  return (
    <Sheet titleId="share-title" closed={closed}>
      {(close) => (
        <>
          <h2 className="r-lost" tabIndex={-1} id="share-title">
            分享给好友
          </h2>
          <p className="r-more">
            {`好友打开链接并参与抽奖后，您得 ${brought('1 次机会', turns)}，今日还可得 ${turns.shareLeft} 次`}
          </p>
          <p className="r-url">{url}</p>
          <div className="r-acts">
            {canSend && (
              <button type="button" className="p-red" onClick={() => void sendWith(close)}>
                发送给好友
              </button>
            )}
            <button type="button" className={canSend ? 'p-outline' : 'p-red'} onClick={() => void copyWith(close)}>
              复制链接
            </button>
          </div>
        </>
      )}
    </Sheet>
  );
};

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
