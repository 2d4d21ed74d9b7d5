import type { IconType } from '../icon/make-icon.tsx';
import type { ReactNode } from 'react';
import { shortTimeText } from './times.ts';
import './thread.css';

/** Something that happened. */
export interface Happening {
  key: string | number;
  /** Wire time. */
  time: string;
  icon: IconType;
  title: string;
  /** Beside the title: a tag, a verdict. */
  mark?: ReactNode;
  /** One line, joined by dots; empty ones are left out. */
  facts: readonly ReactNode[];
  /** It was refused. */
  isBad?: boolean;
  /** It has not happened yet: the time is when it will. */
  isComing?: boolean;
  /** What all before it came to: it stands out in place of the newest. */
  isDecision?: boolean;
  /** At the right: what he got or spent by it. */
  end?: ReactNode;
  /** What folds out under it. */
  more?: ReactNode;
}

const discOf = ({ isBad, isComing, isDecision }: Happening): string =>
  [
    'zy-timeline-disc',
    isBad && 'zy-timeline-bad',
    isComing && 'zy-timeline-coming',
    isDecision && 'zy-timeline-decision',
  ]
    .filter(Boolean)
    .join(' ');

/** What happened, newest first, on one line; `isBroken` where records between are filtered away. */
export const Timeline = ({
  items,
  isBroken = false,
  hasSeconds = false,
}: {
  items: readonly Happening[];
  isBroken?: boolean;
  hasSeconds?: boolean;
}) => (
  <ol
    className={`zy-timeline${isBroken ? ' zy-timeline-broken' : ''}${items.some(({ time }) => shortTimeText(time).length > 11) ? ' zy-timeline-years' : ''}${items.some(({ isComing, isDecision }) => isComing || isDecision) ? ' zy-timeline-decides' : ''}`}
  >
    {items.map((item) => {
      const { key, time, icon: Icon, title, mark, facts, isComing, more } = item;
      const shownTime = shortTimeText(time);
      const clock = hasSeconds && !isComing ? time.slice(11, 19) : shownTime.slice(-5);
      const date = shownTime.slice(0, -6);
      return (
        <li key={key} className={isComing ? 'zy-timeline-ahead' : undefined}>
          <time dateTime={time.replace(' ', 'T')}>
            {date}
            <br />
            {clock}
          </time>
          <span className={discOf(item)} aria-hidden="true">
            <Icon size={14} strokeWidth={1.6} />
          </span>
          <div>
            <span className="zy-timeline-title">
              <b>{title}</b>
              {mark}
            </span>
            <span className="zy-facts">
              {facts
                .filter((fact) => fact !== '' && fact !== null && fact !== undefined && fact !== false)
                .map((fact, at) => (
                  // oxlint-disable-next-line react/no-array-index-key -- facts of one happening never move
                  <span key={at}>{fact}</span>
                ))}
            </span>
            {more}
          </div>
          {item.end && <span className="zy-timeline-end">{item.end}</span>}
        </li>
      );
    })}
  </ol>
);
