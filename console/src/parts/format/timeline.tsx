import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { shortTimeText } from './times.ts';
import './thread.css';

/** Something that happened. */
export interface Happening {
  key: string | number;
  /** Wire time. */
  time: string;
  icon: LucideIcon;
  title: string;
  /** Beside the title: a tag, a verdict. */
  mark?: ReactNode;
  /** One line, joined by dots; empty ones are left out. */
  facts: readonly ReactNode[];
  /** It was refused. */
  isBad?: boolean;
}

/** What happened, newest first, on one line; `isBroken` where records between are filtered away. */
export const Timeline = ({ items, isBroken = false }: { items: readonly Happening[]; isBroken?: boolean }) => (
  <ol
    className={`zy-timeline${isBroken ? ' zy-timeline-broken' : ''}${items.some(({ time }) => shortTimeText(time).length > 11) ? ' zy-timeline-years' : ''}`}
  >
    {items.map(({ key, time, icon: Icon, title, mark, facts, isBad }) => {
      const shownTime = shortTimeText(time);
      const [clock, ...date] = [shownTime.slice(-5), shownTime.slice(0, -6)];
      return (
        <li key={key}>
          <time dateTime={time.replace(' ', 'T')}>
            {date}
            <br />
            {clock}
          </time>
          <span className={isBad ? 'zy-timeline-disc zy-timeline-bad' : 'zy-timeline-disc'} aria-hidden="true">
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
          </div>
        </li>
      );
    })}
  </ol>
);
