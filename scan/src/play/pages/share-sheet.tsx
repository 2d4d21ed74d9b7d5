import { isWechat } from '../../lib/wechat.ts';
import { copy } from '../../lib/copy.ts';
import { toast } from '../../lib/toast.ts';
import type { Own } from './late-sheet.tsx';
import { brought, type Turns } from '../parts/share-button.tsx';

/** The link that somebody sends on; what comes of it is his. */
const linkOf = (activityId: number, from: string): string =>
  `${location.origin}/trace/play?${new URLSearchParams({ activity: String(activityId), from }).toString()}`;

/** How a link is sent on: by the phone itself where it can, else by copying. */
export const ShareSheet = ({
  activity: { id, name },
  turns,
  titleId,
  close,
}: Own & {
  activity: { id: number; name: string };
  turns: Turns;
}) => {
  const url = linkOf(id, turns.from);
  const canSend = !isWechat() && typeof navigator.share === 'function';
  const copyWith = async (): Promise<void> => {
    if (!(await copy(url))) return toast('没有复制成功，请长按链接复制');
    toast('链接已复制，发给好友即可');
    return close();
  };
  const sendWith = async (): Promise<void> => {
    try {
      await navigator.share({ title: name, url });
      close();
    } catch {
      // He thought better of it.
    }
  };
  return (
    <>
      <h2 className="r-lost" tabIndex={-1} id={titleId}>
        分享给好友
      </h2>
      <p className="r-more">
        {`好友打开链接并参与抽奖后，您得 ${brought('1 次机会', turns)}，今日还可得 ${turns.shareLeft} 次`}
      </p>
      <p className="r-url">{url}</p>
      <div className="r-acts">
        {canSend && (
          <button type="button" className="p-red" onClick={() => void sendWith()}>
            发送给好友
          </button>
        )}
        <button type="button" className={canSend ? 'p-outline' : 'p-red'} onClick={() => void copyWith()}>
          复制链接
        </button>
      </div>
    </>
  );
};
