import { Shipping } from '@zhuiyuan/contract/codes/state/code-enums';
import type { TimelineEvent } from '@zhuiyuan/contract/codes/lookup/identity';
import { Verdict } from '@zhuiyuan/contract/codes/state/verdict';
import { DeliverLink } from '../format/object-links.tsx';
import { EnumTag } from '../format/tag.tsx';
import { Timeline, type Happening } from '../format/timeline.tsx';
import { happeningIcon } from './happening-icon.ts';

const asHappening = (event: TimelineEvent, at: number): Happening => ({
  key: `${event.at} ${at}`,
  time: event.at,
  icon: happeningIcon(event),
  title: event.title,
  mark: event.verdict ? (
    <>
      <small className="zy-code-verdict">验证结果</small>
      <EnumTag of={Verdict} value={event.verdict} />
    </>
  ) : (
    event.doc && event.doc.status !== null && <EnumTag of={Shipping} value={event.doc.status} />
  ),
  facts: event.doc
    ? [
        ...event.facts,
        <span key="doc">
          单据 <DeliverLink id={event.doc.id}>{event.doc.no}</DeliverLink>
        </span>,
      ]
    : event.facts,
});

/** What happened to a code, newest first, with what else happened in between. */
export const CodeEvents = ({
  events,
  others = [],
  isBroken = false,
}: {
  events: readonly TimelineEvent[];
  others?: readonly Happening[];
  isBroken?: boolean;
}) => (
  <Timeline
    isBroken={isBroken}
    items={[...others, ...events.map(asHappening)].sort((a, b) => (a.time < b.time ? 1 : a.time > b.time ? -1 : 0))}
  />
);
