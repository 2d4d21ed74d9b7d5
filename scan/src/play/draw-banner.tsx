import type { PlayAnswer, PlayedActivity } from '@zhuiyuan/contract/campaign/draw/public-draw';
import { mayTry } from './lib/chances.ts';
import { endDay } from './lib/times.ts';

const titleOf = ({ earlier, eligibility, turns }: PlayAnswer, { name, pointsCost }: PlayedActivity): string => {
  if (earlier) return '您已参与本次抽奖';
  if (!mayTry(eligibility)) return name;
  if (turns && turns.free > 0) return `今日可免费抽 ${turns.free} 次`;
  return pointsCost ? `${pointsCost} 积分抽奖一次` : '本次扫码可抽奖 1 次';
};

/** The card that leads to the draw: what it is, or why it is not for this shopper now. */
export const DrawBanner = ({
  play,
  activity,
  title = '',
  open,
}: {
  play: PlayAnswer;
  /** What is drawn. */
  activity: PlayedActivity;
  /** As the firm calls it; '' where it does not. */
  title?: string;
  open: () => void;
}) => {
  const { earlier, eligibility } = play;
  const isOn = mayTry(eligibility);
  const isKnown = Boolean(earlier) || isOn;
  return (
    <section className="card lottery" aria-label="抽奖">
      <div>
        <h2>{(isOn && !earlier && title) || titleOf(play, activity)}</h2>
        <p>{isKnown ? `${activity.name} · ${endDay(activity.endAt)} 截止` : eligibility.message}</p>
      </div>
      <button type="button" className="button" disabled={!isKnown} onClick={open}>
        {earlier ? '查看结果' : '立即抽奖'}
      </button>
    </section>
  );
};
